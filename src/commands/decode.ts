import type { Context } from "../context.ts";
import { parseBrCode } from "../domain/brcode.ts";
import type { BrCode } from "../domain/brcode.ts";
import { toReais } from "../domain/money.ts";
import { UsageError } from "../errors.ts";
import { readAll } from "../terminal/stdin.ts";
import { cell } from "../terminal/cell.ts";
import type { Field } from "../terminal/table.ts";
import { toJson } from "../terminal/json.ts";
import type { Text } from "../text/text.ts";

/** Far more than the 512 bytes of the longest code, and far less than a mistaken file. */
const INPUT_BYTES_MAX = 64 * 1024;

/** Shows what a copy-and-paste code says; asks nobody. */
export async function decode(
  context: Context,
  { code }: { readonly code?: string },
): Promise<void> {
  const { text, output } = context;
  const payload = code === undefined || code === "-" ? await piped(context) : code;
  const parsed = parseBrCode(payload.trim());
  if (!parsed.ok) throw new UsageError(text.brcode.invalid(text.brcode.problem(parsed.problem)));
  const found = documentOf(parsed.value);
  for (const warning of parsed.value.warnings) output.warn(text.brcode.warning(warning));
  await output.record({ raw: found, text: toJson(found) }, fieldsOf(parsed.value, text));
}

async function piped(context: Context): Promise<string> {
  const { host, text } = context;
  if (host.stdin.isTTY === true) throw new UsageError(text.brcode.noCode);
  const read = await readAll(host.stdin, { bytesMax: INPUT_BYTES_MAX, signal: context.signal });
  if (read === undefined) throw new UsageError(text.brcode.inputTooLong(INPUT_BYTES_MAX));
  return read;
}

/** The JSON of a code; a name of its own for everything, and the tree of all fields as it was read. */
function documentOf(code: BrCode): Record<string, unknown> {
  return {
    type: code.type,
    key: code.key ?? null,
    url: code.url ?? null,
    recurrence_url: code.rec ?? null,
    amount: code.amountCents === undefined ? null : toReais(code.amountCents),
    name: code.name,
    city: code.city,
    txid: code.txid,
    description: code.description ?? null,
    postal_code: code.postalCode ?? null,
    merchant_category: code.mcc,
    single_use: code.pointOfInitiation === "12",
    crc: code.crc,
    warnings: code.warnings,
    fields: code.fields,
  };
}

function fieldsOf(code: BrCode, text: Text): readonly Field[] {
  const label = text.brcode.labels;
  const optional = (key: string, name: string, value: string | undefined): Field[] =>
    value === undefined ? [] : [{ key, label: name, cell: cell.text(value) }];
  return [
    { key: "type", label: label.type, cell: cell.text(code.type) },
    ...optional("key", label.key, code.key),
    ...optional("url", label.url, code.url),
    ...optional("recurrence_url", label.recurrence, code.rec),
    { key: "amount", label: label.amount, cell: cell.money(code.amountCents) },
    { key: "name", label: label.name, cell: cell.text(code.name) },
    { key: "city", label: label.city, cell: cell.text(code.city) },
    { key: "txid", label: label.txid, cell: cell.text(code.txid) },
    ...optional("description", label.description, code.description),
    ...optional("postal_code", label.postalCode, code.postalCode),
    { key: "crc", label: label.crc, cell: cell.text(code.crc) },
  ];
}
