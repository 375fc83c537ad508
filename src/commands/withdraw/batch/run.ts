import type { Context, Writer } from "../../../context.ts";
import { UsageError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import { isFileName, refuseChanges, stageFile } from "./file.ts";
import { readRunFlags } from "./flags.ts";
import type { PayFlags, PayWanted, PlanFlags } from "./flags.ts";
import { payBatch } from "./pay-batch.ts";
import { batchNamed } from "./place.ts";
import { keepPlan } from "./plan.ts";

/**
 * Pays a batch. A file is planned first, under its own name; the same file again goes on where the last run
 * ended, so that one line of a crontab is enough.
 */
export async function run(
  context: Context,
  { target, ...flags }: PlanFlags & PayFlags & { readonly target: string },
): Promise<void> {
  const wanted = readRunFlags(flags, context);
  if (!isFileName(target)) {
    refuseFileFlags(flags, context);
    return payKnown(target, context, { wanted: wanted.pay, verb: "run" });
  }
  const writer = await context.writer({ connectionsMax: wanted.pay.concurrency });
  const scope = await writer.scope();
  const { batches, profile } = writer;
  const staged = await stageFile(target, { context, wanted: wanted.plan, scope, profile, batches });
  const known = batches.find(scope, staged.batch);
  if (known !== undefined) refuseChanges(staged, { context, batch: known });
  // What stands against the plan is told before anybody is asked to confirm it; it is kept all the same.
  const batch = known ?? keepPlan(staged, { context, writer, scope, wanted: wanted.plan });
  const [largest] = staged.staging.largest(1);
  staged.staging.drop();
  const { rows: count, totalCents: cents } = batch;
  const leaving = { count, cents, largestCents: largest?.amountCents ?? 0 };
  // With --dry-run a new plan is in no ledger that could be asked.
  const isDraft = known === undefined && context.flags.dryRun;
  const again = isDraft ? { leaving: () => leaving, prepare: async () => undefined } : undefined;
  await payBatch(batch, { context, writer, wanted: wanted.pay, verb: "run", again });
}

/** Goes on with a batch that was planned. */
export async function resume(
  context: Context,
  { batch, ...flags }: PayFlags & { readonly batch: string },
): Promise<void> {
  await payKnown(batch, context, { wanted: readRunFlags(flags, context).pay, verb: "resume" });
}

async function payKnown(
  name: string,
  context: Context,
  { wanted, verb }: { wanted: PayWanted; verb: "run" | "resume" },
): Promise<void> {
  const { batch, writer } = await knownBatch(name, context, wanted);
  await payBatch(batch, { context, writer, wanted, verb });
}

export async function knownBatch(
  name: string,
  context: Context,
  { concurrency }: Pick<PayWanted, "concurrency">,
): Promise<{ readonly batch: Batch; readonly writer: Writer }> {
  const writer = await context.writer({ connectionsMax: concurrency });
  const scope = await writer.scope();
  return { batch: batchNamed(name, { context, scope, batches: writer.batches }), writer };
}

/** What is said about a file is a slip where a batch is named. */
function refuseFileFlags(flags: PlanFlags, { text }: Context): void {
  const given = [
    ...(flags.batch === undefined ? [] : ["--batch"]),
    ...(flags.maxRows === undefined ? [] : ["--max-rows"]),
  ];
  if (given.length > 0) throw new UsageError(text.batch.onlyForFiles(given));
}
