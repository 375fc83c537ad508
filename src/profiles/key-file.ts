import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { Stats } from "node:fs";
import { KEY_BYTES_MAX } from "./key.ts";

export type KeyFileFailure =
  | { readonly kind: "unreadable"; readonly code: string }
  | { readonly kind: "not_file" }
  | { readonly kind: "writable" }
  | { readonly kind: "readable" };

export type KeyFileResult =
  | { readonly ok: true; readonly value: Buffer }
  | { readonly ok: false; readonly failure: KeyFileFailure };

/**
 * Reads a key file that the user has named. Links are followed: Kubernetes mounts every secret as one. A
 * file that others can change is refused, and one that others can read too, unless it belongs to root:
 * Docker and Kubernetes mount secrets as root's 0444 files, where nobody else is in the container and
 * the mode cannot be changed from inside. Windows has no such modes.
 */
export function readKeyFile(path: string, platform: NodeJS.Platform): KeyFileResult {
  try {
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const kind = problemOf(fstatSync(descriptor), platform);
      if (kind !== undefined) return { ok: false, failure: { kind } };
      const bytes = Buffer.alloc(KEY_BYTES_MAX);
      const length = readSync(descriptor, bytes, 0, KEY_BYTES_MAX, 0);
      return { ok: true, value: bytes.subarray(0, length) };
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    return { ok: false, failure: { kind: "unreadable", code } };
  }
}

function problemOf(
  stats: Stats,
  platform: NodeJS.Platform,
): "not_file" | "writable" | "readable" | undefined {
  if (!stats.isFile()) return "not_file";
  if (platform === "win32") return undefined;
  if ((stats.mode & 0o022) !== 0) return "writable";
  return (stats.mode & 0o044) !== 0 && stats.uid !== 0 ? "readable" : undefined;
}
