import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDocument, maskDocument, parseDocument } from "../../src/domain/document.ts";
import examples from "./documents.json" with { type: "json" };

const runs = { numRuns: 10_000 };
const digit = fc.constantFrom(...Array.from("0123456789"));
const alphanumeric = fc.constantFrom(...Array.from("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
const cpfBody = fc.string({ unit: digit, minLength: 9, maxLength: 9 });
const cnpjBody = fc.string({ unit: alphanumeric, minLength: 12, maxLength: 12 });
const checkDigits = fc.string({ unit: digit, minLength: 2, maxLength: 2 });

/**
 * The check digits by rising weights and without a subtraction from 11: as -1 and 10 are the same modulo
 * 11, the sum with the weights 11 - w gives the digit itself.
 */
function oracleCheckDigits(body: string, weights: readonly number[]): string {
  const values = Array.from(body).map((character) =>
    /\d/.test(character) ? Number(character) : character.charCodeAt(0) - "A".charCodeAt(0) + 17,
  );
  const first = (dot(values, weights.slice(1)) % 11) % 10;
  const second = (dot([...values, first], weights) % 11) % 10;
  return `${first}${second}`;
}

function dot(values: readonly number[], weights: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + value * (weights[index] ?? Number.NaN), 0);
}

const cpfWeights = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const cnpjWeights = [5, 6, 7, 8, 9, 2, 3, 4, 5, 6, 7, 8, 9];

function isRepeated(text: string): boolean {
  return new Set(text).size === 1;
}

describe("parseDocument", () => {
  it.each(examples.cpf_valid)("accepts the CPF %s", (text) => {
    const digits = text.replace(/\D/g, "");
    expect(parseDocument(text)).toEqual({ ok: true, value: { kind: "cpf", digits } });
  });

  it.each(examples.cnpj_valid)("accepts the CNPJ %s", (text) => {
    const digits = text.replace(/[^0-9A-Z]/g, "");
    expect(parseDocument(text)).toEqual({ ok: true, value: { kind: "cnpj", digits } });
  });

  it.each([...examples.cpf_invalid, ...examples.cnpj_invalid])("refuses %j", (text) => {
    expect(parseDocument(text).ok).toBe(false);
  });

  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["52998224724", "check_digit"],
    ["529.982.247-24", "check_digit"],
    ["12ABC34501DE34", "check_digit"],
    ["00000000000", "repeated"],
    ["111.111.111-11", "repeated"],
    ["00000000000000", "repeated"],
    ["5299822472", "length"],
    ["529982247250", "length"],
    ["abc52998224", "characters"],
    ["abc52998224725", "check_digit"],
    ["12ABC34501DEAB", "characters"],
    ["12ÁBC34501DE35", "characters"],
    ["529982247２5", "characters"],
    ["12ABC34501DE3ſ", "characters"],
    ["5.2998224725", "characters"],
    ["529-982-247.25", "characters"],
    ["529 982 247 25", "characters"],
    ["A2998224725", "characters"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseDocument(text)).toEqual({ ok: false, problem });
  });

  it("accepts lower-case letters in a CNPJ and makes them upper case", () => {
    const value = { kind: "cnpj", digits: "12ABC34501DE35" };
    expect(parseDocument(" 12.abc.345/01de-35 ")).toEqual({ ok: true, value });
  });

  it("accepts a CPF exactly when both check digits are right", () => {
    fc.assert(
      fc.property(cpfBody, checkDigits, fc.boolean(), (body, random, useRight) => {
        const right = oracleCheckDigits(body, cpfWeights);
        const text = body + (useRight ? right : random);
        const valid = text.endsWith(right) && !isRepeated(text);
        expect(parseDocument(text).ok).toBe(valid);
      }),
      runs,
    );
  });

  it("accepts an alphanumeric CNPJ exactly when both check digits are right", () => {
    fc.assert(
      fc.property(cnpjBody, checkDigits, fc.boolean(), (body, random, useRight) => {
        const right = oracleCheckDigits(body, cnpjWeights);
        const text = body + (useRight ? right : random);
        const valid = text.endsWith(right) && !isRepeated(text);
        expect(parseDocument(text).ok).toBe(valid);
      }),
      runs,
    );
  });

  it("reads back what it formats", () => {
    const bodies = fc.oneof(
      cpfBody.map((body) => body + oracleCheckDigits(body, cpfWeights)),
      cnpjBody.map((body) => body + oracleCheckDigits(body, cnpjWeights)),
    );
    fc.assert(
      fc.property(bodies, (text) => {
        fc.pre(!isRepeated(text));
        const parsed = parseDocument(text);
        if (!parsed.ok) throw new Error(parsed.problem);
        const formatted = formatDocument(parsed.value);
        expect(formatted).toMatch(
          parsed.value.kind === "cpf"
            ? /^\d{3}\.\d{3}\.\d{3}-\d{2}$/
            : /^.{2}\..{3}\..{3}\/.{4}-\d{2}$/,
        );
        expect(parseDocument(formatted)).toEqual(parsed);
        expect(parseDocument(formatted.toLowerCase())).toEqual(parsed);
      }),
      runs,
    );
  });
});

describe("formatDocument and maskDocument", () => {
  it.each([
    ["cpf", "52998224725", "529.982.247-25", "***.982.247-**"],
    ["cnpj", "12ABC34501DE35", "12.ABC.345/01DE-35", "**.ABC.345/****-**"],
    ["cnpj", "11222333000181", "11.222.333/0001-81", "**.222.333/****-**"],
  ] as const)("show the %s %s as %s, masked %s", (kind, digits, formatted, masked) => {
    expect(formatDocument({ kind, digits })).toBe(formatted);
    expect(maskDocument({ kind, digits })).toBe(masked);
  });
});
