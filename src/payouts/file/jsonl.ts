import type { PayoutColumn } from "../../domain/payout-fault.ts";
import type { Written } from "./check.ts";
import { checkRow } from "./check.ts";
import type { Fault, FileItem, Line, RowReader } from "./item.ts";
import { bodyOf, faultyItem } from "./item.ts";
import type { Member } from "./json-object.ts";
import { scanObject } from "./json-object.ts";
import { columnOf, nameFault, requiredColumns } from "./names.ts";

/** One object a line, blank lines skipped. A faulty line says nothing about the next: it never stops. */
export class JsonlReader implements RowReader {
  readonly stopped = false;

  read(whole: Line): FileItem | undefined {
    const line = whole.number;
    const text = bodyOf(whole);
    if (/^[ \t\r]*$/.test(text)) return undefined;
    const scanned = scanObject(text);
    if (!scanned.ok) return faultyItem(text, line, [scanned.fault]);
    const faults: Fault[] = [];
    const fields = fieldsOf(scanned.members, faults);
    const names = requiredColumns.filter((column) => !fields.has(column));
    if (names.length > 0) {
      const problem = { kind: "name_missing", part: "field", names } as const;
      faults.push({ offset: scanned.at, problem });
    }
    const written = (column: PayoutColumn): Written | undefined => {
      const field = fields.get(column);
      return field === undefined ? undefined : writtenValue(column, field, faults);
    };
    const row = {
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

  end(): FileItem | undefined {
    return undefined;
  }
}

/** The fields by their names; of several with one name the first, and the others are faults. */
function fieldsOf(members: readonly Member[], faults: Fault[]): Map<PayoutColumn, Member> {
  const fields = new Map<PayoutColumn, Member>();
  for (const member of members) {
    const { name, nameAt: offset } = member;
    const column = columnOf(name);
    if (column === undefined) faults.push({ offset, problem: nameFault("field", name) });
    else if (fields.has(column)) {
      faults.push({ offset, problem: { kind: "name_repeated", part: "field", name: column } });
    } else fields.set(column, member);
  }
  return fields;
}

/** Every value is a string; an amount may be a number, and what may be left out may be null. */
function writtenValue(column: PayoutColumn, field: Member, faults: Fault[]): Written | undefined {
  const { at: offset, text, type } = field;
  if (type === "string") return { text, offset };
  if (type === "number" && column === "amount") return { text, offset, number: true };
  const optional = column === "key_type" || column === "description";
  if (optional && type === "literal" && text === "null") return undefined;
  const nested = { kind: "json_nested" } as const;
  const problem = type === "nested" ? nested : ({ kind: "json_type", column } as const);
  faults.push({ offset, problem });
  return undefined;
}
