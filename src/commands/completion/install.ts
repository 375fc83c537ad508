import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Context } from "../../context.ts";
import { LocalError, UsageError } from "../../errors.ts";
import { isSealed } from "./seal.ts";

/** A script is some 40 KiB; a file far beyond that is none. */
const SCRIPT_BYTES_MAX = 1024 * 1024;

export type Change = "written" | "replaced" | "unchanged" | "removed" | "absent";

/**
 * Puts the script into its file. Throws a UsageError, and changes nothing, where something else stands
 * there: a file that this program did not write or that somebody has changed since.
 */
export function install(path: string, script: string, context: Context): Change {
  return guarded(path, context, () => {
    const found = read(path, context);
    if (found === script) return "unchanged";
    mkdirSync(dirname(path), { recursive: true });
    // A shell that starts right now reads the old script or the new one, never half.
    const staged = `${path}.${context.random.uuid()}`;
    try {
      writeFileSync(staged, script, { flag: "wx", mode: 0o644 });
      renameSync(staged, path);
    } finally {
      rmSync(staged, { force: true });
    }
    return found === undefined ? "written" : "replaced";
  });
}

/** Removes that file alone, on the same condition. */
export function uninstall(path: string, context: Context): Change {
  return guarded(path, context, () => {
    if (read(path, context) === undefined) return "absent";
    rmSync(path);
    return "removed";
  });
}

/** What the file holds; undefined where there is none. */
function read(path: string, { text }: Context): string | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  const content =
    stats.isFile() && stats.size <= SCRIPT_BYTES_MAX ? readFileSync(path, "utf8") : "";
  if (isSealed(content)) return content;
  const { message, hint } = text.completion.foreign(path);
  throw new UsageError(message, { hint });
}

function guarded(path: string, { text }: Context, work: () => Change): Change {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (typeof code !== "string" || error instanceof UsageError) throw error;
    const { message, hint } = text.completion.failed(path, code);
    throw new LocalError(message, { hint, cause: error });
  }
}
