import type { Body, Decoded } from "./answer.ts";
import { fieldsOf } from "./fields.ts";
import { refusedShape } from "./refused.ts";
import { elementTexts, memberStart, skipSpace } from "./slice.ts";

interface List {
  /** Where the list stands in the answer: `data`, or nothing for the answer itself. */
  readonly name: string;
  readonly items: readonly unknown[];
  readonly texts: readonly string[];
}

/** Lists that stand beside the things themselves. */
const ASIDE: ReadonlySet<string> = new Set(["errors", "warnings", "links"]);

/** The list of an answer: the answer itself, its `data`, or the only list there is under another name. */
export function listOf({ raw, text }: Body): List | undefined {
  const start = skipSpace(text, 0);
  if (Array.isArray(raw)) return { name: "", items: raw, texts: elementTexts(text, start) };
  const fields = fieldsOf(raw);
  if (fields === undefined) return undefined;
  const name = "data" in fields ? "data" : onlyList(fields);
  const items = name === undefined ? undefined : fields[name];
  if (name === undefined || !Array.isArray(items)) return undefined;
  const at = memberStart(text, start, name);
  return { name, items, texts: at === undefined ? [] : elementTexts(text, at) };
}

function onlyList(fields: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(fields).filter(
    (name) => Array.isArray(fields[name]) && !ASIDE.has(name),
  );
  return names.length === 1 ? names[0] : undefined;
}

interface Next {
  readonly nextCursor: string | undefined;
  readonly nextQuery?: Readonly<Record<string, string>> | undefined;
  readonly hasMore: boolean;
}

/**
 * How to ask for the next page: by a cursor, by what the address of the next page asks, or by the number of
 * pages. A cursor that cannot be understood is refused: to take it for the end would cut the list short in
 * silence.
 */
export function nextPage({ raw, headers }: Body): Decoded<Next> {
  const outer = fieldsOf(raw) ?? {};
  const pagination = fieldsOf(outer["pagination"]) ?? fieldsOf(outer["meta"]) ?? outer;
  const cursor = pagination["next_cursor"] ?? outer["next_cursor"];
  const said = pagination["has_more"] ?? outer["has_more"];
  if (said === false) return { ok: true, value: LAST };
  const address = nextAddress(headers["link"]) ?? addressIn(outer) ?? addressIn(pagination);
  const query = address === undefined ? countedOn(pagination) : queryOf(address);
  const given = isAbsent(cursor) ? query?.["cursor"] : cursor;
  if (isAbsent(given)) {
    const hasMore = said === true || query !== undefined;
    const asks = query !== undefined && Object.keys(query).length > 0;
    return {
      ok: true,
      value: { nextCursor: undefined, ...(asks ? { nextQuery: query } : {}), hasMore },
    };
  }
  if (typeof given !== "string" && typeof given !== "number") {
    return refusedShape("next_cursor", given);
  }
  return { ok: true, value: { nextCursor: String(given), hasMore: true } };
}

const LAST: Next = { nextCursor: undefined, hasMore: false };

function isAbsent(cursor: unknown): boolean {
  return cursor === undefined || cursor === null || cursor === "";
}

/** RFC 8288: `<https://…?cursor=abc>; rel="next"`. */
function nextAddress(header: string | undefined): string | undefined {
  return /<([^<>]{0,2000})>[^<>,]{0,200}?;\s{0,10}rel="?next\b/i.exec(header ?? "")?.[1];
}

/** `next_page_url`, `links.next`, or a `next` that is an address. */
function addressIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  const candidates = [fields["next_page_url"], fieldsOf(fields["links"])?.["next"], fields["next"]];
  return candidates.find(
    (value): value is string => typeof value === "string" && value.includes("?"),
  );
}

/** Only the query of the next page's address is used: the key goes nowhere but to its own service. */
function queryOf(address: string): Readonly<Record<string, string>> {
  const [, query = ""] = address.split("?");
  return Object.fromEntries(new URLSearchParams(query.split("#", 1)[0]));
}

/** Pages that are counted: this one's number, and how many there are. */
function countedOn(
  pagination: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> | undefined {
  const page = pagination["current_page"] ?? pagination["page"];
  const pages = pagination["last_page"] ?? pagination["total_pages"] ?? pagination["pages"];
  if (typeof page !== "number" || typeof pages !== "number" || page >= pages) return undefined;
  return { page: String(page + 1) };
}
