import type { Context, Writer } from "../../context.ts";
import { parseHttpsUrl } from "../../domain/web-address.ts";
import { decimalReais, formatMoney, fromReais } from "../../domain/money.ts";
import {
  AnswerError,
  describe,
  GuardedError,
  InterruptedError,
  ServiceError,
  UnknownOutcomeError,
  UsageError,
} from "../../errors.ts";
import { withStoreLock } from "../../ledger/lock.ts";
import { isInDoubt, isSettled } from "../../ledger/payout.ts";
import type { Payout, PlannedPayout } from "../../ledger/payout.ts";
import { commandFor } from "../../next.ts";
import { namesTaken, plannedPayout } from "../../payouts/planned.ts";
import { OtherAmount } from "../../payouts/outcome.ts";
import { pay } from "../../payouts/pay.ts";
import { CONFLICT } from "../../payouts/step.ts";
import type { Paid } from "../../payouts/step.ts";
import { waitsOf } from "../../payouts/waits.ts";
import { safe } from "../../terminal/safe.ts";
import type { Text } from "../../text/text.ts";
import { readWanted } from "./flags.ts";
import type { CreateFlags, Wanted } from "./flags.ts";
import { refuseContradictions, refuseUnpaid } from "./check.ts";
import { guard, refuseOverLimits } from "./guard.ts";
import type { GuardParts } from "./guard.ts";
import { awaitWithdrawal, showWithdrawal } from "./show.ts";

/** How long another payment from the same store is waited for. */
const LOCK_WAIT_MS = 60_000;

/** Pays somebody, at most once for each `--id`, and shows how the withdrawal stands. */
export async function create(context: Context, flags: CreateFlags): Promise<void> {
  const wanted = await readWanted(context, flags);
  const writer = await context.writer();
  const planned = await planOf(wanted, writer, context);
  const before = writer.payouts.find(planned);
  if (before !== undefined) refuseAnother(before, planned, context.text);
  else refuseNamesake(planned, { writer, text: context.text });
  const parts = { context, writer, wanted, before };
  const inDoubt = before !== undefined && isInDoubt(before.state);
  const settled = before !== undefined && isSettled(before);
  const stopped = settled ? undefined : await guard(planned, parts);
  // What is in doubt may be looked up whatever stands against sending it again.
  if (stopped !== undefined && !inDoubt) throw stopped;
  if (context.flags.dryRun) return tellUnsent(planned, { context, writer });
  const paid = await payAlone(planned, { ...parts, lookOnly: stopped }).catch((error: unknown) => {
    throw interrupted(error, {
      planned,
      context,
      writer,
      again: againOf(wanted, { context, writer }),
    });
  });
  await report(paid, { context, writer, wanted });
}

/** A stop tells what is known of the money, as the ledger has it, and how to find out the rest. */
function interrupted(
  error: unknown,
  parts: { planned: PlannedPayout; context: Context; writer: Writer; again: string },
): unknown {
  if (!(error instanceof InterruptedError)) return error;
  const { planned, context, writer, again } = parts;
  const payout = writer.payouts.find(planned);
  const answered = payout !== undefined && writer.payouts.lastStatus(payout) !== undefined;
  const unsent = !answered && (payout?.firstSentAt ?? null) === null;
  const effect = unsent ? "nothing_sent" : payout?.state === "planned" ? "refused" : "unknown";
  const hint = effect === "unknown" ? context.text.withdraw.unknownHint(again) : undefined;
  return new InterruptedError(error.signal, { effect, hint, cause: error });
}

/** With `--dry-run` the client shows the request in place of sending it; the ledger learns nothing. */
async function tellUnsent(
  planned: PlannedPayout,
  { context, writer }: { context: Context; writer: Writer },
): Promise<void> {
  const { client } = writer;
  if ((await writer.account()).storeId === null)
    context.output.note(context.text.withdraw.keyNotFinal);
  await client.withdrawals.create({ body: planned.body, idempotencyKey: planned.key });
}

/** The payment as the ledger keeps it. */
async function planOf(wanted: Wanted, writer: Writer, context: Context): Promise<PlannedPayout> {
  const { profile } = writer;
  const names = namesTaken(wanted, profile.fields);
  const taken = Object.keys(wanted.fields).filter((name) => names.includes(name));
  if (taken.length > 0) throw new UsageError(context.text.withdraw.fieldTaken(taken));
  const scope = await writer.scope();
  return plannedPayout(wanted, { place: { scope, batch: "", rowId: wanted.reference }, profile });
}

/** The same reference with another payment behind it is a slip, and never a reason for a new key. */
function refuseAnother(before: Payout, planned: PlannedPayout, text: Text): void {
  if (before.asked === planned.asked) return;
  const { reference, createdAt } = before;
  const amounts = [formatMoney(before.amountCents), formatMoney(planned.amountCents)] as const;
  throw new ServiceError(text.withdraw.another(reference, createdAt, ...amounts), {
    status: 409,
    code: "reference_mismatch",
    effect: "nothing_sent",
    hint: text.withdraw.anotherHint,
  });
}

/** A list would take the one for the other, and so would the merchant. */
function refuseNamesake(
  planned: PlannedPayout,
  { writer, text }: { writer: Writer; text: Text },
): void {
  const namesake = writer.payouts.namesake(planned);
  if (namesake === undefined) return;
  throw new ServiceError(text.withdraw.namesake(planned.reference, namesake.batch), {
    status: 409,
    code: "reference_taken",
    effect: "nothing_sent",
    hint: text.withdraw.anotherHint,
  });
}

async function payAlone(
  planned: PlannedPayout,
  parts: GuardParts & { readonly lookOnly: unknown },
): Promise<Paid> {
  const { context, writer, lookOnly } = parts;
  const { clock, signal, text, folders, host } = context;
  const { client, payouts, profile } = writer;
  const address = parseHttpsUrl(profile.baseUrl);
  const loopback = profile.environment === "sandbox" || (address.ok && address.value.loopback);
  const waits = waitsOf(host.env, { loopback, own: profile.waits, text });
  const { scope } = planned;
  const lock = { folder: folders.state, scope, waitMs: LOCK_WAIT_MS, clock, signal, text };
  return withStoreLock(lock, async () => {
    const payout = payouts.plan(planned);
    refuseAnother(payout, planned, text);
    // Others may have left while this one waited for its turn.
    if (payout.state === "planned") refuseOverLimits(planned, { ...parts, before: payout });
    const progress = await context.progress(text.withdraw.sending);
    try {
      return await pay(payout, {
        ...{ client, payouts, clock, signal, waits, lookOnly },
        onDoubt: () => progress.update(text.withdraw.lookingUp),
      });
    } finally {
      progress.stop();
    }
  });
}

async function report(
  paid: Paid,
  { context, writer, wanted }: { context: Context; writer: Writer; wanted: Wanted },
): Promise<void> {
  const { output, text } = context;
  const { payout } = paid;
  switch (paid.kind) {
    case "accepted":
      break;
    case "found":
      output.note(text.withdraw.found);
      break;
    case "known":
      output.note(text.withdraw.replayed(payout.createdAt));
      if (payout.state === "refused") {
        throw refusedBefore(payout, { text, status: writer.payouts.lastStatus(payout) });
      }
      break;
    case "stopped":
      throw paid.error;
    case "unknown":
      throw unknown(paid, { text, again: againOf(wanted, { context, writer }) });
  }
  if (payout.withdrawalId === null) throw new Error("an accepted payment without a withdrawal");
  const { waitMs } = wanted;
  if (waitMs !== undefined) return awaitWithdrawal(context, payout.withdrawalId, waitMs);
  const answered = paid.kind === "accepted" ? paid.answered : undefined;
  const answer = await writer.client.withdrawals
    .get(payout.withdrawalId)
    .catch((error: unknown) => {
      // It was paid: that it cannot be read again now is no failure of the payment.
      if (answered === undefined || error instanceof InterruptedError) throw error;
      output.warn(
        text.withdraw.notReadAgain(payout.withdrawalId ?? "", describe(error, text).message),
      );
      return answered;
    });
  refuseContradictions(answer, { payout, text });
  await showWithdrawal(context, answer);
  refuseUnpaid(answer.value, text);
}

function refusedBefore(
  payout: Payout,
  { text, status = 422 }: { text: Text; status: number | undefined },
): ServiceError {
  const message = payout.failureMessage ?? text.withdraw.refused;
  const code = payout.failureCode ?? undefined;
  const hint = text.withdraw.refusedHint;
  return new ServiceError(message, { status, code, effect: "refused", hint });
}

function unknown(
  paid: Extract<Paid, { kind: "unknown" }>,
  { text, again }: { text: Text; again: string },
): UnknownOutcomeError {
  const { error, payout } = paid;
  if (payout.failureCode === CONFLICT) {
    const { failureMessage: said } = payout;
    throw new ServiceError(said ?? text.withdraw.refused, {
      ...{ status: 409, code: CONFLICT, effect: "unknown" },
      hint: text.withdraw.conflictHint,
    });
  }
  const answered = error instanceof UnknownOutcomeError || error instanceof AnswerError;
  const { status, requestId } = answered ? error : { status: undefined, requestId: undefined };
  const message = messageOf(error, text);
  const hint = text.withdraw.unknownHint(again);
  return new UnknownOutcomeError(message, { status, requestId, hint, cause: error });
}

function messageOf(error: unknown, text: Text): string {
  if (error instanceof OtherAmount) {
    const cents = fromReais(error.amount);
    const amount = cents === undefined ? String(error.amount) : formatMoney(cents);
    return text.withdraw.otherAmount(safe(error.id), safe(amount));
  }
  if (error instanceof GuardedError) return text.withdraw.notSentAgain(error.message);
  return error instanceof Error ? error.message : text.withdraw.stillUnknown;
}

/** The same command: it looks the payment up, and never pays it twice. */
function againOf(
  { amountCents, pixKey, reference, description, fields }: Wanted,
  { context, writer }: { context: Context; writer: Writer },
): string {
  const flag = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [name, value];
  const written = Object.entries(fields).flatMap(([name, value]) => [
    "-F",
    `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  ]);
  return commandFor(writer.profile, [
    ...["pix", "withdraw", "create"],
    ...flag("--amount", decimalReais(amountCents)),
    ...flag("--pix-key", pixKey.key),
    ...flag("--key-type", pixKey.kind),
    ...flag("--id", reference),
    ...flag("--description", description),
    ...written,
    ...(context.flags.yes ? ["--yes"] : []),
  ]);
}
