import { openDatabase } from "../database.ts";
import type { Clock } from "../host.ts";
import type { Text } from "../text/text.ts";
import { createBatches } from "./batches.ts";
import type { Batches } from "./batches.ts";
import { createPayouts } from "./payouts.ts";
import type { Payouts } from "./payouts.ts";
import { adoptScopes } from "./scopes.ts";
import { createWrites } from "./writes.ts";
import type { Writes } from "./writes.ts";

/** What this tool asked of a service and must not forget; one file (0600) in the state folder. */
export interface Ledger {
  readonly writes: Writes;
  readonly payouts: Payouts;
  readonly batches: Batches;
  /** Brings what a store has under other names to its name of now. */
  adoptScopes(to: string, others: readonly string[]): void;
  close(): void;
}

const MIGRATIONS = [
  `CREATE TABLE writes (
     id INTEGER PRIMARY KEY,
     profile TEXT NOT NULL,
     environment TEXT NOT NULL,
     base_url TEXT NOT NULL,
     method TEXT NOT NULL,
     path TEXT NOT NULL,
     idempotency_key TEXT NOT NULL,
     body TEXT NOT NULL,
     state TEXT NOT NULL,
     resource_id TEXT,
     status INTEGER,
     request_id TEXT,
     created_at TEXT NOT NULL,
     updated_at TEXT NOT NULL
   );
   CREATE INDEX writes_by_key ON writes (base_url, idempotency_key);
   CREATE TABLE accounts (
     base_url TEXT NOT NULL,
     key_hash TEXT NOT NULL,
     environment TEXT,
     store_id TEXT,
     store_name TEXT,
     PRIMARY KEY (base_url, key_hash)
   );`,
  `CREATE TABLE payouts (
     id INTEGER PRIMARY KEY,
     scope TEXT NOT NULL,
     batch TEXT NOT NULL,
     reference TEXT NOT NULL,
     generation INTEGER NOT NULL,
     key TEXT NOT NULL,
     profile TEXT NOT NULL,
     amount_cents INTEGER NOT NULL,
     pix_key TEXT NOT NULL,
     asked TEXT NOT NULL,
     body TEXT NOT NULL,
     state TEXT NOT NULL,
     withdrawal_id TEXT,
     failure_code TEXT,
     failure_message TEXT,
     created_at TEXT NOT NULL,
     first_sent_at TEXT,
     last_sent_at TEXT,
     updated_at TEXT NOT NULL,
     UNIQUE (scope, batch, reference)
   );
   CREATE INDEX payouts_by_day ON payouts (scope, first_sent_at);
   CREATE TABLE attempts (
     id INTEGER PRIMARY KEY,
     payout_id INTEGER NOT NULL REFERENCES payouts (id),
     started_at TEXT NOT NULL,
     ended_at TEXT,
     outcome TEXT,
     status INTEGER,
     request_id TEXT
   );
   CREATE INDEX attempts_by_payout ON attempts (payout_id);
   CREATE TABLE trusted_lookups (scope TEXT PRIMARY KEY, since TEXT NOT NULL);`,
  // What is a payment's place was its reference; in a batch that holds the batch's name as well. A list is
  // trusted by what it shows now, not by what it once showed.
  `ALTER TABLE payouts ADD COLUMN row_id TEXT NOT NULL DEFAULT '';
   UPDATE payouts SET row_id = reference;
   ALTER TABLE payouts ADD COLUMN line INTEGER;
   ALTER TABLE payouts ADD COLUMN last_ended_at TEXT;
   CREATE UNIQUE INDEX payouts_by_place ON payouts (scope, batch, row_id);
   CREATE INDEX payouts_by_reference ON payouts (scope, reference);
   CREATE INDEX payouts_by_state ON payouts (scope, batch, state, id);
   CREATE INDEX payouts_by_receiver ON payouts (scope, pix_key, amount_cents);
   ALTER TABLE attempts ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
   UPDATE attempts SET generation = (SELECT generation FROM payouts WHERE payouts.id = payout_id);
   DROP TABLE trusted_lookups;
   CREATE TABLE payout_withdrawals (
     id INTEGER PRIMARY KEY,
     scope TEXT NOT NULL,
     withdrawal_id TEXT NOT NULL,
     payout_id INTEGER NOT NULL REFERENCES payouts (id),
     generation INTEGER NOT NULL,
     UNIQUE (scope, withdrawal_id, payout_id, generation)
   );
   CREATE INDEX payout_withdrawals_by_scope ON payout_withdrawals (scope, id);
   INSERT INTO payout_withdrawals (scope, withdrawal_id, payout_id, generation)
     SELECT scope, withdrawal_id, id, generation FROM payouts WHERE withdrawal_id IS NOT NULL ORDER BY id;
   CREATE TABLE batches (
     id INTEGER PRIMARY KEY,
     scope TEXT NOT NULL,
     batch TEXT NOT NULL,
     environment TEXT NOT NULL,
     profile TEXT NOT NULL,
     file TEXT NOT NULL,
     hash TEXT NOT NULL,
     rows INTEGER NOT NULL,
     total_cents INTEGER NOT NULL,
     duplicates_allowed INTEGER NOT NULL,
     created_at TEXT NOT NULL,
     started_at TEXT,
     ran_at TEXT,
     stopped_at TEXT,
     stopped_by TEXT,
     UNIQUE (scope, batch)
   );`,
];

/** Opens the ledger, making it on first use; with `forget`, nothing is made and nothing kept. */
export async function openLedger(options: {
  path: string;
  clock: Clock;
  text: Text;
  forget?: boolean;
}): Promise<Ledger> {
  const { clock, ...rest } = options;
  const database = await openDatabase({ migrations: MIGRATIONS, ...rest });
  return {
    writes: createWrites(database, clock),
    payouts: createPayouts(database, clock),
    batches: createBatches(database, clock),
    adoptScopes: (to, others) => adoptScopes(database, to, others),
    close: () => database.close(),
  };
}
