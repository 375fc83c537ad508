/**
 * The pool alone, a quarter of what all of undici costs to load. The version is exact, so the path is too;
 * a test sends through it.
 */
declare module "undici/lib/dispatcher/agent.js" {
  import { Agent } from "undici";
  export default Agent;
}
