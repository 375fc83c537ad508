import { parseDocument } from "../../domain/document.ts";
import type { PayoutColumn, PayoutFault } from "../../domain/payout-fault.ts";
import { parsePixKey } from "../../domain/pix-key.ts";
import type { PixKeyKind } from "../../domain/pix-key.ts";
import { shown } from "./characters.ts";

/** #REF!, #NOME?, #N/A, #N/D in Portuguese, ##### of a column too narrow, Err:502 of LibreOffice. */
const ERROR_VALUE = /^(?:#[\p{L}\d/_]+[!?]|#N\/?[AD]|#{2,}|Err[o]?:\d{3})$/iu;

/** As spreadsheets write it, always with a sign: 12E3 may be a merchant's own id. */
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;

const MONTH =
  "(?:jan|fev|feb|mar|abr|apr|mai|may|jun|jul|ago|aug|set|sep|out|oct|nov|dez|dec)[a-zç]*\\.?";
const DATES = [
  /^\d{1,4}[/-]\d{1,2}(?:[/-]\d{1,4})?(?:[ T]\d{1,2}:.*)?$/,
  /^\d{1,2}\.\d{1,2}\.\d{2,4}$/,
  new RegExp(`^\\d{1,2}[ /.-](?:de )?${MONTH}(?:[ /.-](?:de )?\\d{2,4})?$`, "i"),
  new RegExp(`^${MONTH}[ /.-](?:de )?\\d{1,4}$`, "i"),
];

/** What a spreadsheet has done to a value of any column; undefined when it looks untouched. */
export function damage(text: string, column: PayoutColumn): PayoutFault | undefined {
  const typed = text.trim();
  const given = shown(typed);
  if (typed.startsWith("=")) return { kind: "damage_formula", given };
  if (ERROR_VALUE.test(typed)) return { kind: "damage_error", given };
  // Words may begin with an apostrophe.
  if (column === "description") return undefined;
  if (typed.startsWith("'")) return { kind: "damage_apostrophe", given };
  // An amount with an exponent is told as such by the reader of amounts.
  if (column !== "amount" && SCIENTIFIC.test(typed)) return { kind: "damage_scientific", given };
  return undefined;
}

/** An amount that has become a date, as 19.11 becomes 19/nov. */
export function dateDamage(text: string): PayoutFault | undefined {
  const typed = text.trim();
  if (!DATES.some((date) => date.test(typed))) return undefined;
  return { kind: "damage_date", given: shown(typed) };
}

/**
 * Bare digits that were a key until a spreadsheet took them for a number. Thirteen digits that are both a
 * phone without its plus and a CNPJ without its zero are left to the reader of keys, which calls them
 * ambiguous. Where the file says that they are a phone, nothing is guessed.
 */
export function keyDamage(typed: string, kind: PixKeyKind | undefined): PayoutFault | undefined {
  if (!/^\d{9,13}$/.test(typed)) return undefined;
  const zeros = zerosDamage(typed, kind);
  const phone = kind === undefined ? parsePixKey(typed, "phone") : undefined;
  // Of eleven digits nothing is missing; thirteen begin with the 55 of the country.
  if (phone?.ok !== true || typed.length !== 13) return zeros;
  if (zeros !== undefined) return undefined;
  return { kind: "damage_plus", given: typed, meant: phone.value.key };
}

function zerosDamage(typed: string, kind: PixKeyKind | undefined): PayoutFault | undefined {
  const document = typed.length <= 10 ? "cpf" : "cnpj";
  if (typed.length === 11 || (kind !== undefined && kind !== document)) return undefined;
  const meant = typed.padStart(document === "cpf" ? 11 : 14, "0");
  if (!parseDocument(meant).ok) return undefined;
  return { kind: "damage_zeros", document, given: typed, meant };
}
