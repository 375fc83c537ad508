import { accepted, type Parsed, refused } from "./parsed.ts";

/** One data object of an EMV code. A template also holds the objects its value consists of. */
export interface Field {
  readonly id: string;
  readonly value: string;
  readonly fields?: readonly Field[];
}

export type TlvProblem = "tlv" | "tlv_truncated";

/** A length is written with two digits. */
export const fieldLengthMax = 99;

const headerLength = 4;

/**
 * Reads `id length value` one after the other to the very end of the text. EMV counts characters, not
 * bytes: here they are code points, so an emoji is one.
 */
export function readFields(text: string): Parsed<readonly Field[], TlvProblem> {
  const characters = Array.from(text);
  const fields: Field[] = [];
  for (let start = 0; start < characters.length;) {
    const header = characters.slice(start, start + headerLength).join("");
    if (!/^\d*$/.test(header)) return refused("tlv");
    if (header.length < headerLength) return refused("tlv_truncated");
    const end = start + headerLength + Number(header.slice(2));
    if (end > characters.length) return refused("tlv_truncated");
    const value = characters.slice(start + headerLength, end).join("");
    fields.push({ id: header.slice(0, 2), value });
    start = end;
  }
  return accepted(fields);
}

/** The inverse of `readFields`. A value longer than `fieldLengthMax` cannot be written. */
export function writeFields(fields: readonly Field[]): string {
  return fields.map(({ id, value }) => id + writeLength(value) + value).join("");
}

export function countCharacters(text: string): number {
  return Array.from(text).length;
}

function writeLength(value: string): string {
  const length = countCharacters(value);
  if (length > fieldLengthMax) throw new RangeError(String(length));
  return String(length).padStart(2, "0");
}
