import type { Client } from "../api/client.ts";
import type { Clock } from "../host.ts";
import { isInDoubt } from "../ledger/payout.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Payouts } from "../ledger/payouts.ts";
import { keyOf } from "./key.ts";
import { lookUp } from "./lookup.ts";
import { AnothersWithdrawal, outcomeOf } from "./outcome.ts";
import type { Outcome, Sent, WithdrawalAnswer } from "./outcome.ts";
import { acceptedAs, endOf, settlementOf } from "./settle.ts";
import { presentOf, stepOf, taskOf } from "./step.ts";
import type { Paid, Step, StepRules, Task } from "./step.ts";

/**
 * A refusal that depends on the day and not on the payment. The service gives its first answer again to
 * the same key, so once it has definitely refused, only another key can ask anew.
 */
const REPEATED_REFUSAL = "insufficient_balance";

export interface PayParts extends StepRules {
  readonly client: Pick<Client, "withdrawals">;
  readonly payouts: Payouts;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told when the answer of a send was lost, before the looking up. */
  readonly onDoubt: () => void;
  /**
   * Told of an answer that accepts, before it is on the disk: what is begun then waits for the disk together
   * with it.
   */
  readonly onAnswered?: ((payout: Payout, answer: WithdrawalAnswer) => void) | undefined;
  /**
   * Asked once a payment is on the disk and before it is sent; where it may not go after all, that is
   * recorded in place of sending it.
   */
  readonly mayGo?: (() => boolean) | undefined;
  /** In place of the rules, to see what happens without one of them. */
  readonly stepOf?: typeof stepOf | undefined;
}

/**
 * Pays once: sends what is planned, looks up what is unknown, and sends the same bytes again only where that
 * cannot pay twice. The caller holds the lock of the payout's store.
 */
export async function pay(payout: Payout, parts: PayParts): Promise<Paid> {
  const { clock, signal } = parts;
  let task = taskOf(payout, presentOf(clock));
  for (;;) {
    const now = presentOf(clock);
    const step = (parts.stepOf ?? stepOf)(task, now, parts);
    if (step.kind === "end") return step.paid;
    if (step.kind === "wait") await clock.sleep(step.untilMs - now.elapsedMs, signal);
    else task = await advance(task, step, parts);
  }
}

/** Does the next thing for a payment, and gives what is known of it then. */
export async function advance(
  task: Task,
  step: Extract<Step, { kind: "send" | "look" | "settle" }>,
  parts: PayParts,
): Promise<Task> {
  switch (step.kind) {
    case "send":
      return send(task, parts);
    case "look":
      return look(task, parts);
    case "settle":
      return {
        ...task,
        payout: parts.payouts.settle(task.payout, step.settlement),
        end: "stopped",
      };
  }
}

/** Records, sends, records: the payout is on the disk as `sending` before its first byte. */
async function send(task: Task, parts: PayParts): Promise<Task> {
  const { client, payouts, clock, onDoubt, onAnswered, mayGo } = parts;
  const before = task.payout;
  const anew = before.state === "planned" && before.failureCode === REPEATED_REFUSAL;
  const payout = anew ? payouts.renew(before, keyOf(before, before.generation + 1)) : before;
  // An earlier attempt may have paid: what this one comes to does not speak for that one.
  const inDoubt = isInDoubt(payout.state);
  const sending = await payouts.begin(payout);
  if (mayGo?.() === false) {
    const kept = { kind: "not_sent", error: undefined } as const;
    const end = { end: endOf(kept), settlement: settlementOf(kept, inDoubt) };
    return { ...task, payout: await payouts.end(sending, () => end) };
  }
  const { body, key } = payout;
  const sent: Sent = await client.withdrawals.create({ body, idempotencyKey: key }).then(
    (answer) => ({ ok: true, answer }),
    (error: unknown) => ({ ok: false, error }),
  );
  const answered = outcomeOf(sent, payout.amountCents);
  if (answered.kind === "accepted") onAnswered?.(payout, answered.answer);
  let outcome = answered;
  const settled = await payouts.end(sending, () => {
    outcome = ownOutcome(answered, { payout, payouts });
    return { end: endOf(outcome), settlement: settlementOf(outcome, inDoubt) };
  });
  if (outcome.kind === "unknown") onDoubt();
  const learnt = { sends: task.sends + 1, emptyLooks: 0, stillSinceMs: clock.elapsed() };
  return after({ ...task, payout: settled, ...learnt }, outcome);
}

/** A withdrawal that is known as another payment's is none of this one's, whatever the answer says. */
function ownOutcome(
  outcome: Outcome,
  { payout, payouts }: { readonly payout: Payout; readonly payouts: Payouts },
): Outcome {
  if (outcome.kind !== "accepted" || !payouts.isAnothers(payout, outcome.answer.value.id)) {
    return outcome;
  }
  return { kind: "unknown", lost: false, error: new AnothersWithdrawal(outcome.answer.value) };
}

/** What a send has taught. */
function after(task: Task, outcome: Outcome): Task {
  switch (outcome.kind) {
    case "accepted":
      return { ...task, end: "accepted", answered: outcome.answer };
    case "unknown":
      return { ...task, error: outcome.error };
    case "later": {
      const notBeforeMs = task.stillSinceMs + outcome.waitMs;
      return { ...task, error: outcome.error, notBeforeMs };
    }
    case "refused": {
      const { error } = outcome;
      if (!isInDoubt(task.payout.state)) return { ...task, error, end: "stopped" };
      return { ...task, error, refusal: settlementOf(outcome, false) };
    }
    case "conflict":
      return { ...task, error: outcome.error };
    case "blocked":
      // The service gives this answer to the key again and again: what holds for the payment is a look.
      if (isInDoubt(task.payout.state) && outcome.error.code === REPEATED_REFUSAL) {
        return { ...task, error: outcome.error, refusal: settlementOf(outcome, false) };
      }
      return ended(task, outcome.error);
    case "not_sent":
      return ended(task, outcome.error);
  }
}

/** Nothing more can be done for it in this run. */
function ended(task: Task, error: unknown): Task {
  return { ...task, error, end: isInDoubt(task.payout.state) ? "unknown" : "stopped" };
}

/** A payment that may have been made: looks for it in the service's own list. */
async function look(task: Task, parts: PayParts): Promise<Task> {
  const { payouts, clock } = parts;
  const { payout } = task;
  const found = await lookUp(payout, parts);
  if (found.kind === "found") {
    const settled = payouts.settle(payout, acceptedAs(found.withdrawal));
    return { ...task, payout: settled, end: "found" };
  }
  const kept = keptUnknown(payout, payouts);
  if (found.kind === "absent" && (found.trusted || !payouts.isDoubtful(payout))) {
    const seen = { lookedAtMs: clock.elapsed(), lookTrusted: found.trusted };
    return { ...task, payout: kept, emptyLooks: task.emptyLooks + 1, ...seen };
  }
  const error = task.error ?? (found.kind === "unsure" ? found.error : undefined);
  return { ...task, payout: kept, error, end: "unknown" };
}

/** What a process that died left as `sending` is not on its way for ever: nobody knows what became of it. */
function keptUnknown(payout: Payout, payouts: Payouts): Payout {
  if (payout.state === "unknown") return payout;
  const { failureCode, failureMessage } = payout;
  return payouts.settle(payout, {
    state: "unknown",
    failureCode: failureCode ?? undefined,
    failureMessage: failureMessage ?? undefined,
  });
}
