import { openDatabase } from "../database.ts";
import type { Clock } from "../host.ts";
import type { Text } from "../text/text.ts";
import { createPayouts } from "./payouts.ts";
import type { Payouts } from "./payouts.ts";
import { createWrites } from "./writes.ts";
import type { Writes } from "./writes.ts";

/** What this tool asked of a service and must not forget; one file (0600) in the state folder. */
export interface Ledger {
  readonly writes: Writes;
  readonly payouts: Payouts;
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
    close: () => database.close(),
  };
}
