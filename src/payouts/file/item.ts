import type { PayoutFault } from "../../domain/payout-fault.ts";
import type { PixKey } from "../../domain/pix-key.ts";

/** One row as the file has it, every value checked. */
export interface FileRow {
  /** Where the row begins, from 1. */
  readonly line: number;
  readonly id: string;
  readonly amountCents: number;
  readonly pixKey: PixKey;
  readonly description: string | undefined;
}

/** A place in the file, both from 1; columns count characters (code points), not bytes. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A fault, and where the cell, value or token begins that has it. */
export interface FileProblem extends Place {
  readonly problem: PayoutFault;
}

export type FileItem =
  | { readonly ok: true; readonly row: FileRow }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };

/** One line, without its line feed. */
export interface Line {
  readonly number: number;
  readonly text: string;
  /** A line feed ends it; only the last line of a file may have none. */
  readonly ended: boolean;
}

/** The line without its end; a carriage return is a part of that only before a line feed. */
export function bodyOf({ text, ended }: Line): string {
  return ended && text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** Turns lines into items: one format of a payout file. */
export interface RowReader {
  /** Nothing more can be read: what the last call gave is the last item. */
  readonly stopped: boolean;
  /** Undefined while a row goes on, and for lines that hold none. */
  read(line: Line): FileItem | undefined;
  /** What is left to say where the file ends. */
  end(): FileItem | undefined;
}

/** A fault and where it begins in the row's text, counted in UTF-16 units. */
export interface Fault {
  readonly offset: number;
  readonly problem: PayoutFault;
}

/** An item of faults in a row's text, in their order there; the text begins at the start of the line. */
export function faultyItem(text: string, line: number, faults: readonly Fault[]): FileItem {
  const problems: FileProblem[] = [];
  let place: Place = { line, column: 1 };
  let from = 0;
  for (const { offset, problem } of faults.toSorted((one, other) => one.offset - other.offset)) {
    place = placeAfter(place, text.slice(from, offset));
    from = offset;
    problems.push({ line: place.line, column: place.column, problem });
  }
  return { ok: false, problems };
}

function placeAfter({ line, column }: Place, text: string): Place {
  const lines = text.split("\n");
  const characters = Array.from(lines.at(-1) ?? "").length;
  return {
    line: line + lines.length - 1,
    column: characters + (lines.length === 1 ? column : 1),
  };
}
