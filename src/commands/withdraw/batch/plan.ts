import type { Context, Writer } from "../../../context.ts";
import { fromReais } from "../../../domain/money.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { StagedSummary } from "../../../ledger/staging.ts";
import { GuardedError } from "../../../errors.ts";
import { Problems } from "../../../values.ts";
import { refuseOverLimits } from "./confirm.ts";
import { refuseChanges, refuseDuplicates, refuseNamesakes, stageFile } from "./file.ts";
import type { StagedFile } from "./file.ts";
import { readPlanFlags } from "./flags.ts";
import type { PlanFlags, PlanWanted } from "./flags.ts";
import { showPlan } from "./plan-view.ts";
import type { Plan } from "./plan-view.ts";
import { nextOf } from "./standing.ts";

/** Reads a file of payments, checks every one, keeps the plan, and sends nothing. */
export async function plan(
  context: Context,
  { file, ...flags }: PlanFlags & { readonly file: string },
): Promise<void> {
  const {
    text,
    output,
    flags: { dryRun },
  } = context;
  const problems = new Problems(text);
  const wanted = readPlanFlags(flags, problems);
  problems.raise();
  const writer = await context.writer();
  const scope = await writer.scope();
  const { batches } = writer;
  const staged = await stageFile(file, {
    context,
    wanted,
    scope,
    profile: writer.profile,
    batches,
  });
  const kept = keepPlan(staged, { context, writer, scope, wanted });
  const facts = await factsOf(staged, { writer, scope, dryRun });
  staged.staging.drop();
  await showPlan(context, { batch: kept, ...facts });
  warnOfLimits(kept, { context, writer });
  if (dryRun) return output.note(text.batch.dryPlan);
  const next = nextOf(kept, batches.tallies(kept), { profile: writer.profile, text });
  output.note(next ?? text.batch.allDone);
}

/**
 * The plan of a file: the one that is kept already, where the file asks for exactly the same; else a new one.
 */
export function keepPlan(
  staged: StagedFile,
  parts: { context: Context; writer: Writer; scope: string; wanted: PlanWanted },
): Batch {
  const { context, writer, scope, wanted } = parts;
  const { batches, profile } = writer;
  const { batch: name, path: file, staging } = staged;
  const known = (): Batch | undefined => {
    const batch = batches.find(scope, name);
    if (batch !== undefined) refuseChanges(staged, { context, batch });
    return batch;
  };
  const before = known();
  if (before !== undefined) return before;
  refuseNamesakes(staged, { context, scope });
  refuseDuplicates(staged, { context, scope, allowed: wanted.allowDuplicates });
  const { environment, name: profileName } = profile;
  const facts = { scope, batch: name, environment, profile: profileName, file };
  const duplicatesAllowed = wanted.allowDuplicates ? 1 : 0;
  // A run that sends nothing keeps nothing, and holds up nobody who does.
  if (context.flags.dryRun) return staging.draft({ ...facts, duplicatesAllowed });
  const made = staging.publish({ ...facts, duplicatesAllowed });
  // Another process may have kept its plan in between.
  const kept = made ?? known();
  if (kept === undefined) throw new Error("the ledger neither kept a plan nor had one");
  return kept;
}

/** What a run would refuse is better known now. */
function warnOfLimits(
  batch: Batch,
  { context, writer }: { context: Context; writer: Writer },
): void {
  const { output, text } = context;
  const { planned } = writer.batches.tallies(batch);
  try {
    refuseOverLimits(batch, planned, { context, writer, limits: {} });
  } catch (error) {
    if (!(error instanceof GuardedError)) throw error;
    output.warn(text.batch.wouldBeRefused(error.message));
  }
  if (writer.profile.approvals > 0) output.note(text.batch.needsApproval);
}

const LARGEST = 3;

/** What a person wants to see before paying; without a call where nothing may be asked. */
async function factsOf(
  { staging }: StagedFile,
  { writer, scope, dryRun }: { writer: Writer; scope: string; dryRun: boolean },
): Promise<Omit<Plan, "batch">> {
  const summary: StagedSummary = staging.summary(scope);
  const largest = staging.largest(LARGEST);
  if (dryRun) return { summary, largest, availableCents: undefined, feesCents: undefined };
  const availableCents = fromReais((await writer.client.balance.get()).value.available);
  const { fees } = (await writer.client.account.get()).value;
  const feeCents = fromReais(fees?.["withdrawal"]);
  const feesCents = feeCents === undefined ? undefined : feeCents * summary.rows;
  return { summary, largest, availableCents, feesCents };
}
