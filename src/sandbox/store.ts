import type { Database, SqlValue } from "../database.ts";
import type { Resource } from "./rules/change.ts";
import { NOTHING, post } from "./rules/ledger.ts";
import type { Balance, Entry } from "./rules/ledger.ts";

/** Which part of a list is asked for; times are milliseconds, both included. */
export interface ListQuery {
  readonly storeId: string;
  readonly kind: Resource["kind"];
  readonly limit: number;
  readonly status?: string | undefined;
  readonly externalId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The place after which the page begins: what is newer was on an earlier page. */
  readonly before?: number | undefined;
}

export interface Listed {
  readonly resources: readonly Resource[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: number | undefined;
}

/** What the bank keeps, read one resource, one balance or one page at a time. */
export interface Books {
  find(id: string): Resource | undefined;
  save(resource: Resource): void;
  list(query: ListQuery): Listed;
  /** What the clock has come to, the longest due first. */
  due(now: number, limit: number): readonly Resource[];
  balance(storeId: string): Balance & { readonly at: number };
  post(entry: Entry): void;
  /** What withdrawals have taken from the available balance since then, without what came back. */
  requestedSince(storeId: string, at: number): number;
}

interface StateRow {
  readonly seq: number;
  readonly state: string;
}

interface LedgerRow {
  readonly available: number;
  readonly blocked: number;
  readonly at: number;
}

export function createBooks(database: Database): Books {
  const balance = (storeId: string): Balance & { readonly at: number } => {
    const row = database.get<LedgerRow>(
      `SELECT available_after_cents AS available, blocked_after_cents AS blocked, at
       FROM ledger WHERE store_id = ? ORDER BY seq DESC LIMIT 1`,
      storeId,
    );
    if (row === undefined) return { ...NOTHING, at: 0 };
    return { availableCents: row.available, blockedCents: row.blocked, at: row.at };
  };
  return {
    find: (id) => {
      const row = database.get<StateRow>("SELECT seq, state FROM resources WHERE id = ?", id);
      return row && resourceOf(row);
    },
    save: (resource) => {
      const { id, storeId, kind, status, createdAt, dueAt } = resource;
      const externalId = kind === "withdrawal" ? resource.externalId : null;
      database.run(
        `INSERT INTO resources (id, store_id, kind, status, external_id, created_at, due_at, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE
         SET status = excluded.status, due_at = excluded.due_at, state = excluded.state`,
        ...[id, storeId, kind, status, externalId === null ? null : searchable(externalId)],
        ...[createdAt, dueAt, JSON.stringify(resource)],
      );
    },
    list: (query) => list(database, query),
    due: (now, limit) =>
      database
        .all<StateRow>(
          `SELECT seq, state FROM resources WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?`,
          now,
          limit,
        )
        .map(resourceOf),
    balance,
    post: (entry) => {
      const { storeId, kind, referenceId, at, availableCents, blockedCents } = entry;
      const sum = post(balance(storeId), entry);
      database.run(
        `INSERT INTO ledger (store_id, kind, reference_id, at, available_cents, blocked_cents,
           available_after_cents, blocked_after_cents) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[storeId, kind, referenceId, at, availableCents, blockedCents],
        ...[sum.availableCents, sum.blockedCents],
      );
    },
    requestedSince: (storeId, at) =>
      database.get<{ readonly cents: number }>(
        `SELECT -coalesce(sum(available_cents), 0) AS cents FROM ledger WHERE store_id = ? AND at >= ?
         AND kind IN ('withdrawal_requested', 'withdrawal_returned')`,
        storeId,
        at,
      )?.cents ?? 0,
  };
}

function list(database: Database, query: ListQuery): Listed {
  const { storeId, kind, limit, status, externalId, from, to, before } = query;
  const found = externalId === undefined ? undefined : searchable(externalId);
  const conditions: readonly (readonly [condition: string, value: SqlValue | undefined])[] = [
    ["store_id = ?", storeId],
    ["kind = ?", kind],
    ["status = ?", status],
    ["external_id = ?", found],
    ["created_at >= ?", from],
    ["created_at <= ?", to],
    ["seq < ?", before],
  ];
  const given = conditions.flatMap(([condition, value]) =>
    value === undefined ? [] : [{ condition, value }],
  );
  const rows = database.all<StateRow>(
    `SELECT seq, state FROM resources WHERE ${given.map(({ condition }) => condition).join(" AND ")}
     ORDER BY seq DESC LIMIT ?`,
    ...given.map(({ value }) => value),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  return {
    resources: shown.map(resourceOf),
    next: rows.length > limit ? shown.at(-1)?.seq : undefined,
  };
}

/**
 * What a merchant writes may hold what no SQLite text can (half a surrogate pair, a zero byte): JSON holds
 * all.
 */
function searchable(text: string): string {
  return JSON.stringify(text);
}

function resourceOf(row: StateRow): Resource {
  // This file wrote it: the column is nobody else's.
  return JSON.parse(row.state) as Resource;
}
