export { engines, version } from "../package.json";
