import { createHash } from "node:crypto";
import type { Database } from "../database.ts";
import type { Clock } from "../host.ts";
import type { Batch } from "./batch.ts";
import type { PlannedPayout } from "./payout.ts";
import { differences, duplicates, namesakes, STAGED } from "./staged-looks.ts";
import type { Difference, Duplicate, Found, StagedRow } from "./staged-looks.ts";

/** A payment of a plan that is being gathered. */
export interface StagedPayout extends PlannedPayout {
  readonly line: number;
}

export interface StagedSummary {
  readonly rows: number;
  readonly totalCents: number;
  readonly newReceivers: number;
}

/**
 * Payments on their way into a plan. They lie in a table of this connection alone, on the disk, so a file of
 * any length takes the same memory, and nobody else sees or waits for them.
 */
export interface Staging {
  /** Gives those whose id stands in the file already, with the line of the first. */
  add(
    payouts: readonly StagedPayout[],
  ): readonly { readonly line: number; readonly rowId: string; readonly first: number }[];
  summary(scope: string): StagedSummary;
  largest(count: number): readonly StagedRow[];
  /**
   * The same amount to the same key twice in the file, or since a moment, this batch's own payments aside.
   */
  duplicates(place: {
    readonly scope: string;
    readonly batch: string;
    readonly since: string;
    readonly max: number;
  }): Found<Duplicate>;
  /** Payments that the service would know by the same reference as one outside of the batch. */
  namesakes(place: {
    readonly scope: string;
    readonly batch: string;
    readonly max: number;
  }): Found<StagedRow>;
  /** What a file asks for that its plan does not, or the other way round. */
  differences(batch: Batch, max: number): Found<Difference>;
  /** Of everything that is asked for, whatever the order. */
  hash(): string;
  /** Keeps the plan: all of it, or nothing. Undefined where there is a plan of that name already. */
  publish(facts: BatchFacts): Batch | undefined;
  /** The plan as it would be kept. */
  draft(facts: BatchFacts): Batch;
  drop(): void;
}

/** What is known of a plan beside its payments. */
export type BatchFacts = Pick<
  Batch,
  "scope" | "batch" | "environment" | "profile" | "file" | "duplicatesAllowed"
>;

const PAGE_ROWS = 500;

export function createStaging(database: Database, clock: Clock): Staging {
  database.run("DROP TABLE IF EXISTS temp.staged");
  database.run(
    `CREATE TEMP TABLE staged (
       row_id TEXT PRIMARY KEY, line INTEGER NOT NULL, scope TEXT NOT NULL, batch TEXT NOT NULL,
       reference TEXT NOT NULL, generation INTEGER NOT NULL, key TEXT NOT NULL, profile TEXT NOT NULL,
       amount_cents INTEGER NOT NULL, pix_key TEXT NOT NULL, asked TEXT NOT NULL, body TEXT NOT NULL)`,
  );
  return {
    add: (payouts) => database.transaction(() => addAll(database, payouts)),
    summary: (scope) => summary(database, scope),
    largest: (count) =>
      database.all<StagedRow>(
        `SELECT ${STAGED} FROM temp.staged ORDER BY amount_cents DESC, line LIMIT ?`,
        count,
      ),
    duplicates: (place) => duplicates(database, place),
    namesakes: (place) => namesakes(database, place),
    differences: (batch, max) => differences(database, batch, max),
    hash: () => hash(database),
    publish: (facts) => {
      const planned = hash(database);
      const at = clock.now().toISOString();
      return database.transaction(() => publish(database, { facts, hash: planned, at }));
    },
    draft: (facts) => {
      const { rows, totalCents } = summary(database, facts.scope);
      const createdAt = clock.now().toISOString();
      return { id: 0, ...facts, hash: hash(database), rows, totalCents, createdAt, ...NEVER_RUN };
    },
    drop: () => {
      database.run("DROP TABLE IF EXISTS temp.staged");
    },
  };
}

function addAll(
  database: Database,
  payouts: readonly StagedPayout[],
): readonly { line: number; rowId: string; first: number }[] {
  const repeated: { line: number; rowId: string; first: number }[] = [];
  for (const payout of payouts) {
    const { changes } = database.run(
      "INSERT OR IGNORE INTO temp.staged VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      payout.rowId,
      payout.line,
      payout.scope,
      payout.batch,
      payout.reference,
      payout.generation,
      payout.key,
      payout.profile,
      payout.amountCents,
      payout.pixKey,
      payout.asked,
      payout.body,
    );
    if (changes > 0) continue;
    const first = database.get<{ line: number }>(
      "SELECT line FROM temp.staged WHERE row_id = ?",
      payout.rowId,
    );
    repeated.push({ line: payout.line, rowId: payout.rowId, first: first?.line ?? 0 });
  }
  return repeated;
}

function summary(database: Database, scope: string): StagedSummary {
  const told = database.get<{ rows: number; totalCents: number | null }>(
    "SELECT COUNT(*) AS rows, SUM(amount_cents) AS totalCents FROM temp.staged",
  );
  const receivers = database.get<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT DISTINCT pix_key FROM temp.staged) AS one
     WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE scope = ? AND pix_key = one.pix_key
                         AND state IN ('accepted', 'paid'))`,
    scope,
  );
  return {
    rows: told?.rows ?? 0,
    totalCents: told?.totalCents ?? 0,
    newReceivers: receivers?.count ?? 0,
  };
}

function hash(database: Database): string {
  const digest = createHash("sha256").update("pix-plan-v1\n");
  let after = "";
  for (;;) {
    const rows = database.all<{ rowId: string; asked: string }>(
      "SELECT row_id AS rowId, asked FROM temp.staged WHERE row_id > ? ORDER BY row_id LIMIT ?",
      after,
      PAGE_ROWS,
    );
    for (const { rowId, asked } of rows) digest.update(`${JSON.stringify([rowId, asked])}\n`);
    const last = rows.at(-1);
    if (last === undefined) return digest.digest("hex");
    after = last.rowId;
  }
}

function publish(
  database: Database,
  given: { readonly facts: BatchFacts; readonly hash: string; readonly at: string },
): Batch | undefined {
  const { facts, at } = given;
  const { scope, batch, environment, profile, file } = facts;
  if (
    database.get("SELECT 1 FROM batches WHERE scope = ? AND batch = ?", scope, batch) !== undefined
  ) {
    return undefined;
  }
  const { rows, totalCents } = summary(database, scope);
  const kept = database.get<{ id: number }>(
    `INSERT INTO batches (scope, batch, environment, profile, file, hash, rows, total_cents,
       duplicates_allowed, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    scope,
    batch,
    environment,
    profile,
    file,
    given.hash,
    rows,
    totalCents,
    facts.duplicatesAllowed,
    at,
  );
  if (kept === undefined) throw new Error("the ledger did not keep a batch");
  database.run(
    `INSERT INTO payouts (scope, batch, row_id, reference, generation, key, profile, amount_cents,
       pix_key, asked, body, line, state, created_at, updated_at)
     SELECT scope, batch, row_id, reference, generation, key, profile, amount_cents, pix_key, asked, body,
       line, 'planned', ?, ? FROM temp.staged ORDER BY line`,
    at,
    at,
  );
  return { id: kept.id, ...facts, hash: given.hash, rows, totalCents, createdAt: at, ...NEVER_RUN };
}

const NEVER_RUN = { startedAt: null, ranAt: null, stoppedAt: null, stoppedBy: null };
