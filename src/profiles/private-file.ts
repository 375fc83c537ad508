import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import type { Stats } from "node:fs";
import { dirname } from "node:path";
import type { Host } from "../host.ts";
import { commandLine } from "../domain/command-line.ts";
import { AuthError, LocalError } from "../errors.ts";
import type { Text } from "../text/text.ts";

/** A file of profiles is a few hundred bytes each; more than this is no such file. */
const FILE_BYTES_MAX = 1024 * 1024;

const WRITABLE_BY_OTHERS = 0o022;
const OPEN_TO_OTHERS = 0o077;
const ROOT = 0;

/** Whose files can be trusted, and in which words their refusal is told. */
export interface Trust {
  readonly host: Pick<Host, "platform" | "userId">;
  readonly text: Text;
}

/**
 * The text of a file that only its user can read and change, undefined when there is none. Throws an
 * AuthError with the command to run when others can read or write it, when it or its folder belongs to
 * somebody else or is a symbolic link, and when others can write to the folder. Modes and owners say
 * nothing on Windows.
 */
export function readPrivateFile(path: string, trust: Trust): string | undefined {
  try {
    if (!checkPrivateFolder(dirname(path), trust)) return undefined;
    // A link is not followed and a named pipe not waited for; what was opened is what is checked.
    // Windows has no such flags, and what is undefined there counts as 0.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const descriptor = openSync(path, flags);
    try {
      checkFile(path, fstatSync(descriptor), trust);
      return decode(path, readFileSync(descriptor), trust);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return handled(error, path, trust);
  }
}

/** Whether the folder exists; throws when it is not to be trusted. */
export function checkPrivateFolder(folder: string, { host, text }: Trust): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) throw refusal(text.profiles.unsafe.link(folder));
  if (!stats.isDirectory()) throw refusal(text.profiles.unsafe.notFolder(folder));
  if (isForeign(stats, host)) throw refusal(text.profiles.unsafe.owner(folder));
  if (host.platform !== "win32" && (stats.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw refusal(
      text.profiles.unsafe.folderMode(folder, octal(stats), commandLine(["chmod", "700", folder])),
    );
  }
  return true;
}

function checkFile(path: string, stats: Stats, { host, text }: Trust): void {
  if (!stats.isFile()) throw refusal(text.profiles.unsafe.notFile(path));
  if (isForeign(stats, host)) throw refusal(text.profiles.unsafe.owner(path));
  if (host.platform !== "win32" && (stats.mode & OPEN_TO_OTHERS) !== 0) {
    throw refusal(
      text.profiles.unsafe.fileMode(path, octal(stats), commandLine(["chmod", "600", path])),
    );
  }
  if (stats.size > FILE_BYTES_MAX)
    throw refusal(text.profiles.unsafe.tooLarge(path, FILE_BYTES_MAX));
}

/**
 * Root can change everything anyway. The reverse matters: root must not run what another user has
 * written.
 */
function isForeign(stats: Stats, { userId }: Trust["host"]): boolean {
  return userId !== undefined && stats.uid !== userId && stats.uid !== ROOT;
}

function decode(path: string, bytes: Buffer, { text }: Trust): string {
  if (!isUtf8(bytes)) throw refusal(text.profiles.unsafe.notUtf8(path));
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function handled(error: unknown, path: string, { text }: Trust): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT") return undefined;
  if (code === "ELOOP") throw refusal(text.profiles.unsafe.link(path));
  if (typeof code === "string" && error instanceof Error) {
    const { message, hint } = text.profiles.unreadable(path, code);
    throw new LocalError(message, { hint, cause: error });
  }
  throw error;
}

function refusal({ message, hint }: { message: string; hint: string }): AuthError {
  return new AuthError(message, { hint });
}

function octal(stats: Stats): string {
  return (stats.mode & 0o7777).toString(8).padStart(4, "0");
}
