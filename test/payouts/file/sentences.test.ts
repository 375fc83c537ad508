import { describe, expect, it } from "vitest";
import type { PayoutFault, PayoutFaultKind } from "../../../src/domain/payout-fault.ts";
import { en } from "../../../src/text/en.ts";

const given = "x";
/** One of each kind; a kind that is missing here does not compile. */
const samples: { readonly [Kind in PayoutFaultKind]: PayoutFault<Kind> } = {
  workbook: { kind: "workbook" },
  utf16: { kind: "utf16" },
  not_utf8: { kind: "not_utf8" },
  empty_file: { kind: "empty_file" },
  line_too_long: { kind: "line_too_long", bytesMax: 65_536 },
  row_too_long: { kind: "row_too_long", bytesMax: 65_536 },
  separator_unknown: { kind: "separator_unknown", found: "both" },
  name_unnamed: { kind: "name_unnamed" },
  name_unknown: { kind: "name_unknown", part: "column", name: "pixkey", near: "pix_key" },
  name_repeated: { kind: "name_repeated", part: "field", name: "id" },
  name_missing: { kind: "name_missing", part: "column", names: ["id", "amount"] },
  row_empty: { kind: "row_empty" },
  carriage_return: { kind: "carriage_return" },
  quote_unclosed: { kind: "quote_unclosed" },
  quote_inside: { kind: "quote_inside" },
  text_after_quote: { kind: "text_after_quote" },
  cell_count: { kind: "cell_count", found: 1, wanted: 3 },
  decimal_comma: { kind: "decimal_comma", given: "19,90" },
  json_not_object: { kind: "json_not_object" },
  json_unfinished: { kind: "json_unfinished" },
  json_string: { kind: "json_string" },
  json_value: { kind: "json_value" },
  json_expected: { kind: "json_expected", expected: "comma" },
  json_nested: { kind: "json_nested" },
  json_type: { kind: "json_type", column: "pix_key" },
  empty: { kind: "empty", column: "id" },
  character: { kind: "character", codePoint: 0x202e, place: 3 },
  id_spaces: { kind: "id_spaces" },
  too_long: { kind: "too_long", column: "description", charactersMax: 140 },
  key_type: { kind: "key_type", given: "CPF", near: "cpf" },
  amount: { kind: "amount", problem: "ambiguous", given: "1.234" },
  pix_key: { kind: "pix_key", problem: "ambiguous", given: "51998259765", kinds: ["cpf", "phone"] },
  damage_error: { kind: "damage_error", given: "#REF!" },
  damage_formula: { kind: "damage_formula", given: "=A1" },
  damage_apostrophe: { kind: "damage_apostrophe", given: "'1" },
  damage_scientific: { kind: "damage_scientific", given: "5,51E+12" },
  damage_date: { kind: "damage_date", given: "19/nov" },
  damage_zeros: {
    kind: "damage_zeros",
    document: "cpf",
    given: "1234567890",
    meant: "01234567890",
  },
  damage_plus: { kind: "damage_plus", given: "5551998259765", meant: "+5551998259765" },
};

const further: readonly PayoutFault[] = [
  { kind: "separator_unknown", found: "none" },
  { kind: "name_unknown", part: "field", name: "valor", near: undefined },
  { kind: "cell_count", found: 5, wanted: 3 },
  { kind: "json_expected", expected: "name" },
  { kind: "json_expected", expected: "colon" },
  { kind: "json_expected", expected: "end" },
  { kind: "json_type", column: "amount" },
  { kind: "character", codePoint: 10, place: 1 },
  { kind: "character", codePoint: 9, place: 1 },
  { kind: "key_type", given, near: undefined },
  ...(["sign", "exponent", "too_many_decimals", "zero", "not_money", "too_large"] as const).map(
    (problem) => ({ kind: "amount", problem, given }) as const,
  ),
  ...(["cpf", "cnpj", "email", "phone", "evp", "not_a_key", "email_too_long"] as const).map(
    (problem) => ({ kind: "pix_key", problem, given, kinds: [] }) as const,
  ),
];

describe("the sentence for a fault of a payout file", () => {
  it.each([...Object.values(samples), ...further])(
    "is whole and says more than the fault: $kind",
    (fault) => {
      const sentence = en.payoutFile.problem(fault);
      expect(sentence).toMatch(/^[^\n]{20,200}[.]$/);
      expect(sentence).not.toMatch(/undefined|\[object|_of_|null/);
    },
  );

  it.each<[PayoutFaultKind, string]>([
    ["name_unknown", "No column is called pixkey: write pix_key, or delete it."],
    [
      "decimal_comma",
      'The comma of 19,90 was taken for the end of a column: write "19,90" in quotes.',
    ],
    [
      "cell_count",
      "This row has 1 value where the first line has 3 columns: add those that are missing, " +
        "empty where there is nothing to say.",
    ],
    ["key_type", "CPF is no type of Pix key: write cpf, or leave it empty."],
    ["pix_key", "51998259765 can be more than one type of key: write cpf or phone in key_type."],
    [
      "character",
      "Character 3 of this value is one that cannot be seen (U+202E): delete it, or type the value again.",
    ],
    [
      "damage_zeros",
      "1234567890 looks like the CPF 01234567890 without its leading zeros, " +
        "which a spreadsheet takes away. " +
        "Set the column's format to text in the spreadsheet, type the value again and save.",
    ],
  ])("says what to do: %s", (kind, sentence) => {
    expect(en.payoutFile.problem(samples[kind])).toBe(sentence);
  });
});
