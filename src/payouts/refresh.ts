import { pages } from "../api/pages.ts";
import type { Client } from "../api/client.ts";
import { ServiceError } from "../errors.ts";
import type { Batch } from "../ledger/batch.ts";
import { payoutPagesOf } from "../ledger/batches.ts";
import type { Batches } from "../ledger/batches.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Payouts } from "../ledger/payouts.ts";
import type { Text } from "../text/text.ts";
import type { Withdrawal } from "./outcome.ts";
import { acceptedAs } from "./settle.ts";

/** How many withdrawals of others are read past to find those of a batch. */
const OTHERS_MAX = 2_000;
const PAGE_ITEMS = 100;
/** How many that the list does not show are asked for in one go. */
const ASKED_MAX = 500;
const SKEW_MS_MAX = 3_600_000;

interface Parts {
  readonly client: Pick<Client, "withdrawals">;
  readonly payouts: Payouts;
}

/**
 * Asks the service how a payment stands that it has accepted, and keeps the answer. Only its own withdrawal
 * is asked for, by the id it was given; undefined where the service does not show it.
 */
export async function refresh(
  payout: Payout,
  { client, payouts }: Parts,
): Promise<Payout | undefined> {
  const { withdrawalId } = payout;
  if (withdrawalId === null) return undefined;
  try {
    return keep(payout, (await client.withdrawals.get(withdrawalId)).value, payouts);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return undefined;
    throw error;
  }
}

/**
 * The same for all payments of a batch that are accepted, from the service's list of withdrawals, page by
 * page.
 */
export async function refreshBatch(
  batch: Batch,
  { client, payouts, batches, text }: Parts & { readonly batches: Batches; readonly text: Text },
): Promise<void> {
  const { scope, rows, createdAt } = batch;
  // The service's clock may be behind this one.
  const from = new Date(Date.parse(createdAt) - SKEW_MS_MAX).toISOString();
  const query = { from, limit: PAGE_ITEMS };
  const itemsMax = rows + OTHERS_MAX;
  const shown = new Set<string>();
  for await (const { items } of pages((page) => client.withdrawals.list(page), query, {
    itemsMax,
    text,
  })) {
    for (const { value } of items) {
      const payout = payouts.ofWithdrawal(scope, value.id);
      if (payout?.batch !== batch.batch) continue;
      shown.add(value.id);
      if (payout.state === "accepted") keep(payout, value, payouts);
    }
  }
  // Behind many newer ones, or in a list that shows not all: asked for one by one, so many at a time.
  let asked = 0;
  for (const page of payoutPagesOf(batch, { batches, states: ["accepted"] })) {
    for (const payout of page) {
      if (shown.has(payout.withdrawalId ?? "")) continue;
      if (asked >= ASKED_MAX) return;
      asked += 1;
      await refresh(payout, { client, payouts });
    }
  }
}

function keep(payout: Payout, withdrawal: Withdrawal, payouts: Payouts): Payout {
  const seen = acceptedAs(withdrawal);
  const same = seen.state === payout.state && (seen.failureCode ?? null) === payout.failureCode;
  return same ? payout : payouts.settle(payout, seen);
}
