import type { DocumentProblem } from "../../domain/document.ts";
import type { MoneyProblem } from "../../domain/money.ts";
import type { WebAddressProblem } from "../../domain/web-address.ts";

export const values = {
  empty: "is empty",
  money: (problem: MoneyProblem, given: string): string => {
    switch (problem) {
      case "empty":
        return "is empty";
      case "sign":
        return `${given} has a sign: write the amount alone, such as 19.90`;
      case "exponent":
        return `${given} has an exponent: write it out, such as 1000.00`;
      case "ambiguous":
        return `${given} can be thousands or decimals: write two decimals, as in 1234.00 or 1.23`;
      case "too_many_decimals":
        return `${given} has more than two decimals: the smallest unit is the centavo`;
      case "zero":
        return "must be more than zero";
      case "too_large":
        return `${given} is too large`;
      case "not_money":
        return `${given} is not an amount in reais: write 19.90, 19,90 or 1.234,56`;
    }
  },
  document: (problem: DocumentProblem, given: string): string => {
    switch (problem) {
      case "empty":
        return "is empty";
      case "characters":
        return `${given} is not written as a CPF or CNPJ`;
      case "length":
        return `${given} is neither a CPF (11 digits) nor a CNPJ (14): is a leading zero missing?`;
      case "repeated":
        return `${given} repeats one digit and belongs to nobody`;
      case "check_digit":
        return `${given} has a wrong check digit: see that it was typed right`;
    }
  },
  email: (given: string): string => `${given} is not an e-mail address`,
  url: (problem: WebAddressProblem, given: string): string => {
    switch (problem) {
      case "empty":
        return "is empty";
      case "too_long":
        return "is longer than 2048 characters";
      case "not_a_url":
        return `${given} is not an address: write it whole, such as https://example.com/pix`;
      case "not_https":
        return `${given} is not HTTPS: the address must begin with https://`;
      case "has_credentials":
        return "carries a user name or a password: take it out of the address";
    }
  },
  urlNotPublic: (given: string): string =>
    `${given} is not public: the service could not deliver to it`,
  currency: (given: string): string => `${given} is not BRL, the only currency there is`,
  idempotencyKey: (length: number, max: number): string =>
    length > max
      ? `has ${length} characters; at most ${max} are allowed`
      : "must be visible ASCII characters, with no space at either end",
  metadata: (pair: string): string => `${pair} is not written as key=value`,
  count: (given: string): string => `${given} is not a whole number from 1 up`,
  field: (pair: string): string => `-F: ${pair} is not written as name=value`,
  fieldName: (name: string): string =>
    `-F: ${name} is no field's name, or is two things at once: write name, name[part] or name[]`,
  stdin: "standard input",
  fileUnreadable: (path: string): string => `${path} cannot be read.`,
  fileTooLong: (path: string, bytes: number): string => `${path} is longer than ${bytes} bytes.`,
  fileNotText: (path: string): string => `${path} is not UTF-8 text.`,
  moment: (given: string): string =>
    `${given} is no date: write 2026-11-01, or a time such as 2026-11-01T12:00:00-03:00`,
  limitAgainstAll: "--limit and --all contradict each other.",
};
