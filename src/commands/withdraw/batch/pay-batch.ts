import type { Context, Writer } from "../../../context.ts";
import { formatMoney } from "../../../domain/money.ts";
import { parseHttpsUrl } from "../../../domain/web-address.ts";
import { describe, GuardedError, InterruptedError, LocalError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import { withStoreLock } from "../../../ledger/lock.ts";
import type { PayoutState } from "../../../ledger/payout.ts";
import { refreshBatch } from "../../../payouts/refresh.ts";
import { runBatch } from "../../../payouts/run.ts";
import type { Stop } from "../../../payouts/run.ts";
import type { Paid } from "../../../payouts/step.ts";
import { waitsOf } from "../../../payouts/waits.ts";
import { refuseUnapproved } from "./approval.ts";
import { confirm, limitsOf, refuseOver, refuseOverLimits } from "./confirm.ts";
import type { Leaving } from "./confirm.ts";
import { end } from "./ends.ts";
import { refusePaidElsewhere } from "./file.ts";
import type { PayWanted } from "./flags.ts";
import { payoutPages } from "./pages.ts";
import { nextOf } from "./standing.ts";
import { payoutColumns } from "./view.ts";
import { watchRun } from "./watch.ts";
import type { Watch } from "./watch.ts";

export interface Paying {
  readonly context: Context;
  readonly writer: Writer;
  readonly wanted: PayWanted;
  readonly verb: "run" | "resume" | "retry-failed";
  /**
   * Done once nobody else pays from the store: what makes payments of the batch planned again. What it will
   * make of them is in `leaving`.
   */
  readonly again?:
    | {
        readonly leaving: (batch: Batch) => Leaving;
        readonly prepare: (batch: Batch) => Promise<void>;
      }
    | undefined;
}

/**
 * Guards a batch, pays what of it is still to be paid, shows how it ended, and fails where that is not well.
 */
export async function payBatch(batch: Batch, paying: Paying): Promise<void> {
  const { context, writer, wanted, again } = paying;
  const { flags, text, folders, clock, signal } = context;
  const asked = await guard(batch, paying);
  const lookOnly = await confirmAll(batch, asked, paying);
  if (flags.dryRun) return showUnsent(batch, asked, paying);
  const { scope } = batch;
  const lock = { folder: folders.state, scope, waitMs: wanted.lockWaitMs, clock, signal, text };
  const stop = await withStoreLock(lock, async () => {
    // Another run may have paid, or another batch filled the day, while somebody typed or the lock was
    // waited for.
    const leaving = await guard(batch, paying);
    if (leaving.cents > asked.cents) await confirm(batch, leaving, paying);
    await again?.prepare(batch);
    return pay(batch, { ...paying, lookOnly });
  });
  await end(batch, { context, writer, stop });
}

/** What is about to leave, and that nothing but a confirmation stands against it. */
async function guard(batch: Batch, paying: Paying): Promise<Leaving> {
  const { context, writer, wanted, again } = paying;
  const { batches, profile } = writer;
  const leaving = again === undefined ? batches.tallies(batch).planned : again.leaving(batch);
  if (leaving.count === 0) return leaving;
  refuseOverLimits(batch, leaving, { context, writer, limits: wanted.limits });
  const allowed = wanted.allowDuplicates;
  refusePaidElsewhere(batch, { context, batches, allowed });
  if (profile.approvals > 0) {
    await refuseUnapproved(batch, { context, approval: wanted.approval });
  }
  return leaving;
}

/**
 * Has what is about to leave confirmed. Where that is nothing, what is in doubt may still be looked up
 * whatever stands against it, but is sent again only where it would have been allowed to leave now: gives
 * what forbids that.
 */
async function confirmAll(batch: Batch, leaving: Leaving, paying: Paying): Promise<unknown> {
  const { context, writer, wanted } = paying;
  await confirm(batch, leaving, paying);
  const { unknown, sending } = writer.batches.tallies(batch);
  const doubts = {
    count: unknown.count + sending.count,
    cents: unknown.cents + sending.cents,
    largestCents: Math.max(unknown.largestCents, sending.largestCents),
  };
  if (doubts.count === 0) return undefined;
  try {
    // What it comes to was counted for the day when it was sent first.
    const { dayCentsMax: _day, ...limits } = limitsOf(writer.profile, wanted.limits);
    refuseOver(doubts, { context, writer, limits });
    if (writer.profile.approvals > 0) {
      await refuseUnapproved(batch, { context, approval: wanted.approval });
    }
    if (leaving.count === 0 && !context.prompt.available) await confirm(batch, doubts, paying);
    return undefined;
  } catch (error) {
    if (error instanceof GuardedError) return error;
    throw error;
  }
}

/** With `--dry-run`: the payments that would leave, for a program; how many and how much, for a person. */
async function showUnsent(
  batch: Batch,
  leaving: Leaving,
  { context, writer, again }: Paying,
): Promise<void> {
  const { output, text } = context;
  const states: readonly PayoutState[] =
    again === undefined ? ["planned"] : ["planned", "refused", "failed"];
  if (output.form !== "human") {
    const pages = payoutPages(batch, { batches: writer.batches, states });
    await output.list(pages, payoutColumns(text), { empty: "" });
  }
  output.note(text.batch.dryRun(leaving.count, formatMoney(leaving.cents)));
}

/** Pays, and keeps in the ledger why it ended early where it did. */
async function pay(
  batch: Batch,
  paying: Paying & { readonly lookOnly: unknown },
): Promise<Stop | undefined> {
  const { context, writer } = paying;
  const { batches } = writer;
  const stopping = new AbortController();
  const release = context.host.onStop((reason) => stopping.abort(reason));
  const watch = await watchRun(batch, { context, batches });
  stopping.signal.addEventListener("abort", () => watch.stopping());
  try {
    batches.started(batch);
    const parts = { ...partsOf(batch, paying, watch), stop: stopping.signal };
    const stop = await runBatch(parts).catch((error: unknown) => asStop(error));
    if (stop === undefined && batch.startedAt !== null) await refreshAccepted(batch, paying);
    const { unknown } = batches.tallies(batch);
    batches.stopped(batch, stop?.kind ?? (unknown.count > 0 ? "unknown" : undefined));
    return stop;
  } catch (error) {
    throw failure(error, batch, paying);
  } finally {
    release();
    await watch.end();
  }
}

/** A second Ctrl-C ends what is under way as well; all else that is thrown is a fault. */
function asStop(error: unknown): Stop {
  if (error instanceof InterruptedError) return { kind: "interrupted", error };
  throw error;
}

/** What was accepted long ago may have been paid since, or have failed; not to know it yet is no fault. */
export async function refreshAccepted(
  batch: Batch,
  { context, writer }: Pick<Paying, "context" | "writer">,
): Promise<void> {
  const { client, payouts, batches } = writer;
  const { text, output, signal } = context;
  if (batches.tallies(batch).accepted.count === 0) return;
  await refreshBatch(batch, { client, payouts, batches, text }).catch((error: unknown) => {
    signal.throwIfAborted();
    output.warn(text.batch.notRefreshed(describe(error, text).message));
  });
}

/**
 * The ledger could not be written, or the program is wrong: nothing more was sent, and this is how to go on.
 */
function failure(error: unknown, batch: Batch, { context, writer }: Paying): unknown {
  if (!(error instanceof LocalError)) return error;
  const { text } = context;
  const hint = nextOf(batch, writer.batches.tallies(batch), { profile: writer.profile, text });
  const hints = [error.hint, text.batch.sendingStopped, hint].filter((one) => one !== undefined);
  const { sending, unknown } = writer.batches.tallies(batch);
  const effect = sending.count + unknown.count > 0 ? "unknown" : undefined;
  return new LocalError(error.message, { hint: hints.join("\n"), effect, cause: error });
}

function partsOf(
  batch: Batch,
  { context, writer, wanted, lookOnly }: Paying & { readonly lookOnly: unknown },
  watch: Watch,
): Omit<Parameters<typeof runBatch>[0], "stop"> {
  const { clock, signal, host, text } = context;
  const { client, payouts, batches, profile } = writer;
  const address = parseHttpsUrl(profile.baseUrl);
  const loopback = profile.environment === "sandbox" || (address.ok && address.value.loopback);
  return {
    ...{ client, payouts, clock, signal },
    waits: waitsOf(host.env, { loopback, own: profile.waits, text }),
    rows: (query) => batches.rows(batch, query),
    concurrency: wanted.concurrency,
    lookOnly,
    onDoubt: () => undefined,
    onPaid: (paid: Paid) => watch.paid(paid),
    onRest: (count, untilMs) => watch.resting(count, untilMs),
  };
}
