import type { PayoutColumn } from "../../domain/payout-fault.ts";
import type { Written, WrittenRow } from "./check.ts";
import { checkRow } from "./check.ts";
import type { Header } from "./csv-header.ts";
import { readHeader } from "./csv-header.ts";
import type { Cell, Separator } from "./csv-record.ts";
import { CsvRecord, isBlank, separatorOf } from "./csv-record.ts";
import { shown } from "./characters.ts";
import type { Fault, FileItem, Line, RowReader } from "./item.ts";
import { faultyItem } from "./item.ts";
import { rowBytesMax } from "./lines.ts";

/** A header line, then rows: RFC 4180 with `,` or `;`, blank lines skipped. */
export class CsvReader implements RowReader {
  stopped = false;
  #separator: Separator | undefined;
  #header: Header | undefined;
  #record: CsvRecord | undefined;

  read(line: Line): FileItem | undefined {
    if (this.#record === undefined && isBlank(line)) return undefined;
    const separator = this.#separator ?? separatorOf(line.text);
    if (separator === "none" || separator === "both") {
      const problem = { kind: "separator_unknown", found: separator } as const;
      return this.#stop(faultyItem(line.text, line.number, [{ offset: 0, problem }]));
    }
    this.#separator = separator;
    const record = this.#record ?? new CsvRecord(line.number, separator);
    const added = record.add(line);
    this.#record = added === "whole" ? undefined : record;
    if (added === "whole") return this.#take(record);
    if (added === undefined) return undefined;
    const problem = { kind: "row_too_long", bytesMax: rowBytesMax } as const;
    return this.#stop(openItem(record, problem));
  }

  end(): FileItem | undefined {
    if (this.#record !== undefined) return openItem(this.#record, { kind: "quote_unclosed" });
    if (this.#header !== undefined) return undefined;
    return faultyItem("", 1, [{ offset: 0, problem: { kind: "empty_file" } }]);
  }

  #take(record: CsvRecord): FileItem | undefined {
    if (this.#header !== undefined) return rowItem(record, this.#header);
    const read = readHeader(record.cells);
    if (!read.ok) return this.#stop(faultyItem(record.text, record.line, read.faults));
    this.#header = read.header;
    return undefined;
  }

  #stop(item: FileItem): FileItem {
    this.stopped = true;
    return item;
  }
}

function openItem(record: CsvRecord, problem: Fault["problem"]): FileItem {
  return faultyItem(record.text, record.line, [{ offset: record.openAt ?? 0, problem }]);
}

function rowItem({ cells, line, text }: CsvRecord, header: Header): FileItem {
  const structure = structureFault(cells, header);
  if (structure !== undefined) return faultyItem(text, line, [structure]);
  const faults: Fault[] = [];
  const written = (column: PayoutColumn): Written | undefined => {
    const cell = cells[header.places.get(column) ?? -1];
    if (cell?.fault !== undefined) faults.push(cell.fault);
    return cell?.fault === undefined ? cell : undefined;
  };
  const row: WrittenRow = {
    id: written("id"),
    amount: written("amount"),
    pix_key: written("pix_key"),
    key_type: written("key_type"),
    description: written("description"),
  };
  const checked = checkRow(row, faults);
  return checked.ok
    ? { ok: true, row: { line, ...checked.values } }
    : faultyItem(text, line, checked.faults);
}

/** What leaves it open which cell is which, so that no cell is read. */
function structureFault(cells: readonly Cell[], header: Header): Fault | undefined {
  if (cells.every(({ text, fault }) => text === "" && fault === undefined)) {
    return { offset: 0, problem: { kind: "row_empty" } };
  }
  if (cells.length === header.count) return undefined;
  // A cell too many is told where the first surplus one begins, a cell too few where the row does.
  const offset = cells[header.count]?.offset ?? 0;
  const count = { kind: "cell_count", found: cells.length, wanted: header.count } as const;
  return decimalComma(cells, header) ?? { offset, problem: count };
}

/** An amount such as 19,90 without quotes, cut in two by the comma that separates the cells. */
function decimalComma(cells: readonly Cell[], { count, places }: Header): Fault | undefined {
  const place = places.get("amount") ?? -1;
  const [reais, centavos] = [cells[place], cells[place + 1]];
  if (cells.length !== count + 1 || reais === undefined || centavos === undefined) return undefined;
  if (!/^(?:R\$ ?)?\d[\d.]*$/.test(reais.text) || !/^\d{1,2}$/.test(centavos.text))
    return undefined;
  const given = shown(`${reais.text},${centavos.text}`);
  return { offset: reais.offset, problem: { kind: "decimal_comma", given } };
}
