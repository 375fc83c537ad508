import { describe, expect, it } from "vitest";
import type { PayoutFileFormat } from "../../../src/payouts/file/rows.ts";
import { read, told } from "./reading.ts";

const key = "maria@exemplo.com";
/** As the columns stand in these files; a value that is not given is a good one. */
const good = { id: "a", amount: "1", pix_key: key, key_type: "", description: "" };
type Values = Partial<typeof good>;

/** The row in the second line of a CSV file in which every value is quoted. */
function csv(values: Values): string {
  const row = Object.values({ ...good, ...values }).map(
    (text) => `"${text.replaceAll('"', '""')}"`,
  );
  return `${Object.keys(good).join(",")}\n${row.join(",")}\n`;
}

function jsonl(values: Values): string {
  return `\n${JSON.stringify({ ...good, ...values })}\n`;
}

const formats: readonly (readonly [PayoutFileFormat, (values: Values) => string])[] = [
  ["csv", csv],
  ["jsonl", jsonl],
];

/** What is told of one row in either format, without the place. */
async function faultsOf(values: Values): Promise<unknown> {
  const [one, other] = await Promise.all(
    formats.map(async ([format, write]) => {
      const items = await read(write(values), format);
      return items.flatMap<unknown>((item) =>
        item.ok ? [item.row] : item.problems.map(({ problem }) => problem),
      );
    }),
  );
  expect(one).toEqual(other);
  return one;
}

describe("an id", () => {
  it.each([
    "1",
    "x".repeat(128),
    "\u{1F600}".repeat(128),
    "12E3",
    "#12",
    "a'b",
    "2026-11-01",
    "05/nov",
    "529982247",
    "R$ 5",
    "a=b",
  ])("may be %j", async (id) => {
    expect(await faultsOf({ id })).toMatchObject([{ id }]);
  });

  it.each([
    ["", { kind: "empty", column: "id" }],
    ["  ", { kind: "empty", column: "id" }],
    [" a", { kind: "id_spaces" }],
    ["a\u00A0", { kind: "id_spaces" }],
    ["x".repeat(129), { kind: "too_long", column: "id", charactersMax: 128 }],
    ["\u{1F600}".repeat(129), { kind: "too_long", column: "id", charactersMax: 128 }],
    ["a\u0007", { kind: "character", codePoint: 7, place: 2 }],
    ["a\u200Bb", { kind: "character", codePoint: 0x200b, place: 2 }],
    ["\u{1F600}\u{E0041}", { kind: "character", codePoint: 0xe0041, place: 2 }],
    ["a\u2028b", { kind: "character", codePoint: 0x2028, place: 2 }],
    ["\uE000", { kind: "character", codePoint: 0xe000, place: 1 }],
    ["'007", { kind: "damage_apostrophe", given: "'007" }],
    ["5,51E+12", { kind: "damage_scientific", given: "5,51E+12" }],
    ["5.51E+12", { kind: "damage_scientific", given: "5.51E+12" }],
    ["1e+05", { kind: "damage_scientific", given: "1e+05" }],
    ["-1E-05", { kind: "damage_scientific", given: "-1E-05" }],
    ["#REF!", { kind: "damage_error", given: "#REF!" }],
    ["=A1", { kind: "damage_formula", given: "=A1" }],
  ])("may not be %j", async (id, problem) => {
    expect(await faultsOf({ id })).toEqual([problem]);
  });
});

describe("an amount", () => {
  it.each([
    ["19,90", 1990],
    ["1.234,56", 123_456],
    ["R$ 20", 2000],
    [" 0.01 ", 1],
    ["999999999999.99", 99_999_999_999_999],
  ])("may be %j", async (amount, amountCents) => {
    expect(await faultsOf({ amount })).toMatchObject([{ amountCents }]);
  });

  it.each([
    ["", { kind: "empty", column: "amount" }],
    ["0", { kind: "amount", problem: "zero", given: "0" }],
    ["-5", { kind: "amount", problem: "sign", given: "-5" }],
    ["1.234", { kind: "amount", problem: "ambiguous", given: "1.234" }],
    ["19.9999", { kind: "amount", problem: "too_many_decimals", given: "19.9999" }],
    ["1,5E+03", { kind: "amount", problem: "exponent", given: "1,5E+03" }],
    ["twenty", { kind: "amount", problem: "not_money", given: "twenty" }],
    ["9".repeat(80), { kind: "amount", problem: "too_large", given: `${"9".repeat(60)}…` }],
    ["19.90\uFEFF", { kind: "character", codePoint: 0xfeff, place: 6 }],
    ["1\u206690", { kind: "character", codePoint: 0x2066, place: 2 }],
    ["'19,90", { kind: "damage_apostrophe", given: "'19,90" }],
    ["#VALOR!", { kind: "damage_error", given: "#VALOR!" }],
    ["=SUM(A1)", { kind: "damage_formula", given: "=SUM(A1)" }],
  ])("may not be %j", async (amount, problem) => {
    expect(await faultsOf({ amount })).toEqual([problem]);
  });

  it.each(
    (
      "19/nov|19-nov|19/nov/26|19 de novembro de 2026|19-Nov-2026|nov/26|nov-26|Set/19|1.mai|" +
      "novembro de 2026|2026-11-01|2026-11-01 00:00:00|2026-11-01T00:00:00Z|01/05/2026|1/5/26|" +
      "19/11|2026/11/01|01.05.2026|1.5.26"
    ).split("|"),
  )("may not be %j, which is a date", async (amount) => {
    expect(await faultsOf({ amount })).toEqual([{ kind: "damage_date", given: amount }]);
  });
});

describe("a Pix key", () => {
  it.each([
    ["529.982.247-25", "", "cpf", "52998224725"],
    ["51998259765", "phone", "phone", "+5551998259765"],
    ["5551998259765", "phone", "phone", "+5551998259765"],
    ["5511922000187", "phone", "phone", "+5511922000187"],
    ["55998259765", "", "phone", "+5555998259765"],
    ["11999887766", "", "phone", "+5511999887766"],
    ["00000000000191", "cnpj", "cnpj", "00000000000191"],
    [" Maria@Exemplo.com ", " email ", "email", key],
    ["123E4567-E12B-12D1-A456-426655440000", "evp", "evp", "123e4567-e12b-12d1-a456-426655440000"],
  ])("may be %j of type %j", async (pix_key, key_type, kind, normal) => {
    expect(await faultsOf({ pix_key, key_type })).toMatchObject([
      { pixKey: { kind, key: normal } },
    ]);
  });

  it.each([
    ["", "", { kind: "empty", column: "pix_key" }],
    ["51998259765", "", faulty("ambiguous", "51998259765", ["cpf", "phone"])],
    ["5511922000187", "", faulty("ambiguous", "5511922000187", ["cnpj", "phone"])],
    ["5511922000187", "cnpj", zeros("cnpj", "5511922000187", "05511922000187")],
    ["52998224725", "cnpj", faulty("cnpj", "52998224725")],
    ["fulano", "", faulty("not_a_key", "fulano")],
    ["x".repeat(70), "", faulty("not_a_key", `${"x".repeat(60)}…`)],
    ["maria\u200B@exemplo.com", "", { kind: "character", codePoint: 0x200b, place: 6 }],
    ["\u202Emaria@exemplo.com", "evp", { kind: "character", codePoint: 0x202e, place: 1 }],
    [`${key}\uFEFF`, "", { kind: "character", codePoint: 0xfeff, place: 18 }],
    ["5,51E+12", "", { kind: "damage_scientific", given: "5,51E+12" }],
    ["5.29982E+10", "cpf", { kind: "damage_scientific", given: "5.29982E+10" }],
    ["1E+05", "phone", { kind: "damage_scientific", given: "1E+05" }],
    ["'52998224725", "", { kind: "damage_apostrophe", given: "'52998224725" }],
    ["1234567891", "", faulty("not_a_key", "1234567891")],
    ["1234567891", "cpf", faulty("cpf", "1234567891")],
    ["1234567891", "phone", faulty("phone", "1234567891")],
    [" 5551998259765 ", "", plus("5551998259765", "+5551998259765")],
    ["5551998259765", "cpf", faulty("cpf", "5551998259765")],
    ["=B2", "", { kind: "damage_formula", given: "=B2" }],
  ])("may not be %j of type %j", async (pix_key, key_type, problem) => {
    expect(await faultsOf({ pix_key, key_type })).toEqual([problem]);
  });

  it.each([
    ["cpf", "00111444756", ["111444756"]],
    ["cpf", "01234567890", ["1234567890"]],
    ["cnpj", "00360305000104", ["360305000104"]],
    ["cnpj", "01838723000127", ["1838723000127"]],
  ])("that is the %s %s without its zeros is named", async (document, meant, damaged) => {
    for (const pix_key of damaged) {
      const read = await faultsOf({ pix_key });
      expect(read).toEqual([zeros(document, pix_key, meant)]);
      expect(await faultsOf({ pix_key, key_type: document })).toEqual(read);
    }
  });

  it.each([
    ["CPF", "cpf"],
    ["e-mail", "email"],
    ["telefone", undefined],
    ["aleatória", undefined],
  ])("may not be of type %j, and then its kind is not looked at", async (key_type, near) => {
    const problem = { kind: "key_type", given: key_type, near };
    expect(await faultsOf({ key_type, pix_key: "51998259765" })).toEqual([problem]);
  });

  it("may not be of a type with a hidden character", async () => {
    const problem = { kind: "character", codePoint: 0x200b, place: 4 };
    expect(await faultsOf({ key_type: "cpf\u200B" })).toEqual([problem]);
  });
});

describe("a description", () => {
  it.each(["Salário", "'tis", "x".repeat(140), "\u{1F600}".repeat(140), "19/nov", "1E+05", "# 5!"])(
    "may be %j",
    async (description) => {
      expect(await faultsOf({ description })).toMatchObject([{ description }]);
    },
  );

  it("is none where it is empty", async () => {
    expect(await faultsOf({ description: " " })).toMatchObject([{ description: undefined }]);
  });

  it.each([
    ["x".repeat(141), { kind: "too_long", column: "description", charactersMax: 140 }],
    ["\n", { kind: "character", codePoint: 10, place: 1 }],
    ["two\nlines", { kind: "character", codePoint: 10, place: 4 }],
    ["\u{1F468}\u200D\u{1F469}", { kind: "character", codePoint: 0x200d, place: 2 }],
    ["=1+1", { kind: "damage_formula", given: "=1+1" }],
    ["#N/A", { kind: "damage_error", given: "#N/A" }],
  ])("may not be %j", async (description, problem) => {
    expect(await faultsOf({ description })).toEqual([problem]);
  });
});

describe("an error value of a spreadsheet", () => {
  it.each(
    (
      "#REF!|#N/A|#N/D|#NOME?|#NAME?|#VALUE!|#VALOR!|#DIV/0!|#NUM!|#NÚM!|#NULL!|#NULO!|#SPILL!|#DESPEJAR!|" +
      "#ERROR!|#######|Err:502|#n/d"
    ).split("|"),
  )("is named for every column: %s", async (given) => {
    const problem = { kind: "damage_error", given };
    const values = { id: given, amount: given, pix_key: given, description: given };
    expect(await faultsOf(values)).toEqual([problem, problem, problem, problem]);
  });
});

describe("an unquoted formula", () => {
  it("is told as such in spite of its quotes", async () => {
    expect(told(await read(`id,amount,pix_key\na,1, ="05299"\n`))).toEqual([
      ["2:6", { kind: "damage_formula", given: '="05299"' }],
    ]);
  });
});

describe("all faults of a row", () => {
  it("are told, each where its value begins", async () => {
    const values = {
      id: " a",
      amount: "0",
      pix_key: "x\t",
      key_type: "y",
      description: "=\u{1F600}",
    };
    expect(told(await read(csv(values)))).toEqual([
      ["2:1", { kind: "id_spaces" }],
      ["2:6", { kind: "amount", problem: "zero", given: "0" }],
      ["2:10", { kind: "character", codePoint: 9, place: 2 }],
      ["2:15", { kind: "key_type", given: "y", near: undefined }],
      ["2:19", { kind: "damage_formula", given: "=\u{1F600}" }],
    ]);
    expect(told(await read(jsonl(values), "jsonl"))).toEqual([
      ["2:7", { kind: "id_spaces" }],
      ["2:21", { kind: "amount", problem: "zero", given: "0" }],
      ["2:35", { kind: "character", codePoint: 9, place: 2 }],
      ["2:52", { kind: "key_type", given: "y", near: undefined }],
      ["2:70", { kind: "damage_formula", given: "=\u{1F600}" }],
    ]);
  });
});

function faulty(problem: string, given: string, kinds: readonly string[] = []): object {
  return { kind: "pix_key", problem, given, kinds };
}

function zeros(document: string, given: string, meant: string): object {
  return { kind: "damage_zeros", document, given, meant };
}

function plus(given: string, meant: string): object {
  return { kind: "damage_plus", given, meant };
}
