import type { RawCall } from "../../api/client.ts";
import { fieldsOf } from "../../api/fields.ts";
import type { ListQuery } from "../../api/pages.ts";
import type { Context } from "../../context.ts";
import { Problems, readFields, readIdempotencyKey, readText } from "../../values.ts";

export interface ApiFlags {
  readonly method: string;
  readonly path: string;
  readonly field?: readonly string[];
  readonly input?: string;
  readonly header?: readonly string[];
  readonly idempotencyKey?: string;
  readonly all?: boolean;
}

export interface ApiRequest {
  readonly method: RawCall["method"];
  /** Below the base URL, with its query. */
  readonly path: string;
  /** The exact text that is sent. */
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  /** Whether it carries a key at all, in its header or in its body. */
  readonly keyed: boolean;
  readonly all: boolean;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Headers that this program or HTTP itself writes: a second one could send the key or the body elsewhere. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...["authorization", "proxy-authorization", "host", "content-length", "transfer-encoding"],
  ...["connection", "keep-alive", "te", "trailer", "upgrade", "expect", "content-encoding"],
]);

/** What a list of another service calls the size of a page: one that was asked for is left as it is. */
const SIZES = ["limit", "per_page", "page_size"];

/** Reads the command line into one request; one error names all that is wrong with it. */
export async function readRequest(
  context: Context,
  flags: ApiFlags,
  baseUrl: string,
): Promise<ApiRequest> {
  const { host, text } = context;
  const problems = new Problems(text);
  const method = METHODS.find((name) => name === flags.method.toUpperCase());
  const path = pathBelow(flags.path, baseUrl);
  if (method === undefined) problems.add(text.api.method(flags.method, METHODS));
  if (path === undefined) problems.add(text.api.elsewhere(flags.path, baseUrl));
  const headers = readHeaders(flags.header ?? [], { problems, text });
  const idempotencyKey = problems.read(
    "--idempotency-key",
    flags.idempotencyKey,
    readIdempotencyKey,
  );
  if (method !== undefined) refuseContradictions(flags, { method, problems, text });
  problems.raise();
  if (method === undefined || path === undefined) throw new Error("a problem was not raised");

  const fields = await readFields(flags.field, { host, problems, text });
  problems.raise();
  const call = { method, headers, idempotencyKey, all: flags.all === true };
  if (method === "GET") {
    return { ...call, path: withQuery(path, fields), body: undefined, keyed: false };
  }
  const written = flags.field === undefined ? undefined : JSON.stringify(fields);
  const { input } = flags;
  const body = input === undefined ? written : await readText(input, { host, text });
  return { ...call, path, body, keyed: idempotencyKey !== undefined || hasKey(body) };
}

/** Flags that are right each by itself and cannot stand together. */
function refuseContradictions(
  { field: pairs = [], input, idempotencyKey, all = false }: ApiFlags,
  {
    method,
    problems,
    text,
  }: {
    readonly method: RawCall["method"];
    readonly problems: Problems;
    readonly text: Context["text"];
  },
): void {
  if (method === "GET") {
    if (input !== undefined) problems.add(text.api.inputOfGet);
    if (idempotencyKey !== undefined) problems.add(text.api.keyOfGet);
  } else if (all) problems.add(text.api.allOfWrite(method));
  if (pairs.length > 0 && input !== undefined) problems.add(text.api.fieldsAgainstInput);
  const fromStdin = pairs.filter((pair) => /^[^=]*=@-$/.test(pair)).length;
  if (fromStdin > 1) problems.add(text.api.stdinTwice);
}

/** The path of one page: what the pages ask, in place of what the path itself says of it. */
export function pageOf(path: string, query: ListQuery): string {
  const [bare = "", own = ""] = path.split("?");
  const asked = new URLSearchParams(own);
  const sized = SIZES.some((name) => asked.has(name));
  for (const [name, value] of Object.entries(query)) {
    if (!(name === "limit" && sized)) asked.set(name, String(value));
  }
  return `${bare}?${asked.toString()}`;
}

/** Whether the specification gives an idempotency key a meaning for what is created here. */
export function takesKey(path: string): boolean {
  return path.startsWith("/payments/pix") || movesMoneyOut(path);
}

/** Whether this is, however it is spelled, the operation that pays somebody. */
export function movesMoneyOut(path: string): boolean {
  const [bare = ""] = path.split("?");
  return decoded(bare).toLowerCase().replaceAll(/\/+/g, "/").startsWith("/withdrawals");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // What is not encoded right is not this path either.
    return path;
  }
}

/** `payments`, `/payments`, `/v1/payments` and the whole address are `/payments`; others are undefined. */
function pathBelow(given: string, baseUrl: string): string | undefined {
  const base = new URL(baseUrl);
  if (/^[a-z][a-z0-9+.-]*:/i.test(given) || given.startsWith("//")) {
    const whole = URL.canParse(given) ? new URL(given) : undefined;
    const isBelow =
      whole?.origin === base.origin && given.startsWith(`${base.origin}${base.pathname}/`);
    return isBelow ? given.slice(base.origin.length + base.pathname.length) : undefined;
  }
  const path = given.startsWith("/") ? given : `/${given}`;
  const prefix = [base.pathname, "/v1"].find((start) => path.startsWith(`${start}/`));
  return prefix === undefined ? path : path.slice(prefix.length);
}

function readHeaders(
  given: readonly string[],
  { problems, text }: { readonly problems: Problems; readonly text: Context["text"] },
): Readonly<Record<string, string>> {
  const headers: [string, string][] = [];
  for (const header of given) {
    const match = /^([!#$%&'*+.^`|~\w-]+)\s*:\s*([\x20-\x7e]*)$/.exec(header);
    const name = match?.[1]?.toLowerCase();
    if (name === undefined) problems.add(text.api.header(header));
    else if (name === "idempotency-key") problems.add(text.api.keyHeader);
    else if (OWN_HEADERS.has(name)) problems.add(text.api.ownHeader(name));
    else headers.push([name, match?.[2]?.trim() ?? ""]);
  }
  return Object.fromEntries(headers);
}

/** Fields of a GET are its query: `a[b]` keeps its name, and a list is one name several times. */
function withQuery(path: string, fields: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) => queryPairs(name, value));
  if (pairs.length === 0) return path;
  const joint = path.includes("?") ? "&" : "?";
  return `${path}${joint}${new URLSearchParams(pairs).toString()}`;
}

function queryPairs(name: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((each) => queryPairs(`${name}[]`, each));
  const nested = fieldsOf(value);
  if (nested !== undefined) {
    return Object.entries(nested).flatMap(([key, each]) => queryPairs(`${name}[${key}]`, each));
  }
  return [[name, typeof value === "string" ? value : value === null ? "" : JSON.stringify(value)]];
}

/** The specification: "The key may be sent in the header or as `idempotency_key` in the body". */
function hasKey(body: string | undefined): boolean {
  if (body === undefined) return false;
  try {
    const key = fieldsOf(JSON.parse(body))?.["idempotency_key"];
    return typeof key === "string" && key !== "";
  } catch {
    // A body that is no JSON carries no key.
    return false;
  }
}
