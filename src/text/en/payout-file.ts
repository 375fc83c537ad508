import type { PayoutFault, PayoutFaultFacts, PayoutFaultKind } from "../../domain/payout-fault.ts";
import type { PixKeyProblem } from "../../domain/pix-key.ts";
import { values } from "./values.ts";

export const payoutFile = {
  /** What is wrong with a payout file and how to mend it; the place stands before it. */
  problem: <Kind extends PayoutFaultKind>(problem: PayoutFault<Kind>): string =>
    payoutFaults[problem.kind](problem),
};

const csvUtf8 = 'save it from the spreadsheet as "CSV UTF-8".';
const asText = "Set the column's format to text in the spreadsheet, type the value again and save.";
const doubleQuotes = 'put the value in quotes and double those inside it, as in "a ""b"" c".';

const payoutFaults: {
  readonly [Kind in PayoutFaultKind]: (facts: PayoutFaultFacts[Kind]) => string;
} = {
  workbook: () => `This is a workbook, not text: ${csvUtf8}`,
  utf16: () => `This text is UTF-16, not UTF-8: ${csvUtf8}`,
  not_utf8: () => `This character is not UTF-8, nor is the file: ${csvUtf8}`,
  empty_file: () =>
    "The file is empty: its first line names the columns, such as id,amount,pix_key.",
  line_too_long: ({ bytesMax }) =>
    `This line is longer than ${bytesMax} bytes: give each payment a line of its own.`,
  row_too_long: ({ bytesMax }) =>
    `A quote opens here and does not close within ${bytesMax} bytes: close it, or delete it.`,
  separator_unknown: ({ found }) =>
    found === "both"
      ? "The first line has both commas and semicolons between its columns: use one of them."
      : "The first line has neither a comma nor a semicolon: name the columns, such as id,amount,pix_key.",
  name_unnamed: () => "This column has no name: name it in the first line, or delete it.",
  name_unknown: ({ part, name, near }) =>
    near === undefined
      ? `No ${part} is called ${name}: delete it, or call it id, amount, pix_key, key_type or description.`
      : `No ${part} is called ${name}: write ${near}, or delete it.`,
  name_repeated: ({ part, name }) => `The ${part} ${name} is there twice: keep one of them.`,
  name_missing: ({ part, names }) =>
    `There is no ${part} ${names.join(" and no ")}: add what is missing, for every payment needs it.`,
  row_empty: () => "This row has no values: fill it in, or delete the whole line.",
  carriage_return: () =>
    "A line end of an old Mac stands here: save the file with the line ends of Windows or Unix.",
  quote_unclosed: () => "A quote opens here and never closes: close it, or delete it.",
  quote_inside: () => `A quote stands inside this value: delete it, or ${doubleQuotes}`,
  text_after_quote: () => `Text stands after a closing quote: delete it, or ${doubleQuotes}`,
  cell_count: ({ found, wanted }) =>
    `This row has ${found} ${found === 1 ? "value" : "values"} ` +
    `where the first line has ${wanted} columns: ` +
    (found > wanted
      ? "put a value that holds a comma or semicolon in quotes, and delete what is too much."
      : "add those that are missing, empty where there is nothing to say."),
  decimal_comma: ({ given }) =>
    `The comma of ${given} was taken for the end of a column: write "${given}" in quotes.`,
  json_not_object: () =>
    'This line is no JSON object: write one payment a line, as in {"id":"1","amount":"19.90","pix_key":"…"}.',
  json_unfinished: () =>
    "The line ends before its JSON object does: write the whole object in one line, to its closing brace.",
  json_string: () =>
    "This text is not valid JSON: write a backslash as \\\\, a line break as \\n and a tab as \\t.",
  json_value: () =>
    "This value is not valid JSON: put text in quotes, and write a number as 19.90.",
  json_expected: ({ expected }) => jsonExpected[expected],
  json_nested: () => "This value is an object or a list: write one text in quotes instead.",
  json_type: ({ column }) =>
    column === "amount"
      ? 'The amount is neither a number nor text: write 19.90 or "19.90".'
      : `The ${column} is not text: put it in quotes.`,
  empty: ({ column }) => `The ${column} is empty: every payment needs one.`,
  character: ({ codePoint, place }) =>
    `Character ${place} of this value is ${characterName(codePoint)}: delete it, or type the value again.`,
  id_spaces: () => "The id begins or ends with a space: delete the space.",
  too_long: ({ column, charactersMax }) =>
    `The ${column} has more than ${charactersMax} characters: shorten it.`,
  key_type: ({ given, near }) =>
    `${given} is no type of Pix key: ` +
    (near === undefined
      ? "write cpf, cnpj, email, phone or evp, or leave it empty."
      : `write ${near}, or leave it empty.`),
  amount: ({ problem, given }) => `The amount ${values.money(problem, given)}.`,
  pix_key: ({ problem, given, kinds }) => payoutKeyProblem(problem, given, kinds),
  damage_error: ({ given }) =>
    `${given} is an error of the spreadsheet: mend the cell there, and save the file again.`,
  damage_formula: ({ given }) =>
    `${given} is a formula: put its result into the cell as a value, and save the file again.`,
  damage_apostrophe: ({ given }) =>
    `${given} begins with an apostrophe, which a spreadsheet put there: delete the apostrophe.`,
  damage_scientific: ({ given }) =>
    `A spreadsheet has shortened a long number to ${given}, and digits may be lost. ${asText}`,
  damage_date: ({ given }) =>
    `${given} is a date: a spreadsheet may have made it of an amount. ${asText}`,
  damage_zeros: ({ document, given, meant }) =>
    `${given} looks like the ${document.toUpperCase()} ${meant} without its leading zeros, ` +
    `which a spreadsheet takes away. ${asText}`,
  damage_plus: ({ given, meant }) =>
    `${given} looks like the phone ${meant} without its plus, which a spreadsheet takes away. ${asText}`,
};

const jsonExpected = {
  name: "The name of a field in quotes is missing here: delete a comma too many, and write amounts as 19.90.",
  colon: "A colon is missing here, between the name of a field and its value.",
  comma: "A comma is missing here, or the closing brace: put one between two fields.",
  end: "Something stands after the object: give each payment a line of its own, and no comma after it.",
};

function characterName(codePoint: number): string {
  if (codePoint === 0x0a || codePoint === 0x0d) return "a line break";
  if (codePoint === 0x09) return "a tab";
  return `one that cannot be seen (U+${codePoint.toString(16).toUpperCase().padStart(4, "0")})`;
}

function payoutKeyProblem(problem: PixKeyProblem, given: string, kinds: readonly string[]): string {
  switch (problem) {
    case "empty":
      return "The pix_key is empty: every payment needs one.";
    case "ambiguous":
      return `${given} can be more than one type of key: write ${kinds.join(" or ")} in key_type.`;
    case "email_too_long":
      return "This e-mail has more than 77 characters, which no Pix key has: see that it was copied right.";
    case "not_a_key":
      return `${given} is no Pix key: write a CPF, CNPJ, e-mail, phone (+5511999998888) or random key.`;
    case "cpf":
    case "cnpj":
    case "email":
    case "phone":
    case "evp":
      return `${given} is not a valid key of type ${problem}: copy it again, with all its digits.`;
  }
}
