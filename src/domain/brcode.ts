import {
  brCodeBytesMax,
  type FieldProblem,
  findBrokenRule,
  findLocationProblem,
  type LocationProblem,
  pixIdentifier,
  txidOf,
  valueOf,
} from "./brcode-rules.ts";
import { checksumOf } from "./checksum.ts";
import { fromReais } from "./money.ts";
import { accepted, type Parsed, refused } from "./parsed.ts";
import { type Field, readFields, type TlvProblem } from "./tlv.ts";
import { holdsControls } from "./unseen.ts";

/** `rec` is the location of a recurrence (Pix Automático), alone or beside a key or a URL. */
export type BrCodeType = "static" | "dynamic" | "rec" | "static+rec" | "dynamic+rec";

/** What is against the rules, and what readers nevertheless accept. */
export type BrCodeWarning =
  | "txid_charset"
  | "single_use_static"
  | "non_ascii"
  | "amount_zero"
  | "crc_lower_case";

export interface BrCode {
  readonly type: BrCodeType;
  /** The Pix key as the code writes it: neither normalized nor checked. */
  readonly key: string | undefined;
  /** The location of a dynamic charge, without its scheme. */
  readonly url: string | undefined;
  readonly rec: string | undefined;
  readonly name: string;
  readonly city: string;
  readonly txid: string;
  readonly crc: string;
  readonly amountCents: number | undefined;
  readonly description: string | undefined;
  readonly mcc: string;
  readonly postalCode: string | undefined;
  /** `12` says that the code is for one payment, `11` that it is not. */
  readonly pointOfInitiation: "11" | "12" | undefined;
  readonly warnings: readonly BrCodeWarning[];
  /** Every field in its order, the checksum included. */
  readonly fields: readonly Field[];
}

export type BrCodeProblem =
  | "empty"
  | "too_long"
  | "no_crc"
  | "crc"
  | "charset"
  | TlvProblem
  | "dup"
  | FieldProblem
  | LocationProblem
  | "not_pix"
  | "no_key_url"
  | "key_and_url";

interface Receiver {
  readonly key: string | undefined;
  readonly url: string | undefined;
  readonly rec: string | undefined;
  readonly description: string | undefined;
}

/** The last eight characters: id 63, length 04 and the checksum of all before it and of `6304` itself. */
const checksumFieldLength = 8;

/**
 * Reads a copy-and-paste code strictly: checksum first, then its structure, then every field. The text is
 * taken as it is; spaces around it make it another code.
 */
export function parseBrCode(payload: string): Parsed<BrCode, BrCodeProblem> {
  const damage = findDamage(payload);
  if (damage !== undefined) return refused(damage);
  const tree = readTree(payload);
  if (!tree.ok) return tree;
  const fields = tree.value;
  const broken = findBrokenRule(fields);
  if (broken !== undefined) return refused(broken);
  const receiver = readReceiver(fields);
  if (!receiver.ok) return receiver;
  return accepted({
    ...receiver.value,
    type: typeOf(receiver.value),
    name: valueOf(fields, "59") ?? "",
    city: valueOf(fields, "60") ?? "",
    txid: txidOf(fields),
    crc: payload.slice(-4).toUpperCase(),
    amountCents: fromReais(valueOf(fields, "54")?.replace(/\.$/, "")),
    mcc: valueOf(fields, "52") ?? "",
    postalCode: valueOf(fields, "61"),
    pointOfInitiation: pointOfInitiation(fields),
    warnings: findWarnings(payload, fields, receiver.value),
    fields,
  });
}

function findDamage(payload: string): BrCodeProblem | undefined {
  if (payload === "") return "empty";
  if (payload.length > brCodeBytesMax) return "too_long";
  if (new TextEncoder().encode(payload).length > brCodeBytesMax) return "too_long";
  if (!/6304[0-9A-Fa-f]{4}$/.test(payload)) return "no_crc";
  if (checksumOf(payload.slice(0, -4)) !== payload.slice(-4).toUpperCase()) return "crc";
  // Half a surrogate pair has no UTF-8 bytes of its own, so the checksum says nothing about it.
  return holdsControls(payload) ? "charset" : undefined;
}

function readTree(payload: string): Parsed<readonly Field[], TlvProblem | "dup"> {
  const body = readFields(payload.slice(0, -checksumFieldLength));
  if (!body.ok) return body;
  const fields: Field[] = [];
  for (const field of body.value) {
    const nested = nest(field, templateOf(field.id));
    if (!nested.ok) return nested;
    fields.push(nested.value);
  }
  fields.push({ id: "63", value: payload.slice(-4) });
  return hasDuplicate(fields) ? refused("dup") : accepted(fields);
}

type Template = "pix" | "foreign" | undefined;

/**
 * Pix reads accounts (26-51), additional data (62) and the free templates (80-99). It does not read 64,
 * the name in another language.
 */
function templateOf(id: string): Template {
  if (id === "62" || (id >= "26" && id <= "51") || id >= "80") return "pix";
  return id === "64" ? "foreign" : undefined;
}

function nest(field: Field, template: Template): Parsed<Field, TlvProblem | "dup"> {
  if (template === undefined) return accepted(field);
  const inner = readFields(field.value);
  // What Pix does not read need not be well formed.
  if (!inner.ok) return template === "foreign" ? accepted(field) : inner;
  if (template === "pix" && hasDuplicate(inner.value)) return refused("dup");
  const fields: Field[] = [];
  for (const child of inner.value) {
    const deeper = nest(child, field.id === "62" && child.id >= "50" ? "foreign" : undefined);
    if (!deeper.ok) return deeper;
    fields.push(deeper.value);
  }
  return accepted({ ...field, fields });
}

function hasDuplicate(fields: readonly Field[]): boolean {
  return new Set(fields.map(({ id }) => id)).size < fields.length;
}

function readReceiver(
  fields: readonly Field[],
): Parsed<Receiver, LocationProblem | "dup" | "not_pix" | "no_key_url" | "key_and_url"> {
  const accounts = pixTemplates(fields, "26", "51");
  const recurrences = pixTemplates(fields, "80", "99");
  if (accounts.length > 1 || recurrences.length > 1) return refused("dup");
  const account = accounts[0]?.fields;
  if (account === undefined) return refused("not_pix");
  const receiver = {
    key: valueOf(account, "01"),
    url: valueOf(account, "25"),
    rec: valueOf(recurrences[0]?.fields ?? [], "25"),
    description: valueOf(account, "02"),
  };
  const { key, url, rec } = receiver;
  if (key !== undefined && url !== undefined) return refused("key_and_url");
  if (key === "" || (key ?? url ?? rec) === undefined) return refused("no_key_url");
  for (const location of [url, rec]) {
    const problem = location === undefined ? undefined : findLocationProblem(location);
    if (problem !== undefined) return refused(problem);
  }
  return accepted(receiver);
}

function pixTemplates(fields: readonly Field[], from: string, to: string): readonly Field[] {
  return fields.filter(
    ({ id, fields: inner = [] }) =>
      id >= from && id <= to && valueOf(inner, "00")?.toLowerCase() === pixIdentifier,
  );
}

function typeOf({ key, url, rec }: Receiver): BrCodeType {
  if (key === undefined && url === undefined) return "rec";
  const base = key === undefined ? "dynamic" : "static";
  return rec === undefined ? base : `${base}+rec`;
}

function pointOfInitiation(fields: readonly Field[]): "11" | "12" | undefined {
  const value = valueOf(fields, "01");
  return value === "11" || value === "12" ? value : undefined;
}

function findWarnings(
  payload: string,
  fields: readonly Field[],
  { key }: Receiver,
): readonly BrCodeWarning[] {
  const amount = valueOf(fields, "54");
  const warnings: BrCodeWarning[] = [];
  if (txidOf(fields).includes("-")) warnings.push("txid_charset");
  if (key !== undefined && pointOfInitiation(fields) === "12") warnings.push("single_use_static");
  if (/[^ -~]/.test(payload)) warnings.push("non_ascii");
  if (amount !== undefined && !/[1-9]/.test(amount)) warnings.push("amount_zero");
  if (/[a-f]/.test(payload.slice(-4))) warnings.push("crc_lower_case");
  return warnings;
}
