import type { Client } from "../api/client.ts";
import { ServiceError } from "../errors.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Payouts } from "../ledger/payouts.ts";
import type { Withdrawal } from "./outcome.ts";
import { acceptedAs } from "./settle.ts";

/**
 * Asks the service how a payment stands that it has accepted, and keeps the answer. Only its own withdrawal is asked
 * for, by the id it was given; where the service does not know that id any more, nothing is learnt.
 */
export async function refresh(
  payout: Payout,
  { client, payouts }: { readonly client: Pick<Client, "withdrawals">; readonly payouts: Payouts },
): Promise<Payout> {
  const { withdrawalId } = payout;
  if (withdrawalId === null) return payout;
  let withdrawal: Withdrawal;
  try {
    withdrawal = (await client.withdrawals.get(withdrawalId)).value;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return payout;
    throw error;
  }
  const seen = acceptedAs(withdrawal);
  const same = seen.state === payout.state && (seen.failureCode ?? null) === payout.failureCode;
  return same ? payout : payouts.settle(payout, seen);
}
