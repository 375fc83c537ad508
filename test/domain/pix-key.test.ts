import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../../src/domain/document.ts";
import { parsePixKey, pixKeyKinds } from "../../src/domain/pix-key.ts";
import examples from "./documents.json" with { type: "json" };

const runs = { numRuns: 10_000 };

/** Written out one by one, where the code under test has a pattern. */
const areaCodes = (
  "11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 " +
  "61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99"
).split(" ");
const digit = fc.constantFrom(...Array.from("0123456789"));
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: digit, minLength: length, maxLength: length });

function isMobile(text: string): boolean {
  return areaCodes.includes(text.slice(0, 2)) && text[2] === "9" && text.length === 11;
}

describe("parsePixKey", () => {
  it.each([
    ["529.982.247-25", "cpf", "52998224725"],
    ["52998224725", "cpf", "52998224725"],
    ["519.982.597-65", "cpf", "51998259765"],
    ["12.abc.345/01de-35", "cnpj", "12ABC34501DE35"],
    ["11222333000181", "cnpj", "11222333000181"],
    ["Fulano@Exemplo.COM.BR", "email", "fulano@exemplo.com.br"],
    ["+5551998259765", "phone", "+5551998259765"],
    ["+55 (51) 99825-9765", "phone", "+5551998259765"],
    ["(51) 99825-9765", "phone", "+5551998259765"],
    ["51 99825-9765", "phone", "+5551998259765"],
    ["51 998259765", "phone", "+5551998259765"],
    ["5551998259765", "phone", "+5551998259765"],
    ["11999887766", "phone", "+5511999887766"],
    ["55998259765", "phone", "+5555998259765"],
    ["123E4567-E12B-12D1-A456-426655440000", "evp", "123e4567-e12b-12d1-a456-426655440000"],
  ] as const)("reads %s as %s %s", (text, kind, key) => {
    expect(parsePixKey(text)).toEqual({ ok: true, value: { kind, key } });
    expect(parsePixKey(` ${text}\n`, kind)).toEqual({ ok: true, value: { kind, key } });
    expect(parsePixKey(key, kind)).toEqual({ ok: true, value: { kind, key } });
  });

  it.each(examples.ambiguous_key)(
    "refuses %s, a CPF and a phone, until the kind is said",
    (text) => {
      const kinds = ["cpf", "phone"];
      expect(parsePixKey(text)).toEqual({ ok: false, problem: "ambiguous", kinds });
      expect(parsePixKey(text, "cpf")).toEqual({ ok: true, value: { kind: "cpf", key: text } });
      const phone = { kind: "phone", key: `+55${text}` };
      expect(parsePixKey(text, "phone")).toEqual({ ok: true, value: phone });
    },
  );

  it("refuses thirteen digits that are a phone or a CNPJ without its leading zero", () => {
    const text = "5511922000187";
    expect(parseDocument(`0${text}`).ok).toBe(true);
    const kinds = ["cnpj", "phone"];
    expect(parsePixKey(text)).toEqual({ ok: false, problem: "ambiguous", kinds });
    const phone = { kind: "phone", key: `+${text}` };
    expect(parsePixKey(text, "phone")).toEqual({ ok: true, value: phone });
    expect(parsePixKey(text, "cnpj")).toEqual({ ok: false, problem: "cnpj" });
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    ["529.982.247-24", "cpf"],
    ["52998224724", "cpf"],
    ["000.000.000-00", "cpf"],
    ["11222333000180", "cnpj"],
    ["12ABC34501DE34", "cnpj"],
    ["fulano@", "email"],
    ["fulano@exemplo", "email"],
    ["fulano @exemplo.com", "email"],
    ["fulano@exêmplo.com", "email"],
    ["\u212Aelvin@exemplo.com", "email"],
    [`${"a".repeat(60)}@${"b".repeat(13)}.com`, "email_too_long"],
    ["+51998259765", "phone"],
    ["+12025550123", "phone"],
    ["+555132221234", "phone"],
    ["(20) 99825-9765", "phone"],
    ["(51 99825-9765", "phone"],
    ["123e4567-e12b-12d1-a456-42665544000", "evp"],
    ["123e4567e12b12d1a456426655440000", "evp"],
    ["5299822472", "not_a_key"],
    ["51 9825-9765", "not_a_key"],
    ["fulano", "not_a_key"],
    ["5,51E+12", "not_a_key"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parsePixKey(text)).toEqual({ ok: false, problem });
  });

  it("takes an e-mail of 77 characters and not of 78", () => {
    const email = `${"a".repeat(60)}@${"b".repeat(12)}.com`;
    expect(email).toHaveLength(77);
    expect(parsePixKey(email).ok).toBe(true);
    expect(parsePixKey(`a${email}`, "email")).toEqual({ ok: false, problem: "email_too_long" });
  });

  it("refuses, named, what is not of the kind that was said", () => {
    for (const kind of pixKeyKinds) {
      expect(parsePixKey("x", kind)).toEqual({ ok: false, problem: kind });
    }
    expect(parsePixKey("11222333000181", "cpf")).toEqual({ ok: false, problem: "cpf" });
    expect(parsePixKey("52998224725", "cnpj")).toEqual({ ok: false, problem: "cnpj" });
  });

  it("calls eleven digits what they are: a CPF, a phone, both or neither", () => {
    // Any digits, mobile numbers, and mobile numbers whose last digits make them a CPF too.
    const text = fc.oneof(
      digits(11),
      fc.tuple(fc.constantFrom(...areaCodes), digits(8)).map(([area, rest]) => `${area}9${rest}`),
      fc
        .tuple(fc.constantFrom(...areaCodes), digits(6))
        .map(([area, rest]) => completeCpf(`${area}9${rest}`)),
    );
    fc.assert(
      fc.property(text, (bare) => {
        const kinds = [
          ...(parseDocument(bare).ok ? ["cpf"] : []),
          ...(isMobile(bare) ? ["phone"] : []),
        ];
        const parsed = parsePixKey(bare);
        if (kinds.length === 2) {
          expect(parsed).toEqual({ ok: false, problem: "ambiguous", kinds });
        } else {
          expect(parsed.ok ? [parsed.value.kind] : []).toEqual(kinds);
        }
      }),
      runs,
    );
  });

  it("leaves a normal form as it is when read again as its kind", () => {
    const keys = fc.oneof(
      fc.uuid().map((key) => ({ kind: "evp" as const, key })),
      digits(8).map((rest) => ({ kind: "phone" as const, key: `+55119${rest}` })),
      digits(9).map((body) => ({ kind: "cpf" as const, key: completeCpf(body) })),
      fc
        .stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,5}$/)
        .map((key) => ({ kind: "email" as const, key })),
    );
    fc.assert(
      fc.property(keys, ({ kind, key }) => {
        fc.pre(new Set(key).size > 1);
        expect(parsePixKey(key.toUpperCase(), kind)).toEqual({ ok: true, value: { kind, key } });
      }),
      runs,
    );
  });

  it("never throws and never accepts a key with a space in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40, size: "max" }), (text) => {
        const parsed = parsePixKey(text);
        if (parsed.ok) expect(parsed.value.key).toMatch(/^[!-~]{11,77}$/);
      }),
      runs,
    );
  });
});

/** Finds the two check digits by trying all hundred. */
function completeCpf(body: string): string {
  for (let check = 0; check < 100; check += 1) {
    const text = body + String(check).padStart(2, "0");
    if (parseDocument(text).ok) return text;
  }
  return `${body}00`;
}
