import type { Context } from "../../context.ts";
import { parseDocument } from "../../domain/document.ts";
import { parseDuration } from "../../domain/duration.ts";
import { isEmail } from "../../domain/email.ts";
import { parseMoney } from "../../domain/money.ts";
import type { Parsed } from "../../domain/parsed.ts";
import { parseHttpsUrl } from "../../domain/web-address.ts";
import { UsageError } from "../../errors.ts";
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from "../../api/names.ts";
import type { Text } from "../../text/text.ts";

/** How long `--wait` waits when it does not say. */
export const WAIT_DEFAULT_MS = 15 * 60_000;

/** A value that was read, or the sentence that says why it cannot be. */
export type Read<T> = Parsed<T, string>;

type Reader<T> = (given: string, text: Text) => Read<T>;

export const readAmount: Reader<number> = (given, text) => {
  const parsed = parseMoney(given);
  return parsed.ok ? parsed : { ok: false, problem: text.values.money(parsed.problem, given) };
};

export const readDocument: Reader<string> = (given, text) => {
  const parsed = parseDocument(given);
  if (parsed.ok) return { ok: true, value: parsed.value.digits };
  return { ok: false, problem: text.values.document(parsed.problem, given) };
};

export const readEmail: Reader<string> = (given, text) =>
  isEmail(given.trim())
    ? { ok: true, value: given.trim() }
    : { ok: false, problem: text.values.email(given) };

export const readName: Reader<string> = (given, text) =>
  given.trim() === ""
    ? { ok: false, problem: text.values.empty }
    : { ok: true, value: given.trim() };

/** A page of the merchant's own, which the payer's browser opens. */
export const readUrl: Reader<string> = (given, text) => {
  const parsed = parseHttpsUrl(given);
  if (parsed.ok) return { ok: true, value: parsed.value.url };
  return { ok: false, problem: text.values.url(parsed.problem, given) };
};

/** Where the service delivers: public, but for the sandbox, which reaches this machine as well. */
export function notificationUrlReader(environment: string | undefined): Reader<string> {
  return (given, text) => {
    const parsed = parseHttpsUrl(given);
    if (!parsed.ok) return { ok: false, problem: text.values.url(parsed.problem, given) };
    const { url, loopback } = parsed.value;
    const reachable = parsed.value.public || (loopback && environment === "sandbox");
    return reachable
      ? { ok: true, value: url }
      : { ok: false, problem: text.values.urlNotPublic(given) };
  };
}

export const readCurrency: Reader<string> = (given, text) =>
  given === "BRL"
    ? { ok: true, value: given }
    : { ok: false, problem: text.values.currency(given) };

export const readIdempotencyKey: Reader<string> = (given, text) => {
  // Visible ASCII alone survives as a header, byte for byte.
  const fits =
    given.length <= IDEMPOTENCY_KEY_CHARACTERS_MAX && /^[!-~](?:[ -~]*[!-~])?$/.test(given);
  if (fits) return { ok: true, value: given };
  const problem = text.values.idempotencyKey(given.length, IDEMPOTENCY_KEY_CHARACTERS_MAX);
  return { ok: false, problem };
};

/** `--wait` alone is `true`; `--wait=15m` is its text. */
export function readWait(
  given: string | boolean | undefined,
  text: Text,
): Read<number | undefined> {
  if (given === undefined || given === false) return { ok: true, value: undefined };
  if (given === true) return { ok: true, value: WAIT_DEFAULT_MS };
  const parsed = parseDuration(given);
  if (parsed.ok && parsed.value > 0) return parsed;
  return { ok: false, problem: text.flags.duration("--wait", given) };
}

/** Gathers what is wrong with all flags, so that one error names everything. */
export class Problems {
  readonly #sentences: string[] = [];
  readonly #text: Text;

  constructor(text: Text) {
    this.#text = text;
  }

  /** The value of a flag that was given; a problem is noted and the value left undefined. */
  read<T>(flag: string, given: string | undefined, reader: Reader<T>): T | undefined {
    if (given === undefined) return undefined;
    const result = reader(given, this.#text);
    if (result.ok) return result.value;
    this.add(`${flag}: ${result.problem}`);
    return undefined;
  }

  /** The value of something that was read already. */
  take<T>(result: Read<T>): T | undefined {
    if (result.ok) return result.value;
    this.add(result.problem);
    return undefined;
  }

  add(sentence: string): void {
    this.#sentences.push(sentence);
  }

  addMetadata(pair: string): void {
    this.add(this.#text.values.metadata(pair));
  }

  /** Fails with everything that was noted; does nothing when all is well. */
  raise(hint?: string): void {
    if (this.#sentences.length === 0) return;
    throw new UsageError(this.#sentences.join("\n"), hint === undefined ? {} : { hint });
  }
}

/** A whole number of things, from 1 up. */
export function readCount(
  flag: string,
  given: string | undefined,
  context: Context,
): number | undefined {
  if (given === undefined) return undefined;
  const count = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  if (count < 1) throw new UsageError(context.text.values.count(flag, given));
  return count;
}
