import type { Context, Writer } from "../../context.ts";
import { formatMoney, fromReais } from "../../domain/money.ts";
import { startOfDay } from "../../domain/moment.ts";
import { GuardedError, InterruptedError } from "../../errors.ts";
import type { Payout, PlannedPayout } from "../../ledger/payout.ts";
import type { Wanted } from "./flags.ts";
import { typedAmount } from "./typed.ts";

export interface GuardParts {
  readonly context: Context;
  readonly writer: Writer;
  readonly wanted: Wanted;
  readonly before: Payout | undefined;
}

/** What stands against sending a payment now; a "no" at the prompt ends the command. */
export async function guard(
  planned: PlannedPayout,
  parts: GuardParts,
): Promise<GuardedError | undefined> {
  try {
    refuseOverLimits(planned, parts);
    await confirm(planned, parts);
    return undefined;
  } catch (error) {
    if (error instanceof GuardedError) return error;
    throw error;
  }
}

/** Stops a payment that goes beyond what the profile allows: for one, and for São Paulo's day. */
export function refuseOverLimits(
  { amountCents, scope }: PlannedPayout,
  { context, writer, before }: Pick<GuardParts, "context" | "writer" | "before">,
): void {
  const { clock, text } = context;
  const { limits, name } = writer.profile;
  const one = limits.withdrawalCentsMax;
  if (one !== undefined && amountCents > one) {
    const said = text.withdraw.overLimit(formatMoney(amountCents), formatMoney(one), name);
    throw new GuardedError(said.message, said);
  }
  const day = limits.dayCentsMax;
  if (day === undefined) return;
  const today = startOfDay(clock.now());
  // A payment in doubt counts as sent already, where it was sent today.
  const counted = before?.state !== "planned" && (before?.firstSentAt ?? "") >= today;
  const sentCents = writer.payouts.sentSince(scope, today) - (counted ? amountCents : 0);
  if (sentCents + amountCents > day) {
    const amounts = [formatMoney(amountCents), formatMoney(sentCents), formatMoney(day)] as const;
    const said = text.withdraw.overDay(...amounts, name);
    throw new GuardedError(said.message, said);
  }
}

/**
 * Shows a person what is about to leave, to whom and from where. Production is named, and its amount
 * typed again; without a terminal it takes `--yes`.
 */
async function confirm(
  { amountCents }: PlannedPayout,
  { context, writer, wanted }: { context: Context; writer: Writer; wanted: Wanted },
): Promise<void> {
  const { flags, output, prompt, text } = context;
  const { profile } = writer;
  const production = profile.environment === "production";
  if (production && !flags.yes && !prompt.available) {
    const said = text.withdraw.productionGuard(profile.name);
    throw new GuardedError(said.message, said);
  }
  // Nothing will leave: there is nothing to confirm, and nobody may be asked for the fees.
  if (flags.dryRun) return;
  if (prompt.available) output.note(await summary({ amountCents, context, writer, wanted }));
  if (!production || flags.yes) return;
  const message = text.withdraw.typeAmount(formatMoney(amountCents), profile.environment);
  if (!(await typedAmount(amountCents, { context, message }))) throw new InterruptedError();
}

/** Amount, fee and what arrives where the service tells them, to whom, from which store and environment. */
async function summary(options: {
  amountCents: number;
  context: Context;
  writer: Writer;
  wanted: Wanted;
}): Promise<string> {
  const { amountCents, context, writer, wanted } = options;
  const { text } = context;
  const { storeName, feeCents } = await feesOf(writer);
  const arrives = feeCents === undefined ? undefined : amountCents - feeCents;
  return text.withdraw.summary({
    amount: formatMoney(amountCents),
    fee: feeCents === undefined ? undefined : formatMoney(feeCents),
    arrives: arrives === undefined || arrives <= 0 ? undefined : formatMoney(arrives),
    pixKey: wanted.pixKey.key,
    kind: wanted.pixKey.kind,
    store: storeName,
    profile: writer.profile.name,
    environment: writer.profile.environment,
  });
}

async function feesOf(
  writer: Writer,
): Promise<{ readonly storeName: string | null; readonly feeCents: number | undefined }> {
  const { storeName } = await writer.account();
  const { fees } = (await writer.client.account.get()).value;
  return { storeName, feeCents: fromReais(fees?.["withdrawal"]) };
}
