import { countCharacters, type Field } from "./tlv.ts";

/** The globally unique identifier of Pix; codes write it in either case. */
export const pixIdentifier = "br.gov.bcb.pix";

/** EMV allows 512 bytes for a whole code. */
export const brCodeBytesMax = 512;
export const nameLengthMax = 25;
export const cityLengthMax = 15;

export const amountLengthMax = 13;
const locationLengthMax = 77;

export type FieldProblem =
  | "pfi"
  | "initiation"
  | "mcc"
  | "currency"
  | "amount"
  | "country"
  | "name"
  | "name_len"
  | "city"
  | "city_len"
  | "txid";

export type LocationProblem = "url_scheme" | "url_shape";

interface Rule {
  readonly id: string;
  readonly problem: FieldProblem;
  readonly holds: (value: string | undefined) => boolean;
}

/**
 * What each field of a code must be: EMV QRCPS Merchant-Presented Mode, and the Banco Central's Manual
 * de Padrões para Iniciação do Pix. Published codes decide what the two leave open: `10.` is an amount.
 */
const rules: readonly Rule[] = [
  { id: "00", problem: "pfi", holds: (value) => value === "01" },
  { id: "01", problem: "initiation", holds: (value = "11") => value === "11" || value === "12" },
  { id: "52", problem: "mcc", holds: (value = "") => /^\d{4}$/.test(value) },
  { id: "53", problem: "currency", holds: (value) => value === "986" },
  { id: "54", problem: "amount", holds: (value = "0") => isAmount(value) },
  { id: "58", problem: "country", holds: (value) => value === "BR" },
  { id: "59", problem: "name", holds: (value = "") => value.trim() !== "" },
  { id: "59", problem: "name_len", holds: (value = "") => countCharacters(value) <= nameLengthMax },
  { id: "60", problem: "city", holds: (value = "") => value.trim() !== "" },
  { id: "60", problem: "city_len", holds: (value = "") => countCharacters(value) <= cityLengthMax },
];

/** The first rule that the fields of a code break, apart from those on the receiver's key or URL. */
export function findBrokenRule(fields: readonly Field[]): FieldProblem | undefined {
  if (fields[0]?.id !== "00") return "pfi";
  const broken = rules.find(({ id, holds }) => !holds(valueOf(fields, id)));
  if (broken !== undefined) return broken.problem;
  return isTxid(txidOf(fields)) ? undefined : "txid";
}

/** A location is written without its scheme: a host with a dot, and a path. */
export function findLocationProblem(url: string): LocationProblem | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return "url_scheme";
  const shaped = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d{1,5})?\/[!-~]+$/i.test(url);
  return shaped && url.length <= locationLengthMax ? undefined : "url_shape";
}

export function valueOf(fields: readonly Field[], id: string): string | undefined {
  return fields.find((field) => field.id === id)?.value;
}

export function txidOf(fields: readonly Field[]): string {
  const additional = fields.find(({ id }) => id === "62");
  return valueOf(additional?.fields ?? [], "05") ?? "";
}

/** A hyphen breaks the manual's `[a-zA-Z0-9]`, but stands in the manual's own example: it only warns. */
function isTxid(txid: string): boolean {
  return txid === "***" || /^[A-Za-z0-9-]{1,25}$/.test(txid);
}

function isAmount(value: string): boolean {
  return value.length <= amountLengthMax && /^\d+(?:\.\d{0,2})?$/.test(value);
}
