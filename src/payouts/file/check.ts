import { parseMoney } from "../../domain/money.ts";
import type { MoneyProblem } from "../../domain/money.ts";
import type { PayoutColumn, PayoutFault } from "../../domain/payout-fault.ts";
import { accepted, refused } from "../../domain/parsed.ts";
import type { Parsed } from "../../domain/parsed.ts";
import { parsePixKey, pixKeyKinds } from "../../domain/pix-key.ts";
import type { PixKey, PixKeyKind } from "../../domain/pix-key.ts";
import { nearest } from "../../profiles/nearest.ts";
import { characterFault, isLonger, shown } from "./characters.ts";
import { damage, dateDamage, keyDamage } from "./damage.ts";
import type { Fault, FileRow } from "./item.ts";

const idCharactersMax = 128;
const descriptionCharactersMax = 140;

/** A value as the file has it, and where it begins in the row's text. */
export interface Written {
  readonly text: string;
  readonly offset: number;
  /** The text is the source of a JSON number. */
  readonly number?: boolean;
}

/** What the file has for each name; undefined also where a fault is known already. */
export type WrittenRow = Readonly<Record<PayoutColumn, Written | undefined>>;

export type CheckedRow =
  | { readonly ok: true; readonly values: Omit<FileRow, "line"> }
  | { readonly ok: false; readonly faults: readonly Fault[] };

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: PayoutFault };

interface SaidKind {
  readonly kind: PixKeyKind | undefined;
}

/** Where the file says no kind. */
const NO_KIND: Written = { text: "", offset: 0 };

/** Checks every value, so that all faults of a row are told at once; `known` are those of its structure. */
export function checkRow(written: WrittenRow, known: readonly Fault[]): CheckedRow {
  const faults = [...known];
  const take = <T>(at: Written | undefined, read: (at: Written) => Read<T>): T | undefined => {
    if (at === undefined) return undefined;
    const result = read(at);
    if (result.ok) return result.value;
    faults.push({ offset: at.offset, problem: result.problem });
    return undefined;
  };
  const id = take(written.id, readId);
  const amountCents = take(written.amount, readAmount);
  const kind = take(written.key_type ?? NO_KIND, readKind);
  const pixKey = take(written.pix_key, (at) => readKey(at, kind));
  const description = take(written.description, readDescription);
  if (faults.length > 0) return { ok: false, faults };
  if (id === undefined || amountCents === undefined || pixKey === undefined) {
    throw new Error("a value of a payout is missing and no fault tells it");
  }
  return { ok: true, values: { id, amountCents, pixKey, description: description?.text } };
}

function readId({ text }: Written): Read<string> {
  const problem = commonFault(text, "id");
  if (problem !== undefined) return wrong(problem);
  if (text.trim() !== text) return wrong({ kind: "id_spaces" });
  if (!isLonger(text, idCharactersMax)) return accepted(text);
  return wrong({ kind: "too_long", column: "id", charactersMax: idCharactersMax });
}

function readAmount({ text, number = false }: Written): Read<number> {
  const problem = commonFault(text, "amount");
  if (problem !== undefined) return wrong(problem);
  const parsed = number ? parseNumber(text) : parseMoney(text);
  if (parsed.ok) return parsed;
  const date = dateDamage(text);
  return wrong(date ?? { kind: "amount", problem: parsed.problem, given: shown(text) });
}

/** A JSON number by its own text. Its point stands before decimals alone: 19.999 cannot mean thousands. */
function parseNumber(source: string): Parsed<number, MoneyProblem> {
  return /^\d+\.\d{3,}$/.test(source) ? refused("too_many_decimals") : parseMoney(source);
}

/** The kind that was said; none for an empty text, so the answer is an object in either case. */
function readKind({ text }: Written): Read<SaidKind> {
  const hidden = characterFault(text);
  if (hidden !== undefined) return wrong(hidden);
  const said = text.trim();
  const kind = pixKeyKinds.find((kind) => kind === said);
  if (said === "" || kind !== undefined) return accepted({ kind });
  const word = nearest(shown(said), pixKeyKinds);
  const near = pixKeyKinds.find((kind) => kind === word);
  return wrong({ kind: "key_type", given: shown(said), near });
}

/** Without `said`, which is faulty itself, only what is wrong with a key of any kind is told. */
function readKey({ text }: Written, said: SaidKind | undefined): Read<PixKey | undefined> {
  const common = commonFault(text, "pix_key");
  if (common !== undefined) return wrong(common);
  if (said === undefined) return accepted(undefined);
  const problem = keyDamage(text.trim(), said.kind);
  if (problem !== undefined) return wrong(problem);
  const parsed = parsePixKey(text, said.kind);
  if (parsed.ok) return parsed;
  const kinds = "kinds" in parsed ? parsed.kinds : [];
  return wrong({ kind: "pix_key", problem: parsed.problem, given: shown(text.trim()), kinds });
}

function readDescription({ text }: Written): Read<{ readonly text: string | undefined }> {
  const problem = commonFault(text, "description");
  if (problem?.kind === "empty") return accepted({ text: undefined });
  if (problem !== undefined) return wrong(problem);
  if (!isLonger(text, descriptionCharactersMax)) return accepted({ text });
  const charactersMax = descriptionCharactersMax;
  return wrong({ kind: "too_long", column: "description", charactersMax });
}

function commonFault(text: string, column: PayoutColumn): PayoutFault | undefined {
  const hidden = characterFault(text);
  if (hidden !== undefined) return hidden;
  return text.trim() === "" ? { kind: "empty", column } : damage(text, column);
}

function wrong(problem: PayoutFault): { readonly ok: false; readonly problem: PayoutFault } {
  return { ok: false, problem };
}
