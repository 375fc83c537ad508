import type { Context, Writer } from "../../../context.ts";
import { decimalReais, formatMoney } from "../../../domain/money.ts";
import { startOfDay } from "../../../domain/moment.ts";
import { GuardedError, InterruptedError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import { commandFor } from "../../../next.ts";
import type { Profile } from "../../../profiles/store.ts";
import type { ProfileLimits } from "../../../profiles/profile.ts";
import { typedAmount } from "../typed.ts";
import type { PayWanted } from "./flags.ts";

/** What is about to leave: the payments that were never sent, and those that are tried again on purpose. */
export interface Leaving {
  readonly count: number;
  readonly cents: number;
  /** The largest of them. */
  readonly largestCents: number;
}

interface Parts {
  readonly context: Context;
  readonly writer: Writer;
  readonly wanted: PayWanted;
  /** The command that this is, which a script is told to confirm. */
  readonly verb: "run" | "resume" | "retry-failed";
}

/** Stops a run that goes beyond what is allowed for one payment, for one run, or for São Paulo's day. */
export function refuseOverLimits(
  { scope }: Batch,
  leaving: Leaving,
  parts: Pick<Parts, "context" | "writer"> & { readonly limits: ProfileLimits },
): void {
  const { context, writer } = parts;
  const { text, clock } = context;
  const { profile, payouts } = writer;
  const limits = limitsOf(profile, parts.limits);
  refuseOver(leaving, { context, writer, limits });
  const { dayCentsMax: day } = limits;
  if (day === undefined || leaving.cents === 0) return;
  const sentCents = payouts.sentSince(scope, startOfDay(clock.now()));
  if (sentCents + leaving.cents <= day) return;
  const [now, before, max] = [leaving.cents, sentCents, day].map(formatMoney);
  const message = text.batch.overDay(now ?? "", before ?? "", max ?? "");
  throw new GuardedError(message, { hint: text.batch.limitHint(profile.name) });
}

/** The same for one payment and for one run, which depend on nothing else. */
export function refuseOver(
  leaving: Leaving,
  {
    context,
    writer,
    limits,
  }: Pick<Parts, "context" | "writer"> & { readonly limits: ProfileLimits },
): void {
  const { text } = context;
  const { withdrawalCentsMax: one, runCentsMax: run } = limits;
  const hint = text.batch.limitHint(writer.profile.name);
  if (one !== undefined && leaving.largestCents > one) {
    const message = text.batch.overOne(formatMoney(leaving.largestCents), formatMoney(one));
    throw new GuardedError(message, { hint });
  }
  if (run !== undefined && leaving.cents > run) {
    const message = text.batch.overRun(formatMoney(leaving.cents), formatMoney(run));
    throw new GuardedError(message, { hint });
  }
}

/** A flag can only lower what the profile allows. */
export function limitsOf({ limits: profile }: Profile, flags: ProfileLimits): ProfileLimits {
  const least = (name: keyof ProfileLimits): ProfileLimits => {
    const given = [profile[name], flags[name]].filter((cents) => cents !== undefined);
    return given.length === 0 ? {} : { [name]: Math.min(...given) };
  };
  return { ...least("withdrawalCentsMax"), ...least("runCentsMax"), ...least("dayCentsMax") };
}

/**
 * Nothing leaves unless somebody said how much: in a terminal the total of what is about to leave is typed;
 * a script names the count and the total of the whole plan, which stay the same however often it is run.
 */
export async function confirm(batch: Batch, leaving: Leaving, parts: Parts): Promise<void> {
  const { context, writer, wanted, verb } = parts;
  const { flags, prompt, text, output } = context;
  refuseAnotherPlan(batch, parts);
  if (leaving.count === 0 || (flags.yes && wanted.expected !== undefined)) return;
  if (!prompt.available || flags.yes) {
    const said = text.batch.unconfirmed(leaving.count, formatMoney(leaving.cents));
    const words = ["pix", "withdraw", "batch", verb, batch.batch, ...expectedFlags(batch)];
    const command = commandFor(writer.profile, words);
    throw new GuardedError(said.message, { hint: `${said.hint}\n${command}` });
  }
  if (flags.dryRun) return;
  const total = formatMoney(leaving.cents);
  const { storeName } = await writer.account();
  const { environment, name } = writer.profile;
  output.note(text.batch.aboutToPay(leaving.count, total, storeName ?? name, environment));
  const sure = await typedAmount(leaving.cents, { context, message: text.batch.typeTotal(total) });
  if (!sure) throw new InterruptedError("SIGINT", { effect: "nothing_sent" });
}

/** What a script says to confirm a plan, the same however much of it is left. */
export function expectedFlags({
  rows,
  totalCents,
}: Pick<Batch, "rows" | "totalCents">): readonly string[] {
  return ["--yes", "--expect-count", String(rows), "--expect-total", decimalReais(totalCents)];
}

/** A script that expects another plan than this one has the wrong file, whatever it confirms. */
function refuseAnotherPlan(batch: Batch, { context, wanted }: Parts): void {
  const { expected } = wanted;
  const { text } = context;
  if (expected === undefined) return;
  const { count, totalCents } = expected;
  if (count === batch.rows && totalCents === batch.totalCents) return;
  const message = text.batch.unexpected(
    { count, total: formatMoney(totalCents) },
    { count: batch.rows, total: formatMoney(batch.totalCents) },
  );
  throw new GuardedError(message, { hint: text.batch.unexpectedHint(batch.batch) });
}
