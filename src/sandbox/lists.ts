import { parseMoment } from "../domain/moment.ts";
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from "./assumed.ts";
import { detail, refuseAny } from "./checks.ts";
import type { Detail } from "./refusal.ts";
import type { Listed, ListQuery } from "./store.ts";

export type ListParameters = Pick<
  ListQuery,
  "limit" | "status" | "externalId" | "from" | "to" | "before"
>;

/** `limit`, `cursor`, `status`, `from` and `to` of a list, and `external_id` where the resource has one. */
export function listParameters(
  query: URLSearchParams,
  statuses: readonly string[],
): ListParameters {
  const status = query.get("status") ?? undefined;
  const limit = query.get("limit") ?? String(LIST_LIMIT_DEFAULT);
  const cursor = query.get("cursor") ?? undefined;
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const from = moment(query.get("from"), "start");
  const to = moment(query.get("to"), "end");
  refuseAny([
    /^\d{1,3}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= LIST_LIMIT_MAX
      ? undefined
      : detail("limit", "invalid"),
    status === undefined || statuses.includes(status) ? undefined : detail("status", "invalid"),
    unreadable("cursor", cursor, before),
    unreadable("from", query.get("from"), from),
    unreadable("to", query.get("to"), to),
  ]);
  const externalId = query.get("external_id") ?? undefined;
  return { limit: Number(limit), status, externalId, from, to, before };
}

/** A page as the service says it, with items that are written already. */
export function pageOf(listed: Listed, limit: number, items: readonly unknown[]): unknown {
  const { next } = listed;
  return {
    data: items,
    pagination: {
      limit,
      has_more: next !== undefined,
      next_cursor: next === undefined ? null : writeCursor(next),
    },
  };
}

/** A place in the order of creation: what is created later stands before it and moves nothing. */
function writeCursor(place: number): string {
  return Buffer.from(`after:${place}`).toString("base64url");
}

function readCursor(cursor: string): number | undefined {
  const place = /^after:(\d{1,15})$/.exec(Buffer.from(cursor, "base64url").toString())?.[1];
  return place === undefined ? undefined : Number(place);
}

function moment(text: string | null, edge: "start" | "end"): number | undefined {
  const parsed = text === null ? undefined : parseMoment(text, edge);
  return parsed?.ok === true ? new Date(parsed.value).getTime() : undefined;
}

function unreadable(
  field: string,
  text: string | null | undefined,
  read: number | undefined,
): Detail | undefined {
  const given = text !== null && text !== undefined;
  return given && read === undefined ? detail(field, "invalid") : undefined;
}
