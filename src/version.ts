import { engines } from "../package.json";

export { version } from "../package.json";

/** The oldest Node that this program runs on, such as 20.18.1. */
export const nodeWanted: string = engines.node.replace(/^>=/, "");

/** Whether a version of Node, such as 18.19.0, is older than that. */
export function isOldNode(version: string): boolean {
  const found = version.split(".").map(Number);
  for (const [index, part] of nodeWanted.split(".").map(Number).entries()) {
    const own = found[index] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}
