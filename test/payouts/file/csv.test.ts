import { describe, expect, it } from "vitest";
import { formatOf } from "../../../src/payouts/file/rows.ts";
import { read, told } from "./reading.ts";

const key = "maria@exemplo.com";
const plain = "id,amount,pix_key";

describe("a CSV file of payouts", () => {
  it("gives its rows with the line each begins in", async () => {
    const file =
      "id,amount,pix_key,key_type,description\n" +
      "a,19.90,maria@exemplo.com,,Salário\n" +
      'b,"1.234,56",51998259765,cpf,""\n' +
      "\n   \n" +
      ' c , 20 , "+55 (51) 99825-9765" ,phone, "says ""hi"", twice" ';
    const pixKey = { kind: "email", key };
    const [cpf, phone] = [
      { kind: "cpf", key: "51998259765" },
      { kind: "phone", key: "+5551998259765" },
    ];
    expect(await read(file)).toEqual([
      { ok: true, row: { line: 2, id: "a", amountCents: 1990, pixKey, description: "Salário" } },
      {
        ok: true,
        row: { line: 3, id: "b", amountCents: 123456, pixKey: cpf, description: undefined },
      },
      {
        ok: true,
        row: {
          line: 6,
          id: "c",
          amountCents: 2000,
          pixKey: phone,
          description: 'says "hi", twice',
        },
      },
    ]);
  });

  it.each([
    ["a byte order mark", `\uFEFF${plain}\na,1,${key}\n`],
    ["semicolons", `id;amount;pix_key\na;"1";${key}\n`],
    ["CRLF", `${plain}\r\na,1,${key}\r\n`],
    ["no line feed at the end", `${plain}\na,1,${key}`],
    ["blank lines first", `\n \r\n\n${plain}\na,1,${key}\n\n`],
    ["another order", `pix_key,id,description,amount\n${key},a,,1\n`],
    ["quoted names, and a comma within one", `"id";"amount" ; "pix_key"\na;"1";${key}\n`],
    ["quotes around everything", `${plain}\n"a","1","${key}"\n`],
  ])("takes %s", async (_, file) => {
    const items = await read(file);
    const pixKey = { kind: "email", key };
    expect(items).toMatchObject([{ ok: true, row: { id: "a", amountCents: 100, pixKey } }]);
  });

  it("takes an amount with a decimal comma between semicolons", async () => {
    const items = await read(`id;amount;pix_key\na;1.234,56;${key}\n`);
    expect(items).toMatchObject([{ row: { amountCents: 123_456 } }]);
  });

  it("gives nothing for a header alone", async () => {
    expect(await read(`${plain}\n`)).toEqual([]);
    expect(await read(plain)).toEqual([]);
  });
});

describe("a faulty header", () => {
  it.each<[string, ...unknown[]]>([
    ["id", ["1:1", { kind: "separator_unknown", found: "none" }]],
    ["\n id\tamount\n", ["2:1", { kind: "separator_unknown", found: "none" }]],
    ["id,amount;pix_key", ["1:1", { kind: "separator_unknown", found: "both" }]],
    ['"id;amount"', ["1:1", { kind: "separator_unknown", found: "none" }]],
    [
      "id, amount ,pixkey,valor",
      ["1:1", { kind: "name_missing", part: "column", names: ["pix_key"] }],
      ["1:13", { kind: "name_unknown", part: "column", name: "pixkey", near: "pix_key" }],
      ["1:20", { kind: "name_unknown", part: "column", name: "valor", near: undefined }],
    ],
    [
      "Id,amount,pix_key,id",
      ["1:1", { kind: "name_unknown", part: "column", name: "Id", near: "id" }],
    ],
    [
      "é,descrição,id,id",
      ["1:1", { kind: "name_unknown", part: "column", name: "é", near: undefined }],
      ["1:1", { kind: "name_missing", part: "column", names: ["amount", "pix_key"] }],
      ["1:3", { kind: "name_unknown", part: "column", name: "descrição", near: undefined }],
      ["1:16", { kind: "name_repeated", part: "column", name: "id" }],
    ],
    [`${plain}, "id"`, ["1:20", { kind: "name_repeated", part: "column", name: "id" }]],
    [`${plain},,`, ["1:19", { kind: "name_unnamed" }], ["1:20", { kind: "name_unnamed" }]],
    [
      "\uFEFF\uFEFFid,amount,pix_key,id",
      ["1:1", { kind: "character", codePoint: 0xfeff, place: 1 }],
    ],
    [`${plain}\ra,1,${key}\r`, ["1:18", { kind: "carriage_return" }]],
    [`${plain},"description`, ["1:19", { kind: "quote_unclosed" }]],
    [`${plain},"description"x`, ["1:32", { kind: "text_after_quote" }]],
    [`${plain},"descrip\ntion"`, ["1:19", { kind: "character", codePoint: 10, place: 8 }]],
  ])("is told for %j, and nothing after it", async (header, ...faults) => {
    expect(told(await read(header))).toEqual(faults);
    expect(told(await read(`${header}\na,1,${key}\nb,0,\n`))).toEqual(faults);
  });

  it.each(["", "\uFEFF", " \n\n", "\r\n"])("is missing from %j", async (file) => {
    expect(told(await read(file))).toEqual([["1:1", { kind: "empty_file" }]]);
  });
});

describe("a row whose cells cannot be told apart", () => {
  it.each<[string, ...unknown[]]>([
    ["a,1", ["2:1", { kind: "cell_count", found: 2, wanted: 3 }]],
    ["a", ["2:1", { kind: "cell_count", found: 1, wanted: 3 }]],
    [`é,1,${key}, x ,y`, ["2:24", { kind: "cell_count", found: 5, wanted: 3 }]],
    [`a,1,${key},`, ["2:23", { kind: "cell_count", found: 4, wanted: 3 }]],
    [`a, 19,90,${key}`, ["2:4", { kind: "decimal_comma", given: "19,90" }]],
    [`a,1.234,5,${key}`, ["2:3", { kind: "decimal_comma", given: "1.234,5" }]],
    [`a,R$ 7,50,${key}`, ["2:3", { kind: "decimal_comma", given: "R$ 7,50" }]],
    [`a,x,90,${key}`, ["2:8", { kind: "cell_count", found: 4, wanted: 3 }]],
    [`a,19,90,x,${key}`, ["2:9", { kind: "cell_count", found: 5, wanted: 3 }]],
    [",,", ["2:1", { kind: "row_empty" }]],
    [" ,, ,,", ["2:1", { kind: "row_empty" }]],
    ['""', ["2:1", { kind: "row_empty" }]],
  ])("is told once for %j, and the next row is read", async (row, ...faults) => {
    expect(told(await read(`${plain}\n${row}\nnext,1,${key}\n`))).toEqual([...faults, "next"]);
  });
});

describe("a faulty cell", () => {
  it.each<[string, ...unknown[]]>([
    [`a"b,1,${key}`, ["2:2", { kind: "quote_inside" }]],
    [`"a"b,1,${key}`, ["2:4", { kind: "text_after_quote" }]],
    [`"João "Jota" Silva" ,1,${key}`, ["2:8", { kind: "text_after_quote" }]],
    [`"a" "b",0,${key}`, ["2:5", { kind: "text_after_quote" }], amount("2:9", "zero", "0")],
    [`a,1,${key}\r\r`, ["2:22", { kind: "carriage_return" }]],
    [`a\rb,1,${key}`, ["2:2", { kind: "carriage_return" }]],
    [`"a\rb",1,${key}`, ["2:1", { kind: "character", codePoint: 13, place: 2 }]],
    [`"a\r\nb",1,${key}`, ["2:1", { kind: "character", codePoint: 13, place: 2 }]],
    [`a\0,1,${key}`, ["2:1", { kind: "character", codePoint: 0, place: 2 }]],
    [`\ta,1,${key}`, ["2:1", { kind: "character", codePoint: 9, place: 1 }]],
    [
      `a,1,\u{1F600}maria\u202E@exemplo.com`,
      ["2:5", { kind: "character", codePoint: 0x202e, place: 7 }],
    ],
    [`\u{1F600}é, 0 ,x`, amount("2:5", "zero", "0"), pixKey("2:8", "not_a_key", "x")],
    [` , ,""`, ["2:1", { kind: "row_empty" }]],
    [
      `x, ,""`,
      ["2:3", { kind: "empty", column: "amount" }],
      ["2:5", { kind: "empty", column: "pix_key" }],
    ],
  ])("is told at its place for %j, and the next row is read", async (row, ...faults) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const file = [plain, row, `next,1,${key}`, ""].join(lineEnd);
      expect(told(await read(file))).toEqual([...faults, "next"]);
    }
  });

  it("counts the lines within quotes", async () => {
    const file = `id,description,amount,pix_key\na,"one\n""two""\r\n\nthree",0,x\nnext,,1,${key}\n`;
    expect(told(await read(file))).toEqual([
      ["2:3", { kind: "character", codePoint: 10, place: 4 }],
      amount("5:8", "zero", "0"),
      pixKey("5:10", "not_a_key", "x"),
      "next",
    ]);
    expect(await read(file)).toMatchObject([{}, { row: { line: 6 } }]);
  });

  it("takes no carriage return for a line end where the file ends", async () => {
    expect(told(await read(`${plain}\na,1,${key}\r`))).toEqual([
      ["2:22", { kind: "carriage_return" }],
    ]);
    expect(told(await read(`${plain}\n\r`))).toEqual([
      ["2:1", { kind: "cell_count", found: 1, wanted: 3 }],
    ]);
  });

  it("tells a quote that never closes where it opened", async () => {
    expect(told(await read(`${plain}\na,1,${key}\nb, "1,${key}\nc,1,${key}\n`))).toEqual([
      "a",
      ["3:4", { kind: "quote_unclosed" }],
    ]);
  });
});

describe("the format", () => {
  it.each([
    ["november.csv", "csv"],
    ["NOVEMBER.CSV", "csv"],
    ["a/b.c/rows.jsonl", "jsonl"],
    ["rows.NdJson", "jsonl"],
    ["rows.json", undefined],
    ["rows.csv.gz", undefined],
    ["csv", undefined],
  ])("of %s is %s", (name, format) => {
    expect(formatOf(name)).toBe(format);
  });
});

function amount(place: string, problem: string, given: string): unknown {
  return [place, { kind: "amount", problem, given }];
}

function pixKey(place: string, problem: string, given: string): unknown {
  return [place, { kind: "pix_key", problem, given, kinds: [] }];
}
