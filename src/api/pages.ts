import { AnswerError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import type { Answer } from "./answer.ts";
import type { Item, Page } from "./decode.ts";

/** What every list of the service takes. */
export interface ListQuery {
  /** 1 to 100. */
  readonly limit?: number;
  readonly cursor?: string;
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  /** The merchant's own reference; withdrawals alone. */
  readonly external_id?: string;
}

/** One page as it came, and the things on it. */
export interface ListedPage<T> {
  readonly document: { readonly raw: unknown; readonly text: string };
  readonly items: readonly Item<T>[];
}

const PAGE_ITEMS_MAX = 100;
const PAGES_MAX = 100_000;

/**
 * Walks a list page by page, one in memory at a time, until it ends or `itemsMax` are given. A list that
 * turns in a circle or breaks off is an AnswerError: neither may look like its end.
 */
export async function* pages<T>(
  list: (query: ListQuery) => Promise<Answer<Page<T>>>,
  query: ListQuery,
  { itemsMax, text }: { readonly itemsMax: number; readonly text: Text },
): AsyncGenerator<ListedPage<T>, void, undefined> {
  const seen = new Set<string>(query.cursor === undefined ? [] : [`cursor=${query.cursor}`]);
  let next: Readonly<Record<string, string>> = {};
  let left = itemsMax;
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const limit = Math.min(query.limit ?? PAGE_ITEMS_MAX, left);
    const answer = await list({ ...query, limit, ...next });
    const { items, nextCursor, nextQuery, hasMore } = answer.value;
    const { raw, text: source } = answer;
    yield { document: { raw, text: source }, items: items.slice(0, left) };
    left -= items.length;
    if (left <= 0 || !hasMore) return;
    const follows = nextCursor === undefined ? nextQuery : { cursor: nextCursor };
    if (follows === undefined) throw brokenList(answer, text.transport.noCursor);
    const name = new URLSearchParams(follows).toString();
    if (seen.has(name)) throw brokenList(answer, text.transport.repeatedCursor);
    seen.add(name);
    next = follows;
    if (count === PAGES_MAX - 1) throw brokenList(answer, text.transport.endlessList(PAGES_MAX));
  }
}

function brokenList({ status, requestId }: Answer<unknown>, message: string): AnswerError {
  return new AnswerError(message, { code: "contradiction", status, requestId });
}
