import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBrCode } from "../../src/domain/brcode.ts";
import { buildBrCode, type BrCodeParts } from "../../src/domain/brcode-build.ts";
import { fitCity, fitName } from "../../src/domain/fit-name.ts";
import vectors from "./brcodes.json" with { type: "json" };

const runs = { numRuns: 10_000 };
const key = "123e4567-e12b-12d1-a456-426655440000";
const url = "pix.example.com/8b3da2f39a4140d1a91abd93113bd441";
const receiver = { name: "Fulano de Tal", city: "BRASILIA" };

describe("buildBrCode", () => {
  it("writes the manual's own static and dynamic examples", () => {
    expect(buildBrCode({ key, ...receiver })).toEqual({
      ok: true,
      value: vectors.valid[0]?.payload,
    });
    expect(buildBrCode({ url, ...receiver })).toEqual({
      ok: true,
      value: vectors.valid[1]?.payload,
    });
  });

  it("writes every field in its place", () => {
    const parts = { key: "a@b.co", ...receiver, amountCents: 123456, txid: "abc123" };
    expect(buildBrCode({ ...parts, description: "Pedido 7", singleUse: true })).toEqual({
      ok: true,
      value:
        "00020101021226400014br.gov.bcb.pix0106a@b.co0208Pedido 75204000053039865407" +
        "1234.565802BR5913Fulano de Tal6008BRASILIA62100506abc1236304B197",
    });
  });

  it.each([
    ["name", { name: "" }],
    ["name", { name: "  " }],
    ["name_len", { name: "A".repeat(26) }],
    ["city", { city: "" }],
    ["city_len", { city: "A".repeat(16) }],
    ["charset", { name: "São João" }],
    ["charset", { city: "a\nb" }],
    ["charset", { description: "ação" }],
    ["key", { key: "" }],
    ["key", { key: "529.982.247-25" }],
    ["key", { key: "Fulano@exemplo.com" }],
    ["key", { key: "11999887766" }],
    ["description_len", { description: "a".repeat(38) }],
    ["amount", { amountCents: 0 }],
    ["amount", { amountCents: -1 }],
    ["amount", { amountCents: 0.5 }],
    ["amount", { amountCents: 1_000_000_000_000 }],
    ["txid", { txid: "" }],
    ["txid", { txid: "A".repeat(26) }],
    ["txid", { txid: "RP-2019" }],
  ] as const)("refuses as %s: %o", (problem, change) => {
    expect(buildBrCode({ key, ...receiver, ...change })).toEqual({ ok: false, problem });
  });

  it.each([
    ["url_scheme", "https://pix.example.com/x"],
    ["url_shape", "localhost/x"],
    ["url_shape", `pix.example.com/${"a".repeat(62)}`],
  ])("refuses as %s the location %s", (problem, location) => {
    expect(buildBrCode({ url: location, ...receiver })).toEqual({ ok: false, problem });
  });

  it("writes what is just within its limits", () => {
    const full = {
      name: "A".repeat(25),
      city: "A".repeat(15),
      amountCents: 999_999_999_999,
      txid: "A".repeat(25),
    };
    for (const parts of [
      { key, ...full, description: "a".repeat(37) },
      { url: `pix.example.com/${"a".repeat(61)}`, ...full },
    ]) {
      const built = buildBrCode(parts);
      expect(built.ok && parseBrCode(built.value).ok).toBe(true);
    }
  });

  it("is read back to exactly its parts", () => {
    const ascii = (maxLength: number): fc.Arbitrary<string> =>
      fc
        .string({ unit: "grapheme-ascii", minLength: 1, maxLength, size: "max" })
        .filter((text) => text.trim() !== "");
    const txid = fc.stringMatching(/^[A-Za-z0-9]{1,25}$/);
    const payment = fc.record({
      name: ascii(25),
      city: ascii(15),
      amountCents: fc.option(fc.integer({ min: 1, max: 999_999_999_999 }), { nil: undefined }),
      txid: fc.option(txid, { nil: undefined }),
      singleUse: fc.option(fc.boolean(), { nil: undefined }),
    });
    const account = fc.oneof(
      fc.record({
        key: fc.oneof(
          fc.uuid(),
          fc.constantFrom("12ABC34501DE35", "51998259765", "+5551998259765"),
        ),
        description: fc.option(ascii(37), { nil: undefined }),
      }),
      fc.record({ url: fc.stringMatching(/^[a-z]{1,9}\.[a-z]{2,9}\/[a-zA-Z0-9/?=_.-]{1,50}$/) }),
    );
    fc.assert(
      fc.property(payment, account, (one, other) => {
        const parts: BrCodeParts = { ...one, ...other };
        const built = buildBrCode(parts);
        if (!built.ok) throw new Error(built.problem);
        const parsed = parseBrCode(built.value);
        if (!parsed.ok) throw new Error(parsed.problem);
        const { fields: _fields, crc, warnings, ...read } = parsed.value;
        const singleUse = parts.singleUse ?? (parts.url === undefined ? undefined : true);
        expect(read).toStrictEqual({
          type: parts.key === undefined ? "dynamic" : "static",
          key: parts.key,
          url: parts.url,
          rec: undefined,
          name: parts.name,
          city: parts.city,
          txid: parts.txid ?? "***",
          amountCents: parts.amountCents,
          description: parts.description,
          mcc: "0000",
          postalCode: undefined,
          pointOfInitiation: singleUse === undefined ? undefined : singleUse ? "12" : "11",
        });
        expect(built.value.endsWith(`6304${crc}`)).toBe(true);
        expect(warnings).toEqual(
          parts.key !== undefined && singleUse === true ? ["single_use_static"] : [],
        );
      }),
      runs,
    );
  });
});

describe("fitName and fitCity", () => {
  it.each([
    ["São João da Ponta", "Sao Joao da Ponta"],
    ["  Açougue\u00A0 do\tZé  ", "Acougue do Ze"],
    ["Straße Ørsted Łódź Æther", "Strasse Orsted Lodz AEthe"],
    ["Mercearia “Dona Flor” – Café", 'Mercearia "Dona Flor" - C'],
    ["Nº 1 ª ﬁm", "No 1 a fim"],
    ["Loja 👀 Olho", "Loja Olho"],
    ["Abcdefghijklmnopqrstuvwx yz", "Abcdefghijklmnopqrstuvwx"],
    ["株式会社", ""],
    ["", ""],
  ])("make %j into %j", (text, fitted) => {
    expect(fitName(text)).toBe(fitted);
  });

  it("cut a city to fifteen characters", () => {
    expect(fitCity("Pindamonhangaba do Sul")).toBe("Pindamonhangaba");
    expect(fitCity("São José dos Campos")).toBe("Sao Jose dos Ca");
  });

  it("give what a code takes, and leave it alone the second time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60, size: "max" }), (text) => {
        const name = fitName(text);
        const city = fitCity(text);
        expect(fitName(name)).toBe(name);
        expect(fitCity(city)).toBe(city);
        const built = buildBrCode({ key, name, city });
        expect(built.ok ? undefined : built.problem).toBe(name === "" ? "name" : undefined);
      }),
      runs,
    );
  });
});
