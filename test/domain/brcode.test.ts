import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBrCode } from "../../src/domain/brcode.ts";
import { checksumOf } from "../../src/domain/checksum.ts";
import { writeFields } from "../../src/domain/tlv.ts";
import { assemble, nested, oracleChecksum } from "./code-oracle.ts";
import vectors from "./brcodes.json" with { type: "json" };

const runs = { numRuns: 10_000 };
const evp = "123e4567-e12b-12d1-a456-426655440000";
const gui = ["00", "br.gov.bcb.pix"] as const;

type Pair = readonly [id: string, value: string];

const usual: readonly Pair[] = [
  ["00", "01"],
  ["26", nested(gui, ["01", evp])],
  ["52", "0000"],
  ["53", "986"],
  ["58", "BR"],
  ["59", "Fulano de Tal"],
  ["60", "BRASILIA"],
  ["62", nested(["05", "***"])],
];

/** The usual code with these fields in place of, or after, its own; undefined leaves one out. */
function code(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const own = usual.map(([id, value]) => [id, id in changes ? changes[id] : value] as const);
  const added = Object.entries(changes).filter(([id]) => !usual.some(([known]) => known === id));
  const fields = [...own, ...added].flatMap(([id, value]) =>
    value === undefined ? [] : [[id, value] as const],
  );
  return assemble(...fields.toSorted(([one], [other]) => one.localeCompare(other)));
}

function problemOf(payload: string): string | undefined {
  const parsed = parseBrCode(payload);
  return parsed.ok ? undefined : parsed.problem;
}

function warningsOf(payload: string): readonly string[] {
  const parsed = parseBrCode(payload);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.value.warnings;
}

describe("parseBrCode on published codes", () => {
  it("has vectors to judge by", () => {
    expect(vectors.valid.length).toBeGreaterThan(25);
    expect(vectors.rejected.length + vectors.malformed.length).toBeGreaterThan(25);
  });

  it.each(vectors.valid)("reads $type $crc ($source)", (vector) => {
    const { payload, source: _source, ...expected } = vector;
    const parsed = parseBrCode(payload);
    if (!parsed.ok) throw new Error(parsed.problem);
    const { type, key, url, rec, name, city, txid, crc, warnings } = parsed.value;
    const absent = { key: undefined, url: undefined, rec: undefined };
    expect({ type, key, url, rec, name, city, txid, crc, warnings }).toStrictEqual({
      ...absent,
      ...expected,
    });
  });

  it.each(vectors.rejected)("refuses the published code of $source as $reject", (vector) => {
    expect(problemOf(vector.payload)).toBe(vector.reject);
  });

  it.each(vectors.malformed)("refuses: $name as $code", (vector) => {
    expect(problemOf(vector.payload)).toBe(vector.code);
  });

  it("gives the amount, description, category, postal code and every field as a tree", () => {
    const source = "ex-pix-brcode test/ex_pix_brcode/decoder_test.exs:192";
    const vector = vectors.valid.find((each) => each.source.endsWith(source));
    expect(parseBrCode(vector?.payload ?? "")).toStrictEqual({
      ok: true,
      value: {
        type: "static",
        key: "11111111-1111-1111-1111-111111111111",
        url: undefined,
        rec: undefined,
        name: "Teste do Teste do TesteIE",
        city: "SAO PAULO",
        txid: "NUgpnvaS87Ts",
        crc: "760E",
        amountCents: 1,
        description: undefined,
        mcc: "0000",
        postalCode: "11111111",
        pointOfInitiation: undefined,
        warnings: [],
        fields: [
          { id: "00", value: "01" },
          {
            id: "26",
            value: "0014BR.GOV.BCB.PIX013611111111-1111-1111-1111-111111111111",
            fields: [
              { id: "00", value: "BR.GOV.BCB.PIX" },
              { id: "01", value: "11111111-1111-1111-1111-111111111111" },
            ],
          },
          { id: "52", value: "0000" },
          { id: "53", value: "986" },
          { id: "54", value: "0.01" },
          { id: "58", value: "BR" },
          { id: "59", value: "Teste do Teste do TesteIE" },
          { id: "60", value: "SAO PAULO" },
          { id: "61", value: "11111111" },
          { id: "62", value: "0512NUgpnvaS87Ts", fields: [{ id: "05", value: "NUgpnvaS87Ts" }] },
          { id: "63", value: "760E" },
        ],
      },
    });
  });
});

describe("parseBrCode on each rule", () => {
  it("accepts the usual code that the other cases change", () => {
    expect(code()).toBe(vectors.valid[0]?.payload);
  });

  it.each([
    ["pfi", { "00": undefined }],
    ["initiation", { "01": "13" }],
    ["mcc", { "52": undefined }],
    ["mcc", { "52": "12A4" }],
    ["currency", { "53": "840" }],
    ["country", { "58": "br" }],
    ["amount", { "54": "" }],
    ["amount", { "54": ".50" }],
    ["amount", { "54": "1.234" }],
    ["amount", { "54": "1e3" }],
    ["name", { "59": undefined }],
    ["name", { "59": "   " }],
    ["city", { "60": "" }],
    ["city_len", { "60": "A".repeat(16) }],
    ["txid", { "62": undefined }],
    ["txid", { "62": nested(["05", ""]) }],
    ["txid", { "62": nested(["05", "com espaço"]) }],
    ["txid", { "62": nested(["05", "****"]) }],
    ["not_pix", { "26": nested(["00", "br.gov.bcb.spi"], ["01", evp]) }],
    ["no_key_url", { "26": nested(gui, ["01", ""]) }],
    ["key_and_url", { "26": nested(gui, ["01", "11222333000181"], ["25", "pix.a.com/x"]) }],
    ["dup", { "26": nested(gui, ["01", "a@b.co"], ["01", "c@d.co"]) }],
    ["dup", { "27": nested(gui, ["01", evp]) }],
    ["dup", { "80": nested(gui, ["25", "a.co/x"]), "81": nested(gui, ["25", "a.co/y"]) }],
    ["dup", { "63": "ABCD" }],
    ["url_scheme", { "80": nested(gui, ["25", "https://a.co/x"]) }],
    ["url_shape", { "80": nested(gui, ["25", "a.co"]) }],
    ["url_shape", { "26": nested(gui, ["25", "user@a.co/x"]) }],
    ["url_shape", { "26": nested(gui, ["25", "a.co/x y"]) }],
    ["tlv", { "26": "0014br.gov.bcb.pixXX36" }],
    ["tlv_truncated", { "26": "0014br.gov.bcb.pix0199x" }],
    ["tlv_truncated", { "62": "0503***9" }],
    ["charset", { "59": "Fulano\nde Tal" }],
    ["charset", { "59": "Fulano \u001B[31m" }],
    ["charset", { "59": "Fulano \u0085" }],
    ["charset", { "59": "Fulano \uD83D" }],
  ] as const)("refuses as %s: %o", (problem, changes) => {
    expect(problemOf(code(changes))).toBe(problem);
  });

  it("refuses a code whose first field is not its version", () => {
    const [version, account, ...others] = usual;
    if (version === undefined || account === undefined) throw new Error("no fields");
    expect(problemOf(assemble(account, version, ...others))).toBe("pfi");
  });

  it.each([
    ["10.", 1000],
    ["100", 10_000],
    ["0.01", 1],
    ["9999999999.99", 999_999_999_999],
    ["9999999999999", 999_999_999_999_900],
  ])("reads the amount %s as %i centavos", (amount, cents) => {
    const parsed = parseBrCode(code({ "54": amount }));
    expect(parsed.ok && parsed.value.amountCents).toBe(cents);
    expect(warningsOf(code({ "54": amount }))).toEqual([]);
  });

  it("warns of a hyphen in a txid, of a zero amount and of a lower-case checksum", () => {
    expect(warningsOf(code({ "62": nested(["05", "RP-2019"]) }))).toEqual(["txid_charset"]);
    expect(warningsOf(code({ "54": "0.00" }))).toEqual(["amount_zero"]);
    const usualCode = code();
    const lower = usualCode.slice(0, -4) + usualCode.slice(-4).toLowerCase();
    expect(warningsOf(lower)).toEqual(["crc_lower_case"]);
  });

  it("finds the Pix account behind another scheme's", () => {
    const other = nested(["00", "BR.COM.OUTRO"], ["01", "0123456789"]);
    const parsed = parseBrCode(code({ "26": other, "40": nested(gui, ["01", evp]) }));
    expect(parsed.ok && parsed.value.key).toBe(evp);
  });

  it("gives the description of the account", () => {
    const parsed = parseBrCode(code({ "26": nested(gui, ["01", evp], ["02", "Pedido 7"]) }));
    expect(parsed.ok && parsed.value.description).toBe("Pedido 7");
  });

  it("leaves what Pix does not read as it is, well formed or not", () => {
    expect(problemOf(code({ "64": "not nested" }))).toBeUndefined();
    expect(problemOf(code({ "62": nested(["05", "abc"], ["50", "not nested"]) }))).toBeUndefined();
    expect(problemOf(code({ "80": nested(["00", "BR.COM.OUTRO"]) }))).toBeUndefined();
  });

  it("counts an emoji as one character and sums its four bytes", () => {
    const name = "Loja 👀 São João 👩🏽";
    const parsed = parseBrCode(code({ "59": name }));
    expect(parsed.ok && parsed.value.name).toBe(name);
    expect(parsed.ok && parsed.value.warnings).toEqual(["non_ascii"]);
    expect(problemOf(code({ "59": "👀".repeat(25) }))).toBeUndefined();
    expect(problemOf(code({ "59": "👀".repeat(26) }))).toBe("name_len");
  });

  it("counts bytes, not characters, against the limit of a code", () => {
    const free = (value: string): string =>
      code({ "80": nested(["00", value]), "81": nested(["00", value]) });
    const parsed = parseBrCode(free("é".repeat(95)));
    expect(parsed.ok ? undefined : parsed.problem).toBe("too_long");
    expect(problemOf(free("e".repeat(95)))).toBeUndefined();
  });

  it("takes a code as it is: spaces around it make it another", () => {
    expect(problemOf(` ${code()}`)).toBe("crc");
    expect(problemOf(`${code()}\n`)).toBe("no_crc");
  });
});

describe("parseBrCode on any text", () => {
  it("computes the checksum that a long division gives", () => {
    expect(checksumOf("123456789")).toBe("29B1");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        expect(checksumOf(text)).toBe(oracleChecksum(text));
      }),
      runs,
    );
  });

  it("refuses a code with any one character changed, or reads something else", () => {
    const positioned = fc
      .constantFrom(...vectors.valid)
      .chain(({ payload }) => fc.tuple(fc.constant(payload), fc.nat(payload.length - 1)));
    const character = fc.oneof(
      fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }),
      fc.constantFrom(...Array.from("0123456789ABCDEFabcdef")),
    );
    fc.assert(
      fc.property(positioned, character, ([payload, position], other) => {
        fc.pre(payload[position] !== other);
        const changed = payload.slice(0, position) + other + payload.slice(position + 1);
        const parsed = parseBrCode(changed);
        if (parsed.ok) expect(parsed).not.toEqual(parseBrCode(payload));
        else expect(["crc", "no_crc"]).toContain(parsed.problem);
      }),
      runs,
    );
  });

  it("refuses a code with one character lost or doubled", () => {
    const positioned = fc
      .constantFrom(...vectors.valid)
      .chain(({ payload }) => fc.tuple(fc.constant(payload), fc.nat(payload.length - 1)));
    fc.assert(
      fc.property(positioned, fc.boolean(), ([payload, position], lost) => {
        const head = payload.slice(0, lost ? position : position + 1);
        const parsed = parseBrCode(head + payload.slice(lost ? position + 1 : position));
        expect(parsed.ok).toBe(false);
      }),
      runs,
    );
  });

  it("reads back names, cities and free fields of any script", () => {
    const unit = fc.constantFrom(...Array.from("aZ09 -*éÇ\u0301株ひ👀🏽\u200D\u00A0"));
    const text = (maxLength: number): fc.Arbitrary<string> =>
      fc
        .string({ unit, minLength: 1, maxLength, size: "max" })
        .filter((value) => value.trim() !== "");
    fc.assert(
      fc.property(text(25), text(15), text(10), (name, city, postalCode) => {
        const parsed = parseBrCode(code({ "59": name, "60": city, "61": postalCode }));
        if (!parsed.ok) throw new Error(parsed.problem);
        expect(parsed.value).toMatchObject({ name, city, postalCode });
      }),
      runs,
    );
  });

  it("gives fields that write the same code again, whatever was changed before the checksum", () => {
    const positioned = fc
      .constantFrom(...vectors.valid)
      .chain(({ payload }) => fc.tuple(fc.constant(payload), fc.nat(payload.length - 9)));
    const insert = fc.oneof(
      fc.constantFrom("", "0", "1", "9", "A", "👀", "-", "0100", "26", "5802BR"),
      fc.string({ unit: "grapheme-ascii", maxLength: 2 }),
    );
    let readAgain = 0;
    fc.assert(
      fc.property(positioned, insert, fc.nat(2), ([payload, position], inserted, removed) => {
        const body = payload.slice(0, -8);
        const changed = `${body.slice(0, position)}${inserted}${body.slice(position + removed)}6304`;
        const whole = changed + oracleChecksum(changed);
        const parsed = parseBrCode(whole);
        if (!parsed.ok) return;
        readAgain += 1;
        expect(writeFields(parsed.value.fields)).toBe(whole);
      }),
      runs,
    );
    expect(readAgain).toBeGreaterThan(100);
  });

  it("never throws, whatever follows a right checksum", () => {
    const unit = fc.oneof(fc.constantFrom("00", "01", "26", "59", "62", "04", "***"), fc.string());
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 30 }), (parts) => {
        const body = `000201${parts.join("")}6304`;
        expect(parseBrCode(body + oracleChecksum(body)).ok).toBe(false);
      }),
      runs,
    );
  });
});
