import type { MoneyProblem } from "./money.ts";
import type { PixKeyKind, PixKeyProblem } from "./pix-key.ts";

export const payoutColumns = ["id", "amount", "pix_key", "key_type", "description"] as const;
/** The name of a value of a payout: a column of a CSV file, a field of a JSON object. */
export type PayoutColumn = (typeof payoutColumns)[number];

/**
 * What can be wrong with a payout file, and the facts that the sentence for it needs. A text from the
 * file (`given`, `name`) is there to be shown: it holds no control or format characters, and is cut where
 * it is long.
 */
export interface PayoutFaultFacts {
  // The file is not what it is taken for, or cannot be read on.
  readonly workbook: object;
  readonly utf16: object;
  readonly not_utf8: object;
  readonly empty_file: object;
  readonly line_too_long: { readonly bytesMax: number };
  /** A quote opens here, and its row is longer than a row may be. */
  readonly row_too_long: { readonly bytesMax: number };

  // The names of the columns or fields.
  readonly separator_unknown: { readonly found: "none" | "both" };
  readonly name_unnamed: object;
  readonly name_unknown: {
    readonly part: PayoutPart;
    readonly name: string;
    readonly near: PayoutColumn | undefined;
  };
  readonly name_repeated: { readonly part: PayoutPart; readonly name: PayoutColumn };
  readonly name_missing: { readonly part: PayoutPart; readonly names: readonly PayoutColumn[] };

  // The cells of a row.
  readonly row_empty: object;
  readonly carriage_return: object;
  readonly quote_unclosed: object;
  readonly quote_inside: object;
  readonly text_after_quote: object;
  readonly cell_count: { readonly found: number; readonly wanted: number };
  /** The comma of an amount was taken for the comma between two cells. */
  readonly decimal_comma: { readonly given: string };

  // The JSON of a line.
  readonly json_not_object: object;
  readonly json_unfinished: object;
  readonly json_string: object;
  readonly json_value: object;
  readonly json_expected: { readonly expected: "name" | "colon" | "comma" | "end" };
  readonly json_nested: object;
  readonly json_type: { readonly column: PayoutColumn };

  // The values.
  readonly empty: { readonly column: PayoutColumn };
  /** `place` is the character's within the value, from 1. */
  readonly character: { readonly codePoint: number; readonly place: number };
  readonly id_spaces: object;
  readonly too_long: { readonly column: PayoutColumn; readonly charactersMax: number };
  readonly key_type: { readonly given: string; readonly near: PixKeyKind | undefined };
  readonly amount: { readonly problem: MoneyProblem; readonly given: string };
  readonly pix_key: {
    readonly problem: PixKeyProblem;
    readonly given: string;
    /** What an ambiguous key may be; empty otherwise. */
    readonly kinds: readonly PixKeyKind[];
  };

  // What spreadsheets make of values that they take for something else. It is named, never repaired.
  readonly damage_error: { readonly given: string };
  readonly damage_formula: { readonly given: string };
  readonly damage_apostrophe: { readonly given: string };
  readonly damage_scientific: { readonly given: string };
  readonly damage_date: { readonly given: string };
  readonly damage_zeros: {
    readonly document: "cpf" | "cnpj";
    readonly given: string;
    readonly meant: string;
  };
  readonly damage_plus: { readonly given: string; readonly meant: string };
}

/** What a name names, in the words of the file's format. */
export type PayoutPart = "column" | "field";

export type PayoutFaultKind = keyof PayoutFaultFacts;

/** One fault, told apart by its kind. */
export type PayoutFault<Kind extends PayoutFaultKind = PayoutFaultKind> = {
  readonly [Each in Kind]: { readonly kind: Each } & PayoutFaultFacts[Each];
}[Kind];
