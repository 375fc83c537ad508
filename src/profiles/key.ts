import { accepted, type Parsed, refused } from "../domain/parsed.ts";

export type KeyProblem = "empty" | "too_long" | "lines" | "characters";

const KEY_CHARACTERS_MAX = 4096;

/** What is read of a source at most: enough to see that a key is too long. */
export const KEY_BYTES_MAX = 2 * KEY_CHARACTERS_MAX;

/**
 * Checks what is about to stand in an `Authorization` header: visible ASCII alone, so that no key can
 * end the header and begin another. One line break at the end is what editors and `echo` add, and is
 * dropped.
 */
export function parseKey(given: Uint8Array | string): Parsed<string, KeyProblem> {
  // Latin-1 keeps each byte apart, so that what is no ASCII cannot be decoded into something that is.
  const text = typeof given === "string" ? given : Buffer.from(given).toString("latin1");
  const key = text.replace(/\r?\n$/, "");
  if (key === "") return refused("empty");
  if (key.length > KEY_CHARACTERS_MAX) return refused("too_long");
  if (/[\r\n]/.test(key)) return refused("lines");
  return /^[!-~]+$/.test(key) ? accepted(key) : refused("characters");
}
