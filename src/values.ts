import { resolve } from "node:path";
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from "./api/names.ts";
import type { ListQuery } from "./api/pages.ts";
import { parseDocument } from "./domain/document.ts";
import { parseDuration } from "./domain/duration.ts";
import { isEmail } from "./domain/email.ts";
import { parseFields } from "./domain/field.ts";
import { parseMoment } from "./domain/moment.ts";
import { parseMoney } from "./domain/money.ts";
import type { Parsed } from "./domain/parsed.ts";
import { parseHttpsUrl } from "./domain/web-address.ts";
import { UsageError } from "./errors.ts";
import type { Host } from "./host.ts";
import { readBytes } from "./terminal/stdin.ts";
import type { Text } from "./text/text.ts";

/** How long `--wait` waits when it does not say. */
export const WAIT_DEFAULT_MS = 15 * 60_000;

/** A value that was read, or the sentence that says why it cannot be. */
export type Read<T> = Parsed<T, string>;

export type Reader<T> = (given: string, text: Text) => Read<T>;

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

  /** Fails with everything that was noted; does nothing when all is well. */
  raise(hint?: string): void {
    if (this.#sentences.length === 0) return;
    throw new UsageError(this.#sentences.join("\n"), hint === undefined ? {} : { hint });
  }
}

/** Integer centavos. */
export const readAmount: Reader<number> = (given, text) => {
  const parsed = parseMoney(given);
  return parsed.ok ? parsed : { ok: false, problem: text.values.money(parsed.problem, given) };
};

/** The bare digits (and letters) of a CPF or CNPJ. */
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

/** A whole number of things, from 1 up. */
export const readCount: Reader<number> = (given, text) => {
  const count = /^\d{1,9}$/.test(given) ? Number(given) : 0;
  return count < 1 ? { ok: false, problem: text.values.count(given) } : { ok: true, value: count };
};

/** A day or a full time, as UTC; a day alone is its first moment in São Paulo, or its last. */
export function momentReader(edge: "start" | "end"): Reader<string> {
  return (given, text) => {
    const parsed = parseMoment(given, edge);
    return parsed.ok ? parsed : { ok: false, problem: text.values.moment(given) };
  };
}

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

/** The flags that every list takes. */
export interface ListFlags {
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly all?: boolean;
}

const LIST_DEFAULT = 20;
/** The most that one page of the service holds. */
const PAGE_ITEMS_MAX = 100;

/** What to ask of a list, and how many things to show; without `--limit` or `--all` the newest 20. */
export function readList(
  flags: ListFlags,
  { problems, text }: { readonly problems: Problems; readonly text: Text },
): { readonly query: ListQuery; readonly itemsMax: number } {
  const { status, all } = flags;
  const limit = problems.read("--limit", flags.limit, readCount);
  const from = problems.read("--from", flags.from, momentReader("start"));
  const to = problems.read("--to", flags.to, momentReader("end"));
  if (flags.limit !== undefined && all === true) problems.add(text.values.limitAgainstAll);
  const itemsMax = all === true ? Number.POSITIVE_INFINITY : (limit ?? LIST_DEFAULT);
  const query = {
    limit: Math.min(itemsMax, PAGE_ITEMS_MAX),
    ...(status === undefined ? {} : { status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  return { query, itemsMax };
}

/** The largest file that a flag may bring into a request. */
const FILE_BYTES_MAX = 8 * 1024 * 1024;

type FileHost = Pick<Host, "stdin" | "currentFolder" | "signal">;

/**
 * The fields of `-F name=value`, as the service names them. A JSON number, `true`, `false` and `null` are
 * that; `"00123"` in quotes is always text; `@file` (`@-` standard input) is what the file holds, as text;
 * everything else is text. `customer[name]=x` goes one level down, `tags[]=x` adds to a list.
 */
export async function readFields(
  pairs: readonly string[] | undefined,
  options: { readonly host: FileHost; readonly problems: Problems; readonly text: Text },
): Promise<Readonly<Record<string, unknown>>> {
  const { problems, text } = options;
  const read: { name: string; value: string; fromFile: boolean }[] = [];
  for (const pair of pairs ?? []) {
    const at = pair.indexOf("=");
    if (at < 1) {
      problems.add(text.values.field(pair));
      continue;
    }
    const [name, given] = [pair.slice(0, at), pair.slice(at + 1)];
    const fromFile = given.startsWith("@");
    const value = fromFile ? await readText(given.slice(1), options) : given;
    read.push({ name, value, fromFile });
  }
  const parsed = parseFields(read);
  if (parsed.ok) return parsed.value;
  problems.add(text.values.fieldName(parsed.name));
  return {};
}

/** A file, or standard input for `-`, as exactly the text that its bytes are; a UsageError otherwise. */
export async function readText(
  file: string,
  { host, text }: { readonly host: FileHost; readonly text: Text },
): Promise<string> {
  const shown = file === "-" ? text.values.stdin : resolve(host.currentFolder, file);
  const bytes = await bytesOf(file, host).catch((error: unknown) => {
    if (host.signal.aborted) throw host.signal.reason;
    throw new UsageError(text.values.fileUnreadable(shown), { cause: error });
  });
  if (bytes === undefined || bytes.length > FILE_BYTES_MAX) {
    throw new UsageError(text.values.fileTooLong(shown, FILE_BYTES_MAX));
  }
  try {
    // A byte order mark stays: what is sent is what the file holds.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(text.values.fileNotText(shown), { cause: error });
  }
}

async function bytesOf(file: string, host: FileHost): Promise<Buffer | undefined> {
  if (file !== "-") {
    const { readFile } = await import("node:fs/promises");
    return readFile(resolve(host.currentFolder, file));
  }
  return readBytes(host.stdin, { bytesMax: FILE_BYTES_MAX, signal: host.signal });
}
