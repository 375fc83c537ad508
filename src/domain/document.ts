import { accepted, type Parsed, refused } from "./parsed.ts";

export type DocumentKind = "cpf" | "cnpj";

/** `digits` is the bare form: 11 digits, or 12 digits and upper-case letters and two check digits. */
export interface Document {
  readonly kind: DocumentKind;
  readonly digits: string;
}

export type DocumentProblem = "empty" | "characters" | "length" | "repeated" | "check_digit";

const cpfLength = 11;
const cnpjLength = 14;
const checkDigitCount = 2;

/** Each separator is optional, but stands only where the official form puts it. */
const cpfPattern = /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/;
const cnpjPattern = /^[0-9A-Za-z]{2}\.?[0-9A-Za-z]{3}\.?[0-9A-Za-z]{3}\/?[0-9A-Za-z]{4}-?\d{2}$/;

/**
 * Reads a CPF or a CNPJ, formatted or not, and checks its digits. The alphanumeric CNPJ is that of the
 * Receita Federal's IN RFB 2.229/2024; its lower-case letters are accepted and become upper case.
 */
export function parseDocument(text: string): Parsed<Document, DocumentProblem> {
  const typed = text.trim();
  if (typed === "") return refused("empty");
  const bare = typed.replace(/[.\-/]/g, "");
  if (!/^[0-9A-Za-z]+$/.test(bare)) return refused("characters");
  if (bare.length !== cpfLength && bare.length !== cnpjLength) return refused("length");
  const kind = bare.length === cpfLength ? "cpf" : "cnpj";
  if (!(kind === "cpf" ? cpfPattern : cnpjPattern).test(typed)) return refused("characters");
  // 000.000.000-00 and its like have right check digits and belong to nobody.
  if (/^(.)\1*$/.test(bare)) return refused("repeated");
  const digits = bare.toUpperCase();
  if (digits !== withCheckDigits(kind, digits)) return refused("check_digit");
  return accepted({ kind, digits });
}

/** `529.982.247-25` or `12.ABC.345/01DE-35`. */
export function formatDocument({ kind, digits }: Document): string {
  return kind === "cpf"
    ? digits.replace(/^(.{3})(.{3})(.{3})(.{2})$/, "$1.$2.$3-$4")
    : digits.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, "$1.$2.$3/$4-$5");
}

/** The form that may stand in a log: `***.982.247-**`, as Pix receipts show it, or `**.ABC.345/****-**`. */
export function maskDocument(document: Document): string {
  const [first = "", second = "", rest = ""] = formatDocument(document).split(".");
  const hidden = (part: string): string => part.replace(/[0-9A-Z]/g, "*");
  const shown = rest.slice(0, 3);
  return `${hidden(first)}.${second}.${shown}${hidden(rest.slice(3))}`;
}

function withCheckDigits(kind: DocumentKind, digits: string): string {
  // The weights of a CPF grow to the last position; those of a CNPJ begin again after 9.
  const weightMax = kind === "cpf" ? cpfLength : 9;
  let body = digits.slice(0, -checkDigitCount);
  for (let count = 0; count < checkDigitCount; count += 1) body += checkDigit(body, weightMax);
  return body;
}

/** Modulo 11; a letter is worth its ASCII value minus 48, just as a digit is. */
function checkDigit(body: string, weightMax: number): string {
  let sum = 0;
  let weight = 2;
  for (let index = body.length - 1; index >= 0; index -= 1) {
    sum += (body.charCodeAt(index) - 48) * weight;
    weight = weight === weightMax ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
