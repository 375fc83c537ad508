import type { Database } from "../database.ts";
import type { Clock } from "../host.ts";
import { effectOf } from "../errors.ts";
import type { Effect } from "../errors.ts";

/** A request that creates something, as it is about to be sent. */
export interface Write {
  readonly profile: string;
  readonly environment: string;
  readonly baseUrl: string;
  readonly method: "POST";
  readonly path: string;
  readonly idempotencyKey: string;
  /** The exact bytes of the request; every retry sends these and no others. */
  readonly body: string;
}

/** What the ledger keeps of an answer. */
export interface WriteAnswer {
  readonly resourceId: string;
  readonly status: number;
  readonly requestId: string | undefined;
}

/** What this tool knows of the account behind a key, so that it asks only once. */
export interface KnownAccount {
  readonly environment: string | null;
  readonly storeId: string | null;
  readonly storeName: string | null;
}

/** A write as the ledger holds it. `sending` is one whose process died before it knew the outcome. */
export interface WriteRow {
  readonly id: number;
  readonly profile: string;
  readonly path: string;
  readonly idempotency_key: string;
  readonly body: string;
  readonly state: "sending" | "accepted" | Effect;
  readonly resource_id: string | null;
  readonly created_at: string;
}

/** What this tool asked of a service and must not forget. */
export interface Writes {
  /**
   * Records the write, durably, before `send` is called, and its outcome after. A failure of the ledger
   * itself before sending stops the write; the error of `send` is passed on unchanged.
   */
  record<A>(write: Write, send: () => Promise<A>, told: (answer: A) => WriteAnswer): Promise<A>;
  /** The writes that carried this idempotency key to this service, the newest first. */
  find(write: { readonly baseUrl: string; readonly idempotencyKey: string }): readonly WriteRow[];
  account(baseUrl: string, keyHash: string): KnownAccount | undefined;
  rememberAccount(baseUrl: string, keyHash: string, account: KnownAccount): void;
}

/** The writes of an open ledger. */
export function createWrites(database: Database, clock: Clock): Writes {
  const now = (): string => clock.now().toISOString();
  return {
    record: async (write, send, told) => {
      const id = begin(database, write, now());
      let answer;
      try {
        answer = await send();
      } catch (error) {
        end(database, id, effectOf(error), now());
        throw error;
      }
      const { resourceId, status, requestId } = told(answer);
      database.run(
        `UPDATE writes SET state = 'accepted', resource_id = ?, status = ?, request_id = ?, updated_at = ?
         WHERE id = ?`,
        resourceId,
        status,
        requestId ?? null,
        now(),
        id,
      );
      return answer;
    },
    find: ({ baseUrl, idempotencyKey }) =>
      database.all<WriteRow>(
        `SELECT id, profile, path, idempotency_key, body, state, resource_id, created_at FROM writes
         WHERE base_url = ? AND idempotency_key = ? ORDER BY id DESC LIMIT 100`,
        baseUrl,
        idempotencyKey,
      ),
    account: (baseUrl, keyHash) =>
      database.get<KnownAccount>(
        `SELECT environment, store_id AS storeId, store_name AS storeName FROM accounts
         WHERE base_url = ? AND key_hash = ?`,
        baseUrl,
        keyHash,
      ),
    rememberAccount: (baseUrl, keyHash, { environment, storeId, storeName }) => {
      database.run(
        "INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?, ?)",
        baseUrl,
        keyHash,
        environment,
        storeId,
        storeName,
      );
    },
  };
}

function begin(database: Database, write: Write, at: string): number {
  const row = database.get<{ id: number }>(
    `INSERT INTO writes (profile, environment, base_url, method, path, idempotency_key, body, state,
                         created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'sending', ?, ?) RETURNING id`,
    write.profile,
    write.environment,
    write.baseUrl,
    write.method,
    write.path,
    write.idempotencyKey,
    write.body,
    at,
    at,
  );
  if (row === undefined) throw new Error("the ledger gave no row back for a write");
  return row.id;
}

function end(database: Database, id: number, effect: Effect, at: string): void {
  database.run("UPDATE writes SET state = ?, updated_at = ? WHERE id = ?", effect, at, id);
}
