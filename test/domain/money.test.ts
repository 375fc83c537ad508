import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  amountCentsMax,
  decimalReais,
  formatMoney,
  fromReais,
  parseMoney,
  toReais,
} from "../../src/domain/money.ts";

const runs = { numRuns: 10_000 };
const amountCents = fc.integer({ min: 1, max: amountCentsMax });
/** What a double keeps to the centavo: 15 digits. */
const exactCents = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
const safeCents = fc.maxSafeInteger();

const intl = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" });

/** The decimal text by BigInt division, in another way than the code under test. */
function oracleDecimal(cents: number): `${number}` {
  const whole = BigInt(cents);
  const absolute = whole < 0n ? -whole : whole;
  const rest = absolute % 100n;
  const decimal = `${absolute / 100n}.${rest / 10n}${rest % 10n}`;
  return (whole < 0n ? `-${decimal}` : decimal) as `${number}`;
}

function oracleFormat(cents: number): string {
  return intl.format(oracleDecimal(cents)).replaceAll("\u00A0", " ");
}

describe("parseMoney", () => {
  it.each([
    ["19.90", 1990],
    ["19,90", 1990],
    ["1234.56", 123456],
    ["1.234,56", 123456],
    ["R$ 19,90", 1990],
    ["R$19,90", 1990],
    ["R$\u00A01.234,56", 123456],
    ["20", 2000],
    ["19,9", 1990],
    ["19.9", 1990],
    ["1.234,5", 123450],
    ["1.234.567,89", 123456789],
    ["1234", 123400],
    ["0,01", 1],
    ["007,50", 750],
    ["  19.90\n", 1990],
    ["999999999999.99", 99_999_999_999_999],
    ["999.999.999.999,99", 99_999_999_999_999],
  ])("reads %j as %i centavos", (text, cents) => {
    expect(parseMoney(text)).toEqual({ ok: true, value: cents });
  });

  it.each([
    ["", "empty"],
    [" \t", "empty"],
    ["-5", "sign"],
    ["+5", "sign"],
    ["\u22125", "sign"],
    ["-R$ 5,00", "sign"],
    ["R$ -5,00", "sign"],
    ["5-", "sign"],
    ["1e3", "exponent"],
    ["1E+3", "exponent"],
    ["-1e3", "exponent"],
    ["5,51E+12", "exponent"],
    ["1.234", "ambiguous"],
    ["1,234", "ambiguous"],
    ["19.999", "ambiguous"],
    ["R$ 1.234", "ambiguous"],
    ["1.234.567", "ambiguous"],
    ["1,234,567", "ambiguous"],
    ["0.123", "too_many_decimals"],
    ["1234.567", "too_many_decimals"],
    ["19.9000", "too_many_decimals"],
    ["1.234,567", "too_many_decimals"],
    ["0", "zero"],
    ["0,00", "zero"],
    ["R$ 0", "zero"],
    ["1000000000000", "too_large"],
    ["1.000.000.000.000,00", "too_large"],
    ["9".repeat(1000), "too_large"],
    ["abc", "not_money"],
    ["R$", "not_money"],
    ["R$ R$ 5", "not_money"],
    ["US$ 5", "not_money"],
    ["19.", "not_money"],
    [",50", "not_money"],
    ["19,90,00", "not_money"],
    ["1,234.56", "not_money"],
    ["1.23,45", "not_money"],
    ["01.234,56", "not_money"],
    ["1 234,56", "not_money"],
    ["0x10", "not_money"],
    ["Infinity", "not_money"],
    ["NaN", "not_money"],
    ["\u0661\u0669", "not_money"],
    ["19.90 reais", "not_money"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseMoney(text)).toEqual({ ok: false, problem });
  });

  it("reads every form of an amount back to the same centavos", () => {
    fc.assert(
      fc.property(amountCents, fc.boolean(), (cents, symbol) => {
        const decimal = oracleDecimal(cents);
        const forms = [decimal, decimal.replace(".", ","), oracleFormat(cents).slice(3)];
        for (const form of forms) {
          expect(parseMoney(symbol ? `R$ ${form}` : form)).toEqual({ ok: true, value: cents });
        }
      }),
      runs,
    );
  });

  it("never reads a number with one separator and three digits behind it", () => {
    const digits = fc.integer({ min: 0, max: 999_999 });
    const three = fc.integer({ min: 0, max: 999 });
    fc.assert(
      fc.property(digits, three, fc.constantFrom(".", ","), (head, tail, separator) => {
        const text = `${head}${separator}${String(tail).padStart(3, "0")}`;
        const problem = head >= 1 && head <= 999 ? "ambiguous" : "too_many_decimals";
        expect(parseMoney(text)).toEqual({ ok: false, problem });
      }),
      runs,
    );
  });

  it("gives a positive whole number of centavos in range for any text it accepts", () => {
    const text = fc.string({
      unit: fc.constantFrom(...Array.from("0123459.,-+eER$ ")),
      maxLength: 20,
      size: "max",
    });
    fc.assert(
      fc.property(text, (typed) => {
        const parsed = parseMoney(typed);
        if (!parsed.ok) return;
        expect(Number.isSafeInteger(parsed.value)).toBe(true);
        expect(parsed.value).toBeGreaterThan(0);
        expect(parsed.value).toBeLessThanOrEqual(amountCentsMax);
        expect(parseMoney(formatMoney(parsed.value))).toEqual(parsed);
      }),
      runs,
    );
  });
});

describe("formatMoney", () => {
  it.each([
    [123456, "R$ 1.234,56"],
    [-100, "-R$ 1,00"],
    [0, "R$ 0,00"],
    [-0, "R$ 0,00"],
    [7, "R$ 0,07"],
    [100_000, "R$ 1.000,00"],
    [99_999, "R$ 999,99"],
  ])("shows %i centavos as %s", (cents, shown) => {
    expect(formatMoney(cents)).toBe(shown);
  });

  it("agrees with Intl.NumberFormat, apart from its no-break space", () => {
    fc.assert(
      fc.property(safeCents, (cents) => {
        expect(formatMoney(cents)).toBe(oracleFormat(cents));
      }),
      runs,
    );
  });

  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    "throws for %d, which is no whole number of centavos",
    (cents) => {
      expect(() => formatMoney(cents)).toThrow(RangeError);
    },
  );
});

describe("toReais, decimalReais and fromReais", () => {
  it.each([
    [1990, 19.9, "19.90"],
    [1, 0.01, "0.01"],
    [0, 0, "0.00"],
    [-150, -1.5, "-1.50"],
    [99_999_999_999_999, 999_999_999_999.99, "999999999999.99"],
  ])("write %i centavos as the number %d and the text %s", (cents, reais, decimal) => {
    expect(toReais(cents)).toBe(reais);
    expect(decimalReais(cents)).toBe(decimal);
  });

  it("come back to the same centavos through JSON and through decimal text", () => {
    fc.assert(
      fc.property(exactCents, (cents) => {
        expect(decimalReais(cents)).toBe(oracleDecimal(cents));
        expect(fromReais(JSON.parse(JSON.stringify(toReais(cents))))).toBe(cents);
        expect(fromReais(decimalReais(cents))).toBe(cents);
      }),
      runs,
    );
  });

  it("throw rather than write a number that JSON would not keep to the centavo", () => {
    expect(toReais(999_999_999_999_999)).toBe(9_999_999_999_999.99);
    expect(() => toReais(1_000_000_000_000_000)).toThrow(RangeError);
    expect(decimalReais(1_000_000_000_000_000)).toBe("10000000000000.00");
  });

  it.each([
    [19.9, 1990],
    ["19.90", 1990],
    ["19.9", 1990],
    ["19.900", 1990],
    [20, 2000],
    ["20", 2000],
    [-19.9, -1990],
    ["-0.01", -1],
    [0, 0],
    [-0, 0],
    ["-0.00", 0],
  ])("read %j as %i centavos", (value, cents) => {
    expect(fromReais(value)).toBe(cents);
  });

  it.each([
    19.999,
    0.1 + 0.2,
    1e21,
    1e-7,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_SAFE_INTEGER,
    "",
    " 19.90",
    "19,90",
    "19.",
    ".5",
    "+5",
    "1e3",
    "19.905",
    "R$ 19,90",
    "9".repeat(30),
    null,
    undefined,
    true,
    [19.9],
    { amount: 19.9 },
    1990n,
  ])("refuse %s", (value) => {
    expect(fromReais(value)).toBeUndefined();
  });

  it("read a JSON number only when it is exact to the centavo", () => {
    const thousandths = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(thousandths, (count) => {
        const value = Number(`${count}e-3`);
        expect(fromReais(value)).toBe(count % 10 === 0 ? Number(BigInt(count) / 10n) : undefined);
      }),
      runs,
    );
  });
});
