import type { Fault, Line } from "./item.ts";
import { bodyOf } from "./item.ts";
import { rowBytesMax } from "./lines.ts";

export type Separator = "," | ";";

export interface Cell {
  /** Without its quotes, and without the spaces around it. */
  readonly text: string;
  /** Where it begins in the record's text, its quote included. */
  readonly offset: number;
  readonly fault: Fault | undefined;
}

/**
 * The cells of one row, RFC 4180, line by line: a quoted cell goes on over line ends. A faulty cell ends
 * where the next separator is, so that one fault does not become many.
 */
export class CsvRecord {
  readonly cells: Cell[] = [];
  /** The number of its first line. */
  readonly line: number;
  /** Its lines with the line ends between them, but for the last one. */
  text = "";
  /** Where a quote opened that has not closed yet. */
  openAt: number | undefined;
  readonly #separator: Separator;
  #bytes = 0;

  constructor(line: number, separator: Separator) {
    this.line = line;
    this.#separator = separator;
  }

  /** Undefined when the record goes on with the next line. */
  add(line: Line): "whole" | "too_long" | undefined {
    const goesOn = this.openAt !== undefined;
    // Only of several lines are the bytes counted here: one line's are bounded where lines are read.
    if (goesOn) this.#bytes += 1 + Buffer.byteLength(line.text);
    if (this.#bytes > rowBytesMax) return "too_long";
    const before = goesOn ? `${this.text}\n` : "";
    this.text = before + bodyOf(line);
    if (this.#scan(before.length)) return "whole";
    this.text = before + line.text;
    if (!goesOn) this.#bytes = Buffer.byteLength(line.text);
    return undefined;
  }

  /** Whether the record ends with its text; the scan begins at a cell, or goes on within the open one. */
  #scan(from: number): boolean {
    let next: number | undefined = from;
    while (next !== undefined) {
      const start: number = this.openAt ?? pastSpaces(this.text, next);
      if (this.text[start] !== '"') {
        next = this.#plain(next, start);
        continue;
      }
      const end = closingQuote(this.text, this.openAt === undefined ? start + 1 : next);
      this.openAt = end === undefined ? start : undefined;
      if (end === undefined) return false;
      next = this.#quoted(start, end);
    }
    return true;
  }

  /** Takes the cell without quotes whose text begins at `start`; answers where the next one begins. */
  #plain(from: number, start: number): number | undefined {
    const { end, next } = this.#endOfCell(start);
    const text = withoutEndSpaces(this.text.slice(start, end));
    const offset = text === "" ? from : start;
    this.cells.push({ text, offset, fault: plainFault(text, offset) });
    return next;
  }

  #quoted(start: number, close: number): number | undefined {
    const after = pastSpaces(this.text, close + 1);
    const { end, next } = this.#endOfCell(after);
    const inside = this.text.slice(start + 1, close);
    this.cells.push({
      text: inside.includes('"') ? inside.replaceAll('""', '"') : inside,
      offset: start,
      fault: end === after ? undefined : { offset: after, problem: { kind: "text_after_quote" } },
    });
    return next;
  }

  #endOfCell(from: number): { readonly end: number; readonly next: number | undefined } {
    const found = this.text.indexOf(this.#separator, from);
    return found === -1
      ? { end: this.text.length, next: undefined }
      : { end: found, next: found + 1 };
  }
}

/** Told from the header, where no separator stands outside quotes but as itself. */
export function separatorOf(header: string): Separator | "none" | "both" {
  const outside = header.replace(/"[^"]*(?:"|$)/g, "");
  const [comma, semicolon] = [outside.includes(","), outside.includes(";")];
  if (comma && semicolon) return "both";
  if (comma) return ",";
  return semicolon ? ";" : "none";
}

/** A line of spaces, or of nothing. */
export function isBlank(line: Line): boolean {
  const body = bodyOf(line);
  return pastSpaces(body, 0) === body.length;
}

function plainFault(text: string, offset: number): Fault | undefined {
  const carriageReturn = text.indexOf("\r");
  if (carriageReturn !== -1) {
    return { offset: offset + carriageReturn, problem: { kind: "carriage_return" } };
  }
  const quote = text.indexOf('"');
  // The quotes of ="0123" are a formula's, and it is told as one.
  if (quote === -1 || text.startsWith("=")) return undefined;
  return { offset: offset + quote, problem: { kind: "quote_inside" } };
}

function closingQuote(text: string, from: number): number | undefined {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at === -1 ? undefined : at;
}

function pastSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === " ") at += 1;
  return at;
}

function withoutEndSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === " ") end -= 1;
  return end === text.length ? text : text.slice(0, end);
}
