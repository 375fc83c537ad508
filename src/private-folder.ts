import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** No folder that a person names lies deeper. */
const DEPTH_MAX = 256;

/**
 * Makes a folder of mode 0700, and its missing parents. It goes step by step because `mkdir` with `recursive`
 * never returns for a place where nothing can be made, such as one below /proc.
 */
export function makePrivateFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at) && missing.length < DEPTH_MAX; at = dirname(at)) {
    missing.unshift(at);
  }
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process may have made it meanwhile.
      if (!existsSync(each)) throw error;
    }
  }
}
