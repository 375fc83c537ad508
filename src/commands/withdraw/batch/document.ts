import { toReais } from "../../../domain/money.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Tallies } from "../../../ledger/batches.ts";
import type { Payout } from "../../../ledger/payout.ts";
import { toJson } from "../../../terminal/json.ts";
import type { Document } from "../../../terminal/output.ts";

/** A thing of this program's own, as what stands in a list's or a record's JSON. */
export function documentOf(raw: object): Document {
  return { raw, text: toJson(raw) };
}

/** Centavos as the JSON number in reais; `null` where nobody knows. */
export function moneyNumber(cents: number | undefined): number | null {
  return cents === undefined ? null : toReais(cents);
}

/** One payment of a batch, for programs. */
export function payoutObject(payout: Payout): object {
  const { failureCode: code, failureMessage: message } = payout;
  return {
    batch: payout.batch,
    id: payout.rowId,
    line: payout.line,
    state: payout.state,
    amount: moneyNumber(payout.amountCents),
    pix_key: payout.pixKey,
    external_id: payout.reference,
    withdrawal_id: payout.withdrawalId,
    generation: payout.generation,
    sent_at: payout.firstSentAt,
    failure: code === null && message === null ? null : { code, message },
  };
}

/** How a batch stands, for programs. */
export function batchObject(
  batch: Batch,
  facts: { readonly state: string; readonly tallies: Tallies; readonly next: string | null },
): object {
  const { state, tallies, next } = facts;
  const totals = Object.entries(tallies).map(([name, { count, cents }]) => [
    name,
    { count, total: moneyNumber(cents) },
  ]);
  return {
    batch: batch.batch,
    state,
    environment: batch.environment,
    profile: batch.profile,
    file: batch.file,
    hash: batch.hash,
    rows: batch.rows,
    total: moneyNumber(batch.totalCents),
    created_at: batch.createdAt,
    started_at: batch.startedAt,
    stopped_at: batch.stoppedAt,
    stopped_by: batch.stoppedBy,
    totals: Object.fromEntries(totals) as object,
    next,
  };
}
