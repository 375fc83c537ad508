/** The tables of the sandbox, as `openDatabase` takes them. Times are milliseconds since 1970. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE stores (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    webhook_secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- Of a key only its hash is kept; 'secret' is the default key alone, which this tool itself uses.
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL REFERENCES stores,
    hash TEXT NOT NULL UNIQUE,
    hint TEXT NOT NULL,
    permissions TEXT NOT NULL,
    secret TEXT,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  -- Charges, payment links and withdrawals. 'state' is JSON; the columns are what is searched by.
  CREATE TABLE resources (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    external_id TEXT,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    state TEXT NOT NULL
  ) STRICT;
  CREATE INDEX resources_by_status ON resources (store_id, kind, status, seq);
  CREATE INDEX resources_by_age ON resources (store_id, kind, seq);
  CREATE INDEX resources_by_external_id ON resources (store_id, external_id, seq)
    WHERE external_id IS NOT NULL;
  CREATE INDEX resources_due ON resources (due_at) WHERE due_at IS NOT NULL;

  -- Every entry carries the balance after it, so that reading a balance is reading one row.
  CREATE TABLE ledger (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    store_id TEXT NOT NULL REFERENCES stores,
    kind TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    at INTEGER NOT NULL,
    available_cents INTEGER NOT NULL,
    blocked_cents INTEGER NOT NULL,
    available_after_cents INTEGER NOT NULL CHECK (available_after_cents >= 0),
    blocked_after_cents INTEGER NOT NULL CHECK (blocked_after_cents >= 0)
  ) STRICT;
  CREATE INDEX ledger_by_store ON ledger (store_id, seq);

  -- No status yet means that the request is still in flight, and holds its key until 'expires_at'.
  CREATE TABLE idempotency (
    store_id TEXT NOT NULL REFERENCES stores,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    status INTEGER,
    body TEXT,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (store_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_by_age ON idempotency (expires_at);

  CREATE TABLE notifications (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    store_id TEXT NOT NULL REFERENCES stores,
    resource_id TEXT NOT NULL,
    event TEXT NOT NULL,
    url TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'recorded')),
    attempts INTEGER NOT NULL,
    outcome TEXT,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    data TEXT
  ) STRICT;
  CREATE INDEX notifications_due ON notifications (due_at) WHERE due_at IS NOT NULL;

  CREATE TABLE faults (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    operation TEXT NOT NULL,
    status INTEGER,
    retry_after_s INTEGER,
    drops INTEGER NOT NULL,
    delay_ms INTEGER NOT NULL,
    after_effect INTEGER NOT NULL,
    remaining INTEGER,
    percent REAL NOT NULL,
    seed INTEGER NOT NULL,
    seen INTEGER NOT NULL
  ) STRICT;
  `,
];

/** Everything but the schema; the order heeds what refers to what. */
export const WIPE: readonly string[] = [
  "faults",
  "notifications",
  "idempotency",
  "ledger",
  "resources",
  "keys",
  "stores",
  "settings",
].map((table) => `DELETE FROM ${table}`);
