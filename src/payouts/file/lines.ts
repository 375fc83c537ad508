import { isUtf8 } from "node:buffer";
import type { PayoutFault } from "../../domain/payout-fault.ts";
import type { FileProblem } from "./item.ts";

/** A line, and a row of several lines, in bytes and without the last line feed: it bounds the memory. */
export const rowBytesMax = 65_536;

/** A UTF-16 unit is at most three bytes of UTF-8. */
const UNIT_BYTES_MAX = 3;
const LINE_FEED = 0x0a;
const SIGNATURE_BYTES = 4;
/** The zip that .xlsx and .ods are, and the compound file of .xls. */
const WORKBOOKS = ["504b0304", "d0cf11e0"];
const BYTE_ORDER_MARK = "\uFEFF";

/** Consecutive lines, without their line feeds; the first loses the file's byte order mark. */
export interface Lines {
  /** The first one's number, from 1. */
  readonly first: number;
  readonly texts: readonly string[];
  /** A line feed ends the last one too. */
  readonly ended: boolean;
  /** What stands after these lines and ends the reading. */
  readonly problem: FileProblem | undefined;
}

/**
 * Cuts a stream into the lines of its chunks. Only whole lines are decoded, and no byte of a longer UTF-8
 * character is a line feed: where a chunk ends makes no difference.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Lines, void> {
  let first = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end !== -1) {
      const lines = decoded(Buffer.concat([...held, chunk.subarray(0, end)]), first, true);
      yield lines;
      if (lines.problem !== undefined) return;
      first += lines.texts.length;
      [held, heldBytes] = [[], 0];
    }
    // A copy: who made the chunk may fill it again.
    held.push(new Uint8Array(chunk.subarray(end + 1)));
    heldBytes += chunk.length - (end + 1);
    if (heldBytes > rowBytesMax) break;
  }
  if (heldBytes > 0) yield decoded(Buffer.concat(held), first, false);
}

/** Takes the bytes of whole lines, without the last line feed. */
function decoded(bytes: Buffer, first: number, ended: boolean): Lines {
  const foreign = first === 1 ? foreignFormat(bytes) : undefined;
  if (foreign !== undefined) {
    return { first, texts: [], ended, problem: { line: 1, column: 1, problem: foreign } };
  }
  const texts = isUtf8(bytes) ? textOf(bytes, first).split("\n") : [];
  const unsure = texts.length === 0 || texts.some(mayBeTooLong);
  return unsure ? lineByLine(bytes, first, ended) : { first, texts, ended, problem: undefined };
}

/** The slow way, for bytes that hold a fault or may: it finds the first one, wherever the chunks ended. */
function lineByLine(bytes: Buffer, first: number, ended: boolean): Lines {
  const texts: string[] = [];
  let start = 0;
  while (start <= bytes.length) {
    const found = bytes.indexOf(LINE_FEED, start);
    const end = found === -1 ? bytes.length : found;
    const number = first + texts.length;
    const line = bytes.subarray(start, end);
    const problem = lineProblem(line, number);
    if (problem !== undefined) return { first, texts, ended: true, problem };
    texts.push(textOf(line, number));
    start = end + 1;
  }
  return { first, texts, ended, problem: undefined };
}

function lineProblem(bytes: Buffer, line: number): FileProblem | undefined {
  if (bytes.length > rowBytesMax) {
    return { line, column: 1, problem: { kind: "line_too_long", bytesMax: rowBytesMax } };
  }
  if (isUtf8(bytes)) return undefined;
  return { line, column: firstWrongCharacter(bytes, line), problem: { kind: "not_utf8" } };
}

/** A decoder that forgives puts U+FFFD where the bytes are wrong: the first that does not encode back. */
function firstWrongCharacter(bytes: Buffer, line: number): number {
  const characters = Array.from(bytes.toString());
  let at = 0;
  const wrong = characters.findIndex((character) => {
    const encoded = Buffer.from(character);
    const same = encoded.equals(bytes.subarray(at, at + encoded.length));
    at += encoded.length;
    return !same;
  });
  const marked = line === 1 && characters[0] === BYTE_ORDER_MARK;
  return wrong + (marked ? 0 : 1);
}

function textOf(bytes: Buffer, first: number): string {
  const text = bytes.toString();
  return first === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function mayBeTooLong(text: string): boolean {
  // One more for the byte order mark, which counts too.
  return (text.length + 1) * UNIT_BYTES_MAX > rowBytesMax;
}

/** What the first bytes say a file is when it is no UTF-8: a workbook, or text of two bytes a character. */
function foreignFormat(bytes: Buffer): PayoutFault | undefined {
  const [head = ""] = bytes.subarray(0, SIGNATURE_BYTES).toString("hex").split("0a");
  if (WORKBOOKS.includes(head)) return { kind: "workbook" };
  const marked = head.startsWith("fffe") || head.startsWith("feff");
  return marked || /^(?:..)?00/.test(head) ? { kind: "utf16" } : undefined;
}
