import type { PayoutColumn } from "../../domain/payout-fault.ts";
import type { Cell } from "./csv-record.ts";
import type { Fault } from "./item.ts";
import { columnOf, nameFault, requiredColumns } from "./names.ts";

/** Which cell of a row holds what. */
export interface Header {
  readonly count: number;
  readonly places: ReadonlyMap<PayoutColumn, number>;
}

export type ReadHeader =
  | { readonly ok: true; readonly header: Header }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Reads the names of the columns, which stand in any order and each once. */
export function readHeader(cells: readonly Cell[]): ReadHeader {
  // With a broken cell the names are not what was meant: the first one alone is told.
  const broken = cells.find(({ fault }) => fault !== undefined)?.fault;
  if (broken !== undefined) return { ok: false, faults: [broken] };
  const places = new Map<PayoutColumn, number>();
  const faults: Fault[] = [];
  for (const [index, { text, offset }] of cells.entries()) {
    const column = columnOf(text);
    if (text === "") faults.push({ offset, problem: { kind: "name_unnamed" } });
    else if (column === undefined) faults.push({ offset, problem: nameFault("column", text) });
    else if (places.has(column)) {
      faults.push({ offset, problem: { kind: "name_repeated", part: "column", name: column } });
    } else places.set(column, index);
  }
  const names = requiredColumns.filter((column) => !places.has(column));
  if (names.length > 0) {
    faults.push({ offset: 0, problem: { kind: "name_missing", part: "column", names } });
  }
  return faults.length > 0
    ? { ok: false, faults }
    : { ok: true, header: { count: cells.length, places } };
}
