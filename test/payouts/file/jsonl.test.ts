import { describe, expect, it } from "vitest";
import { read, told } from "./reading.ts";

const key = "maria@exemplo.com";
const rest = `"amount":"1","pix_key":"${key}"`;
const good = `{"id":"next",${rest}}`;

describe("a JSON Lines file of payouts", () => {
  it("gives its rows with the line each stands in", async () => {
    const file =
      `\uFEFF{"id":"a","amount":"1.234,56","pix_key":"${key}"}\n` +
      " \t\n\r\n" +
      ` { "description" : "\\u0053al\\u00e1rio \\"11\\"" , "key_type":"cpf",\t"pix_key":"51998259765",` +
      ` "amount" : 19.9 , "\\u0069d" : "b" } \r\n` +
      `{"id":"c","amount":20,"pix_key":"${key}","key_type":null,"description":null}`;
    const pixKey = { kind: "email", key };
    const cpf = { kind: "cpf", key: "51998259765" };
    const description = undefined;
    expect(await read(file, "jsonl")).toEqual([
      { ok: true, row: { line: 1, id: "a", amountCents: 123_456, pixKey, description } },
      {
        ok: true,
        row: { line: 4, id: "b", amountCents: 1990, pixKey: cpf, description: 'Salário "11"' },
      },
      { ok: true, row: { line: 5, id: "c", amountCents: 2000, pixKey, description } },
    ]);
  });

  it("gives nothing for an empty file", async () => {
    expect(await read("", "jsonl")).toEqual([]);
    expect(await read("\uFEFF\r\n \n", "jsonl")).toEqual([]);
  });
});

describe("an amount as a JSON number", () => {
  it.each([
    ["19.9", 1990],
    ["19.90", 1990],
    ["0.01", 1],
    ["1234", 123_400],
    ["1.23", 123],
    ["999999999999.99", 99_999_999_999_999],
  ])("may be %s", async (source, amountCents) => {
    const file = `{"id":"a","amount":${source},"pix_key":"${key}"}`;
    expect(await read(file, "jsonl")).toMatchObject([{ ok: true, row: { amountCents } }]);
  });

  it.each([
    ["19.999", "too_many_decimals"],
    ["19.900", "too_many_decimals"],
    ["1.2300000000000001", "too_many_decimals"],
    ["19.90000000000000000001", "too_many_decimals"],
    ["1e3", "exponent"],
    ["1.5E0", "exponent"],
    ["-1", "sign"],
    ["-0", "sign"],
    ["0", "zero"],
    ["0.00", "zero"],
    ["1000000000000", "too_large"],
    ["1000000000000.01", "too_large"],
  ])("may not be %s: %s", async (given, problem) => {
    const file = `{"id":"é","amount": ${given},"pix_key":"${key}"}`;
    expect(told(await read(file, "jsonl"))).toEqual([["1:21", { kind: "amount", problem, given }]]);
  });
});

describe("a faulty line", () => {
  it.each<[string, ...unknown[]]>([
    ["payment", ["1:1", { kind: "json_not_object" }]],
    [` [${good}]`, ["1:2", { kind: "json_not_object" }]],
    ['"a"', ["1:1", { kind: "json_not_object" }]],
    ["\u00A0{}", ["1:1", { kind: "json_not_object" }]],
    ["{", ["1:2", { kind: "json_unfinished" }]],
    [`{"id":"é"`, ["1:10", { kind: "json_unfinished" }]],
    [`{"id":"a", `, ["1:12", { kind: "json_unfinished" }]],
    [`{"id`, ["1:2", { kind: "json_unfinished" }]],
    [`{"id":`, ["1:7", { kind: "json_unfinished" }]],
    [`{"id":"a\\"}`, ["1:7", { kind: "json_unfinished" }]],
    [`{"id":[{"a":"]}"`, ["1:7", { kind: "json_unfinished" }]],
    [`{id:"a"}`, ["1:2", { kind: "json_expected", expected: "name" }]],
    [`{"id":"a",}`, ["1:11", { kind: "json_expected", expected: "name" }]],
    [`{"amount":19,90}`, ["1:14", { kind: "json_expected", expected: "name" }]],
    [`{"id" "a"}`, ["1:7", { kind: "json_expected", expected: "colon" }]],
    [`{"id":"a" "amount":1}`, ["1:11", { kind: "json_expected", expected: "comma" }]],
    [`${good},`, ["1:57", { kind: "json_expected", expected: "end" }]],
    [`${good}${good}`, ["1:57", { kind: "json_expected", expected: "end" }]],
    [`{"id":a}`, ["1:7", { kind: "json_value" }]],
    [`{"amount":01}`, ["1:11", { kind: "json_value" }]],
    [`{"amount":+1}`, ["1:11", { kind: "json_value" }]],
    [`{"amount":1.}`, ["1:11", { kind: "json_value" }]],
    [`{"amount":R$ 1}`, ["1:11", { kind: "json_value" }]],
    [`{"amount":nullx}`, ["1:11", { kind: "json_value" }]],
    [`{"id":"a\tb"}`, ["1:7", { kind: "json_string" }]],
    [`{"id":"C:\\x"}`, ["1:7", { kind: "json_string" }]],
    [`{"\\u00":1}`, ["1:2", { kind: "json_string" }]],
  ])("is told at its place for %j, and the next is read", async (line, ...faults) => {
    for (const lineEnd of ["\n", "\r\n"]) {
      const file = [line, good, ""].join(lineEnd);
      expect(told(await read(file, "jsonl"))).toEqual([...faults, "next"]);
    }
  });

  it.each<[string, ...unknown[]]>([
    [" {}", ["1:2", { kind: "name_missing", part: "field", names: ["id", "amount", "pix_key"] }]],
    [`{"id":"a",${rest},"id":"a"}`, repeated("1:54")],
    [`{"id":"a",${rest},"\\u0069d":"b"}`, repeated("1:54")],
    [
      `{"id":"a",${rest},"valor":1,"Id":{"a":["}"]},"":""}`,
      ["1:54", unknown("valor", undefined)],
      ["1:64", unknown("Id", "id")],
      ["1:81", unknown("", undefined)],
    ],
    [`{"id":"a",${rest},"__proto__":{}}`, ["1:54", unknown("__proto__", undefined)]],
    [
      `{"id":"a",${rest},"a\\u202Eb":1}`,
      ["1:54", { kind: "character", codePoint: 0x202e, place: 2 }],
    ],
    [
      `{"id":7,"amount":true,"pix_key":52998224725,"key_type":1,"description":false}`,
      ["1:7", { kind: "json_type", column: "id" }],
      ["1:18", { kind: "json_type", column: "amount" }],
      ["1:33", { kind: "json_type", column: "pix_key" }],
      ["1:56", { kind: "json_type", column: "key_type" }],
      ["1:72", { kind: "json_type", column: "description" }],
    ],
    [
      `{"id":null,"amount":{"reais":"}\\""},"pix_key":["x"],"description":"=1"}`,
      ["1:7", { kind: "json_type", column: "id" }],
      ["1:21", { kind: "json_nested" }],
      ["1:47", { kind: "json_nested" }],
      ["1:67", { kind: "damage_formula", given: "=1" }],
    ],
    [`{"id":"\\ud800",${rest}}`, ["1:7", { kind: "character", codePoint: 0xd800, place: 1 }]],
  ])("names every faulty field of %s, and the next line is read", async (line, ...faults) => {
    expect(told(await read(`${line}\n${good}\n`, "jsonl"))).toEqual([...faults, "next"]);
  });
});

function repeated(place: string): unknown {
  return [place, { kind: "name_repeated", part: "field", name: "id" }];
}

function unknown(name: string, near: string | undefined): object {
  return { kind: "name_unknown", part: "field", name, near };
}
