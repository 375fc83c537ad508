import { gunzipSync } from "node:zlib";

export interface Packed {
  /** Inside the package, without the folder that npm puts everything in. */
  readonly path: string;
  readonly mode: number;
  readonly content: Buffer;
}

const BLOCK_BYTES = 512;
const FILE = "0";

/** The files of a tarball of npm's, in their order; what is not a plain file is a fault. */
export function filesOf(tarball: Buffer): readonly Packed[] {
  const tar = gunzipSync(tarball);
  const files: Packed[] = [];
  for (let at = 0; tar[at] !== 0 && at < tar.length;) {
    const text = (from: number, length: number): string =>
      tar.toString("utf8", at + from, at + from + length).replace(/\0.*$/s, "");
    const name = [text(345, 155), text(0, 100)].filter((part) => part !== "").join("/");
    if (text(156, 1) !== FILE) throw new Error(`${name} is not a plain file`);
    const size = parseInt(text(124, 12), 8);
    const start = at + BLOCK_BYTES;
    files.push({
      path: name.replace(/^package\//, ""),
      mode: parseInt(text(100, 8), 8),
      content: tar.subarray(start, start + size),
    });
    at = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
  return files;
}
