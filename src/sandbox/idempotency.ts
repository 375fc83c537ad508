import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import type { Assumed } from "./assumed.ts";
import { canonicalJson } from "./canonical.ts";
import { Refusal } from "./refusal.ts";
import type { Answer } from "./refusal.ts";

/** A key that a store sent, and what it sent it with. */
export interface KeyedRequest {
  readonly storeId: string;
  readonly key: string;
  /** Equal for the same method, path and JSON body. */
  readonly fingerprint: string;
}

/** How many keys that are past their time are dropped with each new one. */
const FORGOTTEN_AT_ONCE_MAX = 20;

interface Row {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly body: string | null;
}

/** What the specification calls "the same JSON body", of the same operation. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash("sha256")
    .update(`${method} ${path}\n${canonicalJson(withoutKey(body))}`)
    .digest("hex");
}

/**
 * The answer that this key already has. Undefined when the key is new, refused as `idempotency_mismatch`
 * when it came with another body and as `idempotency_in_progress` while the first request is still at work.
 */
export function storedAnswer(
  database: Database,
  request: KeyedRequest,
  now: number,
): Answer | undefined {
  const { storeId, key, fingerprint } = request;
  const row = database.get<Row>(
    `SELECT fingerprint, status, body FROM idempotency
     WHERE store_id = ? AND key = ? AND expires_at > ?`,
    ...[storeId, searchable(key), now],
  );
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint) throw new Refusal("idempotency_mismatch");
  if (row.status === null || row.body === null) throw new Refusal("idempotency_in_progress");
  const headers = { "Idempotency-Replayed": "true" };
  return { status: row.status, body: row.body, headers };
}

/** Keeps the answer for as long as a key is kept. */
export function keepAnswer(
  database: Database,
  request: KeyedRequest,
  kept: { answer: Answer; now: number; assumed: Assumed },
): void {
  const { answer, now, assumed } = kept;
  put(database, request, { ...answer, expiresAt: now + assumed.idempotencyKeptMs });
  database.run(
    `DELETE FROM idempotency WHERE (store_id, key) IN
     (SELECT store_id, key FROM idempotency WHERE expires_at <= ? LIMIT ${FORGOTTEN_AT_ONCE_MAX})`,
    now,
  );
}

/** Takes the key for a request that will take a while. */
export function markInFlight(database: Database, request: KeyedRequest, until: number): void {
  put(database, request, { status: null, body: null, expiresAt: until });
}

/** Gives the key back: nothing came of the request that held it. */
export function clearInFlight(database: Database, { storeId, key }: KeyedRequest): void {
  database.run(
    "DELETE FROM idempotency WHERE store_id = ? AND key = ? AND status IS NULL",
    ...[storeId, searchable(key)],
  );
}

function put(
  database: Database,
  { storeId, key, fingerprint }: KeyedRequest,
  row: {
    readonly status: number | null;
    readonly body: string | null;
    readonly expiresAt: number;
  },
): void {
  database.run(
    `INSERT INTO idempotency (store_id, key, fingerprint, status, body, expires_at)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_id, key) DO UPDATE SET fingerprint = excluded.fingerprint,
       status = excluded.status, body = excluded.body, expires_at = excluded.expires_at`,
    ...[storeId, searchable(key), fingerprint, row.status, row.body, row.expiresAt],
  );
}

/** A key may hold what no SQLite text can (half a surrogate pair, a zero byte): JSON holds all. */
function searchable(key: string): string {
  return JSON.stringify(key);
}

function withoutKey(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("idempotency_key" in body)) return body;
  const { idempotency_key: _, ...content } = body;
  return content;
}
