import type { Database } from "../database.ts";
import type { Batch } from "./batch.ts";

/** A payment as it is shown beside others. */
export interface StagedRow {
  readonly line: number;
  readonly rowId: string;
  readonly pixKey: string;
  readonly amountCents: number;
}

/** Two payments of the same amount to the same key. */
export interface Duplicate extends StagedRow {
  /** The first of the two: in the file by its line, else in what was paid before. */
  readonly before:
    | { readonly kind: "file"; readonly line: number; readonly rowId: string }
    | { readonly kind: "paid"; readonly reference: string; readonly at: string };
}

/** How a file differs from the plan that is kept of it. */
export type Difference =
  | {
      readonly kind: "changed";
      readonly line: number;
      readonly rowId: string;
      readonly planned: string;
      readonly asked: string;
    }
  | { readonly kind: "added"; readonly line: number; readonly rowId: string }
  | { readonly kind: "missing"; readonly rowId: string };

/** What was found, at most so many, and how many there are. */
export interface Found<T> {
  readonly shown: readonly T[];
  readonly count: number;
}

export const STAGED = "line, row_id AS rowId, pix_key AS pixKey, amount_cents AS amountCents";

/** The same amount to the same key twice in the staged file, or since a moment outside of the batch. */
export function duplicates(
  database: Database,
  { scope, batch, since, max }: { scope: string; batch: string; since: string; max: number },
): Found<Duplicate> {
  const inFile = `FROM temp.staged AS later JOIN
     (SELECT pix_key, amount_cents, MIN(line) AS line FROM temp.staged
      GROUP BY pix_key, amount_cents HAVING COUNT(*) > 1) AS twice
     ON twice.pix_key = later.pix_key AND twice.amount_cents = later.amount_cents
        AND later.line > twice.line`;
  const paid = `FROM temp.staged AS later JOIN payouts AS earlier
     ON earlier.scope = ? AND earlier.pix_key = later.pix_key AND earlier.amount_cents = later.amount_cents
     WHERE earlier.first_sent_at >= ? AND earlier.state IN ('sending', 'unknown', 'accepted', 'paid')
       AND NOT (earlier.batch = ? AND earlier.row_id = later.row_id)`;
  const columns =
    "later.line, later.row_id AS rowId, later.pix_key AS pixKey, later.amount_cents AS amountCents";
  const fileRows = database.all<StagedRow & { firstLine: number; firstId: string }>(
    `SELECT ${columns}, twice.line AS firstLine,
       (SELECT row_id FROM temp.staged WHERE line = twice.line) AS firstId
     ${inFile} ORDER BY later.line LIMIT ?`,
    max,
  );
  const paidRows = database.all<StagedRow & { earlierReference: string; at: string }>(
    `SELECT ${columns}, earlier.reference AS earlierReference, earlier.first_sent_at AS at
     ${paid} ORDER BY later.line LIMIT ?`,
    scope,
    since,
    batch,
    max,
  );
  const count =
    (database.get<{ count: number }>(`SELECT COUNT(*) AS count ${inFile}`)?.count ?? 0) +
    (database.get<{ count: number }>(`SELECT COUNT(*) AS count ${paid}`, scope, since, batch)
      ?.count ?? 0);
  const shown: Duplicate[] = [];
  for (const { firstLine: line, firstId: rowId, ...row } of fileRows) {
    shown.push({ ...row, before: { kind: "file", line, rowId } });
  }
  for (const { earlierReference: reference, at, ...row } of paidRows) {
    shown.push({ ...row, before: { kind: "paid", reference, at } });
  }
  return { shown: shown.slice(0, max), count };
}

/** What the staged file asks for that the plan of its name does not, or the other way round. */
export function differences(
  database: Database,
  { scope, batch }: Batch,
  max: number,
): Found<Difference> {
  const both = `FROM temp.staged JOIN payouts ON payouts.scope = ? AND payouts.batch = ?
    AND payouts.row_id = staged.row_id WHERE payouts.asked <> staged.asked`;
  const added = `FROM temp.staged WHERE NOT EXISTS (SELECT 1 FROM payouts WHERE payouts.scope = ?
    AND payouts.batch = ? AND payouts.row_id = staged.row_id)`;
  const missing = `FROM payouts WHERE payouts.scope = ? AND payouts.batch = ?
    AND NOT EXISTS (SELECT 1 FROM temp.staged WHERE staged.row_id = payouts.row_id)`;
  const count = [both, added, missing].reduce(
    (sum, where) =>
      sum +
      (database.get<{ count: number }>(`SELECT COUNT(*) AS count ${where}`, scope, batch)?.count ??
        0),
    0,
  );
  const changed = database.all<{ line: number; rowId: string; planned: string; asked: string }>(
    `SELECT staged.line, staged.row_id AS rowId, payouts.asked AS planned, staged.asked ${both}
     ORDER BY staged.line LIMIT ?`,
    scope,
    batch,
    max,
  );
  const more = database.all<{ line: number; rowId: string }>(
    `SELECT staged.line, staged.row_id AS rowId ${added} ORDER BY staged.line LIMIT ?`,
    scope,
    batch,
    max,
  );
  const fewer = database.all<{ rowId: string }>(
    `SELECT payouts.row_id AS rowId ${missing} ORDER BY payouts.id LIMIT ?`,
    scope,
    batch,
    max,
  );
  const shown: Difference[] = [];
  for (const row of changed) shown.push({ kind: "changed", ...row });
  for (const row of more) shown.push({ kind: "added", ...row });
  for (const row of fewer) shown.push({ kind: "missing", ...row });
  return { shown: shown.slice(0, max), count };
}

/** Staged payments that the service would know by the same reference as one outside of the batch. */
export function namesakes(
  database: Database,
  { scope, batch, max }: { readonly scope: string; readonly batch: string; readonly max: number },
): Found<StagedRow> {
  const from = `FROM temp.staged WHERE EXISTS (SELECT 1 FROM payouts WHERE payouts.scope = ?
    AND payouts.reference = staged.reference AND payouts.batch <> ?)`;
  const shown = database.all<StagedRow>(
    `SELECT ${STAGED} ${from} ORDER BY line LIMIT ?`,
    scope,
    batch,
    max,
  );
  const counted = database.get<{ count: number }>(`SELECT COUNT(*) AS count ${from}`, scope, batch);
  return { shown, count: counted?.count ?? 0 };
}

/** What a batch still has to pay and looks like a payment of another batch, or by hand, since a moment. */
export function paidElsewhere(
  database: Database,
  { scope, batch }: Pick<Batch, "scope" | "batch">,
  { since, max }: { readonly since: string; readonly max: number },
): Found<Duplicate> {
  const from = `FROM payouts AS later JOIN payouts AS earlier
     ON earlier.scope = later.scope AND earlier.pix_key = later.pix_key
        AND earlier.amount_cents = later.amount_cents
     WHERE later.scope = ? AND later.batch = ? AND later.state = 'planned' AND earlier.batch <> later.batch
       AND earlier.first_sent_at >= ? AND earlier.state IN ('sending', 'unknown', 'accepted', 'paid')`;
  const rows = database.all<StagedRow & { earlierReference: string; at: string }>(
    `SELECT later.line, later.row_id AS rowId, later.pix_key AS pixKey,
       later.amount_cents AS amountCents, earlier.reference AS earlierReference,
       earlier.first_sent_at AS at ${from} ORDER BY later.line LIMIT ?`,
    scope,
    batch,
    since,
    max,
  );
  const counted = database.get<{ count: number }>(
    `SELECT COUNT(*) AS count ${from}`,
    scope,
    batch,
    since,
  );
  const shown: Duplicate[] = [];
  for (const { earlierReference: reference, at, ...row } of rows) {
    shown.push({ ...row, before: { kind: "paid", reference, at } });
  }
  return { shown, count: counted?.count ?? 0 };
}
