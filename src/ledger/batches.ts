import type { Database } from "../database.ts";
import type { Clock } from "../host.ts";
import type { Batch } from "./batch.ts";
import type { Payout, PayoutState } from "./payout.ts";
import { PAYOUT_COLUMNS } from "./payouts.ts";
import { paidElsewhere } from "./staged-looks.ts";
import type { Duplicate, Found } from "./staged-looks.ts";
import { createStaging } from "./staging.ts";
import type { Staging } from "./staging.ts";

/** How many of a batch's payments are in a state, and what they come to. */
export interface Tally {
  readonly count: number;
  readonly cents: number;
  /** The largest one; 0 where there is none. */
  readonly largestCents: number;
}

export type Tallies = Readonly<Record<PayoutState, Tally>>;

export interface Batches {
  find(scope: string, batch: string): Batch | undefined;
  /** All of a store, the newest first. */
  list(scope: string): readonly Batch[];
  tallies(batch: Batch): Tallies;
  /** The payments of a batch in the order of the plan: those in one of the states, after one of them. */
  rows(
    batch: Batch,
    query: {
      readonly states?: readonly PayoutState[];
      readonly afterId: number;
      readonly limit: number;
    },
  ): readonly Payout[];
  /** What is still planned and looks like a payment that has left since a moment, of this batch not any. */
  paidElsewhere(
    batch: Batch,
    query: { readonly since: string; readonly max: number },
  ): Found<Duplicate>;
  started(batch: Batch): void;
  /** Why a run ended early; undefined where it came to its end. */
  stopped(batch: Batch, reason: string | undefined): void;
  /** Where a plan is gathered before it is kept, or compared with the one that is. */
  stage(): Staging;
}

const STATES: readonly PayoutState[] = [
  "planned",
  "sending",
  "unknown",
  "accepted",
  "paid",
  "failed",
  "refused",
];

const BATCH_COLUMNS = `id, scope, batch, environment, profile, file, hash, rows,
  total_cents AS totalCents, duplicates_allowed AS duplicatesAllowed, created_at AS createdAt,
  started_at AS startedAt, ran_at AS ranAt, stopped_at AS stoppedAt, stopped_by AS stoppedBy`;

/** The batches of an open ledger. */
export function createBatches(database: Database, clock: Clock): Batches {
  const now = (): string => clock.now().toISOString();
  return {
    find: (scope, batch) =>
      database.get<Batch>(
        `SELECT ${BATCH_COLUMNS} FROM batches WHERE scope = ? AND batch = ?`,
        scope,
        batch,
      ),
    list: (scope) =>
      database.all<Batch>(
        `SELECT ${BATCH_COLUMNS} FROM batches WHERE scope = ? ORDER BY id DESC`,
        scope,
      ),
    tallies: (batch) => tallies(database, batch),
    rows: ({ scope, batch }, { states = STATES, afterId, limit }) =>
      database.all<Payout>(
        `SELECT ${PAYOUT_COLUMNS} FROM payouts WHERE scope = ? AND batch = ? AND id > ?
           AND state IN (${states.map(() => "?").join(", ")}) ORDER BY id LIMIT ?`,
        scope,
        batch,
        afterId,
        ...states,
        limit,
      ),
    paidElsewhere: (batch, query) => paidElsewhere(database, batch, query),
    started: ({ id }) => {
      database.run(
        `UPDATE batches SET started_at = COALESCE(started_at, ?), ran_at = ?, stopped_at = NULL,
           stopped_by = NULL WHERE id = ?`,
        now(),
        now(),
        id,
      );
    },
    stopped: ({ id }, reason) => {
      const at = reason === undefined ? null : now();
      database.run(
        "UPDATE batches SET stopped_at = ?, stopped_by = ? WHERE id = ?",
        at,
        reason ?? null,
        id,
      );
    },
    stage: () => createStaging(database, clock),
  };
}

/**
 * The payments of a batch in the plan's order, a page in memory at a time; of those in one of the states,
 * where some are named. One whose state changes meanwhile is met at most once.
 */
export function* payoutPagesOf(
  batch: Batch,
  { batches, states }: { readonly batches: Batches; readonly states?: readonly PayoutState[] },
): Generator<readonly Payout[], void, undefined> {
  let afterId = 0;
  for (;;) {
    const query = { afterId, limit: PAGE_ROWS, ...(states === undefined ? {} : { states }) };
    const page = batches.rows(batch, query);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    afterId = last.id;
  }
}

const PAGE_ROWS = 500;

const NONE: Tally = { count: 0, cents: 0, largestCents: 0 };

function tallies(database: Database, { scope, batch }: Batch): Tallies {
  const rows = database.all<Tally & { readonly state: PayoutState }>(
    `SELECT state, COUNT(*) AS count, SUM(amount_cents) AS cents, MAX(amount_cents) AS largestCents
     FROM payouts
     WHERE scope = ? AND batch = ? GROUP BY state`,
    scope,
    batch,
  );
  const tally = (state: PayoutState): Tally => {
    const { count, cents, largestCents } = rows.find((one) => one.state === state) ?? NONE;
    return { count, cents, largestCents };
  };
  return {
    planned: tally("planned"),
    sending: tally("sending"),
    unknown: tally("unknown"),
    accepted: tally("accepted"),
    paid: tally("paid"),
    failed: tally("failed"),
    refused: tally("refused"),
  };
}
