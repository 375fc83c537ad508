import type { Context, Writer } from "../../../context.ts";
import type { Batch } from "../../../ledger/batch.ts";
import { payoutPagesOf } from "../../../ledger/batches.ts";
import type { Payout, PayoutState } from "../../../ledger/payout.ts";
import { keyOf } from "../../../payouts/key.ts";
import { refresh } from "../../../payouts/refresh.ts";
import type { Leaving } from "./confirm.ts";
import { readRunFlags } from "./flags.ts";
import type { PayFlags } from "./flags.ts";
import { payBatch, refreshAccepted } from "./pay-batch.ts";
import { knownBatch } from "./run.ts";

const AGAIN: readonly PayoutState[] = ["refused", "failed"];

/**
 * Tries the payments of a batch again that the service has refused or that have failed, each under a new key.
 * One that the service shows as anything but failed by now keeps its key.
 */
export async function retryFailed(
  context: Context,
  { batch: name, ...flags }: PayFlags & { readonly batch: string },
): Promise<void> {
  const { pay: wanted } = readRunFlags(flags, context);
  const { batch, writer } = await knownBatch(name, context, wanted);
  const again = {
    leaving: (of: Batch) => leavingOf(of, writer),
    prepare: async (of: Batch) => renewAll(of, writer),
  };
  // One that has failed since the last run is to be tried again as well.
  if (!context.flags.dryRun) await refreshAccepted(batch, { context, writer });
  await payBatch(batch, { context, writer, wanted, verb: "retry-failed", again });
}

function leavingOf(batch: Batch, { batches }: Writer): Leaving {
  const { planned, refused, failed } = batches.tallies(batch);
  const all = [planned, refused, failed];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    cents: all.reduce((sum, { cents }) => sum + cents, 0),
    largestCents: Math.max(...all.map(({ largestCents }) => largestCents)),
  };
}

async function renewAll(batch: Batch, writer: Writer): Promise<void> {
  for (const page of payoutPagesOf(batch, { batches: writer.batches, states: AGAIN })) {
    for (const payout of page) await renew(payout, writer);
  }
}

async function renew(payout: Payout, { client, payouts }: Writer): Promise<void> {
  const now = payout.state === "failed" ? await refresh(payout, { client, payouts }) : payout;
  // A failure that is not shown any more is none that anybody can be sure of.
  if (now !== undefined && AGAIN.includes(now.state))
    payouts.renew(now, keyOf(now, now.generation + 1));
}
