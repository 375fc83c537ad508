import { pages } from "../api/pages.ts";
import type { Client } from "../api/client.ts";
import { ServiceError } from "../errors.ts";
import type { Batch } from "../ledger/batches.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Payouts } from "../ledger/payouts.ts";
import type { Text } from "../text/text.ts";
import type { Withdrawal } from "./outcome.ts";
import { acceptedAs } from "./settle.ts";

/** How many withdrawals of others are read past to find those of a batch. */
const OTHERS_MAX = 2_000;
const PAGE_ITEMS = 100;

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
  { scope, batch, rows, createdAt }: Batch,
  { client, payouts, text }: Parts & { readonly text: Text },
): Promise<void> {
  const query = { from: createdAt, limit: PAGE_ITEMS };
  const itemsMax = rows + OTHERS_MAX;
  for await (const { items } of pages((page) => client.withdrawals.list(page), query, {
    itemsMax,
    text,
  })) {
    for (const { value } of items) {
      const payout = payouts.ofWithdrawal(scope, value.id);
      if (payout?.batch === batch && payout.state === "accepted") keep(payout, value, payouts);
    }
  }
}

function keep(payout: Payout, withdrawal: Withdrawal, payouts: Payouts): Payout {
  const seen = acceptedAs(withdrawal);
  const same = seen.state === payout.state && (seen.failureCode ?? null) === payout.failureCode;
  return same ? payout : payouts.settle(payout, seen);
}
