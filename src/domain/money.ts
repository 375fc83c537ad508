import { accepted, type Parsed, refused } from "./parsed.ts";

export type MoneyProblem =
  | "empty"
  | "sign"
  | "exponent"
  | "ambiguous"
  | "too_many_decimals"
  | "zero"
  | "not_money"
  | "too_large";

/** R$ 999.999.999.999,99: what a person can type as one amount. */
export const amountCentsMax = 99_999_999_999_999;

/** Every decimal of up to 15 digits survives the way through a double and back unchanged. */
const doubleDigitsMax = 15;
const amountDigitsMax = String(amountCentsMax).length;

const exponentPattern = /^[+\-\u2212]?[\d.,]+[eE][+\-\u2212]?\d+$/;
const signPattern = /^[+\-\u2212].*\d|\d.*[+\-\u2212]$/;
const ambiguousPattern = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;
const plainPattern = /^(\d+)(?:[.,](\d+))?$/;
const groupedPattern = /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/;

/**
 * Reads an amount as a person types it (`19.90`, `19,90`, `1.234,56`, `R$ 20`) into whole centavos.
 * What can mean two amounts (`1.234`, `1,234`) is refused, for it may move a thousand times too much.
 */
export function parseMoney(text: string): Parsed<number, MoneyProblem> {
  const typed = text.trim();
  if (typed === "") return refused("empty");
  const number = typed.replace(/^R\$\s*/, "");
  if (exponentPattern.test(number)) return refused("exponent");
  if (signPattern.test(number)) return refused("sign");
  if (ambiguousPattern.test(number)) return refused("ambiguous");
  const match = plainPattern.exec(number) ?? groupedPattern.exec(number);
  const reais = match?.[1];
  if (reais === undefined) return refused("not_money");
  const centavos = match?.[2] ?? "";
  if (centavos.length > 2) return refused("too_many_decimals");
  const digits = joinDigits(reais.replaceAll(".", ""), centavos);
  if (digits === "") return refused("zero");
  if (digits.length > amountDigitsMax) return refused("too_large");
  return accepted(Number(digits));
}

/** `R$ 1.234,56` with an ordinary space; a negative amount as `-R$ 1,00`. */
export function formatMoney(cents: number): string {
  const { sign, reais, centavos } = splitCents(cents);
  return `${sign}R$ ${reais.replace(/\B(?=(?:\d{3})+$)/g, ".")},${centavos}`;
}

/** `1234.56`: the amount for machines, always with two decimals. */
export function decimalReais(cents: number): string {
  const { sign, reais, centavos } = splitCents(cents);
  return `${sign}${reais}.${centavos}`;
}

/** The JSON number in reais. It is read from decimal text, so it is exact to the centavo. */
export function toReais(cents: number): number {
  const decimal = decimalReais(cents);
  if (decimal.replace(/[-.]/g, "").length > doubleDigitsMax) throw new RangeError(decimal);
  return Number(decimal);
}

/**
 * Whole centavos of a JSON number (`19.9`) or a decimal string (`"19.90"`), negative ones included.
 * Undefined when the value is neither, is not exact to the centavo, or has more digits than a double keeps.
 */
export function fromReais(value: unknown): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(String(value));
  const reais = match?.[2];
  if (reais === undefined) return undefined;
  const digits = joinDigits(reais, match?.[3] ?? "");
  if (digits.length > doubleDigitsMax) return undefined;
  const cents = Number(digits);
  return match?.[1] === "-" && cents !== 0 ? -cents : cents;
}

function joinDigits(reais: string, centavos: string): string {
  return (reais + centavos.padEnd(2, "0")).replace(/^0+/, "");
}

function splitCents(cents: number): { sign: string; reais: string; centavos: string } {
  // A wrong amount must never be shown or sent, so a caller's mistake ends here.
  if (!Number.isSafeInteger(cents)) throw new RangeError(String(cents));
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return { sign: cents < 0 ? "-" : "", reais: digits.slice(0, -2), centavos: digits.slice(-2) };
}
