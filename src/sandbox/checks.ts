import * as v from "valibot";
import type { Entry } from "../api/contract.ts";
import { parseDocument } from "../domain/document.ts";
import { isEmail } from "../domain/email.ts";
import { fromReais } from "../domain/money.ts";
import { parseHttpsUrl } from "../domain/web-address.ts";
import { METADATA_BYTES_MAX, TEXT_CHARACTERS_MAX } from "./assumed.ts";
import { Refusal } from "./refusal.ts";
import type { Detail } from "./refusal.ts";

const MESSAGES = {
  required: "is required",
  invalid_type: "has the wrong type",
  invalid: "is not valid",
  blank: "must not be blank",
  too_short: "is too short",
  too_long: "is too long",
  too_many_decimals: "has more than two decimals",
} as const;

export type DetailCode = keyof typeof MESSAGES;

export function detail(field: string, code: DetailCode): Detail {
  return { field, code, message: `${field} ${MESSAGES[code]}` };
}

/** A member of a body that need not be an object, exactly as it was sent. */
export function memberOf(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? Object.getOwnPropertyDescriptor(body, name)?.value
    : undefined;
}

/** The body in the shape that the contract gives it, or `validation_failed` with every field that is not. */
export function shaped<S extends Entry>(schema: S, body: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, body);
  if (result.success) return result.output;
  throw new Refusal("validation_failed", { details: result.issues.map(detailOf) });
}

/** Refuses when any of the checks has found something; those that are fine give undefined. */
export function refuseAny(found: readonly (Detail | undefined)[]): void {
  const details = found.filter((one) => one !== undefined);
  if (details.length > 0) throw new Refusal("validation_failed", { details });
}

/** A line that a person wrote: there, not blank, not a book. */
export function checkText(
  field: string,
  text: string | null | undefined,
  charactersMax = TEXT_CHARACTERS_MAX,
): Detail | undefined {
  if (text === null || text === undefined) return undefined;
  if (text.length > charactersMax) return detail(field, "too_long");
  return text.trim() === "" ? detail(field, "blank") : undefined;
}

export function checkEmail(field: string, text: string): Detail | undefined {
  return isEmail(text) ? undefined : detail(field, "invalid");
}

export function checkUrl(field: string, text: string | null | undefined): Detail | undefined {
  if (text === null || text === undefined) return undefined;
  return parseHttpsUrl(text).ok ? undefined : detail(field, "invalid");
}

export function checkMetadata(field: string, value: unknown): Detail | undefined {
  if (value === undefined) return undefined;
  // The contract's record takes an array for an object.
  if (Array.isArray(value)) return detail(field, "invalid_type");
  return JSON.stringify(value).length > METADATA_BYTES_MAX ? detail(field, "too_long") : undefined;
}

export function refuseCurrency(currency: string | undefined): void {
  if (currency === undefined || currency === "BRL") return;
  throw new Refusal("unsupported_currency", { details: [detail("currency", "invalid")] });
}

/** Whole centavos of an amount within the limits of the platform. */
export function amountOf(
  field: string,
  reais: number,
  limits: { readonly centsMin: number; readonly centsMax: number },
): number {
  const details = [detail(field, "invalid")];
  if (reais < limits.centsMin / 100) throw new Refusal("amount_below_minimum", { details });
  if (reais > limits.centsMax / 100) throw new Refusal("amount_above_maximum", { details });
  const cents = fromReais(reais);
  if (cents !== undefined) return cents;
  throw new Refusal("validation_failed", { details: [detail(field, "too_many_decimals")] });
}

export function refuseDocument(field: string, text: string): void {
  if (parseDocument(text).ok) return;
  throw new Refusal("invalid_document", { details: [detail(field, "invalid")] });
}

/**
 * Public HTTPS; the machine itself will do as well, unless the sandbox is to be as strict as the real
 * service.
 */
export function refuseNotificationUrl(text: string | null | undefined, strict: boolean): void {
  if (text === null || text === undefined) return;
  const parsed = parseHttpsUrl(text);
  if (parsed.ok && (parsed.value.public || (parsed.value.loopback && !strict))) return;
  const details = [detail("notification_url", "invalid")];
  throw new Refusal("invalid_notification_url", { details });
}

function detailOf(issue: v.BaseIssue<unknown>): Detail {
  const field = v.getDotPath(issue) ?? "body";
  if (issue.kind !== "schema") {
    if (issue.type === "max_length") return detail(field, "too_long");
    if (issue.type === "min_length") return detail(field, "too_short");
    return detail(field, "invalid");
  }
  return detail(field, issue.received === "undefined" ? "required" : "invalid_type");
}
