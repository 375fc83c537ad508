import type { Clock } from "../host.ts";
import { isInDoubt, isSettled } from "../ledger/payout.ts";
import type { Payout, Settlement } from "../ledger/payout.ts";
import type { WithdrawalAnswer } from "./outcome.ts";
import type { Waits } from "./waits.ts";

/** How often a run sends the same bytes: when the service asks to wait, or when nothing was found. */
const SENDS_MAX = 4;
/** Services keep a key from 30 minutes to 31 days; a key that may be forgotten protects nothing. */
const RESEND_AGE_MS_MAX = 23 * 3_600_000;
/** How wrong this machine's time may be: what the 23 hours leave of a day. */
const CLOCK_ERROR_MS_MAX = 3_600_000;

/** The present, twice: as the ledger's times are counted, and as waits are. */
export interface Now {
  /** Milliseconds since 1970, as the machine has it; it may be set at any moment. */
  readonly timeMs: number;
  /** As `Clock.elapsed` counts. */
  readonly elapsedMs: number;
}

export function presentOf(clock: Clock): Now {
  return { timeMs: clock.now().getTime(), elapsedMs: clock.elapsed() };
}

/** One payment in one run: what the ledger holds of it, and what this run has learnt; times as elapsed. */
export interface Task {
  readonly payout: Payout;
  /** How often this run has sent it. */
  readonly sends: number;
  /** How many looks in a row have found nothing and can be believed: one at once, two after a rest. */
  readonly emptyLooks: number;
  readonly lookedAtMs: number;
  /** Since when nothing of this run's can be on its way: its beginning, or the end of its last send. */
  readonly stillSinceMs: number;
  /** Whether the last of them was at a list that shows what exists. */
  readonly lookTrusted: boolean;
  /** The service asked to be left alone until then. */
  readonly notBeforeMs: number;
  /** What a send of a payment in doubt was answered for good: it holds once a look finds nothing either. */
  readonly refusal: Settlement | undefined;
  /** What last went wrong. */
  readonly error: unknown;
  /** What the service said as it accepted it. */
  readonly answered: WithdrawalAnswer | undefined;
  /** How it came to be settled, or why nothing more can be done for it now; undefined until then. */
  readonly end: Paid["kind"] | undefined;
}

/** How one payment stands after everything that could be done for it now. */
export type Paid =
  /** This run had it accepted. */
  | {
      readonly kind: "accepted";
      readonly payout: Payout;
      readonly answered: WithdrawalAnswer | undefined;
    }
  /** It was accepted before, or found at the service after its answer was lost. */
  | { readonly kind: "found"; readonly payout: Payout }
  /** It was settled before this run: accepted, or refused for good. */
  | { readonly kind: "known"; readonly payout: Payout }
  /** The service said no, or could not be reached; nothing moved. */
  | { readonly kind: "stopped"; readonly payout: Payout; readonly error: unknown }
  | { readonly kind: "unknown"; readonly payout: Payout; readonly error: unknown };

export type Step =
  | { readonly kind: "send" }
  | { readonly kind: "look" }
  /** Until so much has elapsed. */
  | { readonly kind: "wait"; readonly untilMs: number }
  | { readonly kind: "settle"; readonly settlement: Settlement }
  | { readonly kind: "end"; readonly paid: Paid };

export interface StepRules {
  readonly waits: Waits;
  /** Why nothing in doubt may be sent again, where something stands against it; looking up always may be. */
  readonly lookOnly: unknown;
}

export function taskOf(payout: Payout, { elapsedMs }: Now): Task {
  const learnt = { sends: 0, emptyLooks: 0, lookedAtMs: 0, lookTrusted: false };
  const times = { stillSinceMs: elapsedMs, notBeforeMs: elapsedMs };
  const end = isSettled(payout) ? "known" : undefined;
  return {
    payout,
    ...learnt,
    ...times,
    refusal: undefined,
    error: undefined,
    answered: undefined,
    end,
  };
}

/**
 * What to do next for a payment: the rules that keep it from being paid twice, and nothing else. What is
 * planned is sent. What is in doubt is looked for at once, again after its rest, and again after the gap;
 * only where all three found nothing may the same bytes go out again.
 */
export function stepOf(task: Task, now: Now, rules: StepRules): Step {
  const { payout, error } = task;
  if (task.end !== undefined) return { kind: "end", paid: paidAs(task, task.end) };
  if (isInDoubt(payout.state)) return stepOfDoubt(task, now, rules);
  if (task.sends >= SENDS_MAX) return { kind: "end", paid: { kind: "stopped", payout, error } };
  return at(task.notBeforeMs, { kind: "send" }, now);
}

function stepOfDoubt(task: Task, now: Now, { waits, lookOnly }: StepRules): Step {
  const { payout, emptyLooks, refusal } = task;
  const unknown = (error: unknown): Step => ({
    kind: "end",
    paid: { kind: "unknown", payout, error },
  });
  if (emptyLooks === 0) return { kind: "look" };
  if (refusal !== undefined) {
    // The refusal speaks for its own attempt; for the ones before it the list has to.
    return task.lookTrusted ? { kind: "settle", settlement: refusal } : unknown(task.error);
  }
  if (!mayResend(payout, now) || payout.failureCode === CONFLICT) return unknown(task.error);
  if (emptyLooks === 1) return at(restedAtMs(task, now, waits), { kind: "look" }, now);
  if (emptyLooks === 2) return at(task.lookedAtMs + waits.lookupGapMs, { kind: "look" }, now);
  if (lookOnly !== undefined) return unknown(lookOnly);
  if (task.sends >= SENDS_MAX) return unknown(task.error);
  return at(task.notBeforeMs, { kind: "send" }, now);
}

function at(untilMs: number, step: Step, { elapsedMs }: Now): Step {
  return elapsedMs < untilMs ? { kind: "wait", untilMs } : step;
}

/** The service's word for a key that was used for something else: it is never sent again. */
export const CONFLICT = "idempotency_mismatch";

function paidAs({ payout, error, answered }: Task, kind: Paid["kind"]): Paid {
  if (kind === "accepted") return { kind, payout, answered };
  return kind === "stopped" || kind === "unknown" ? { kind, payout, error } : { kind, payout };
}

/** Not when the key may be forgotten, nor when the clock has gone back and nobody can tell. */
function mayResend(payout: Payout, { timeMs }: Now): boolean {
  const ageMs = timeMs - Date.parse(payout.firstSentAt ?? payout.createdAt);
  const restMs = timeMs - Date.parse(payout.lastSentAt ?? payout.createdAt);
  return ageMs <= RESEND_AGE_MS_MAX && restMs >= 0;
}

/**
 * When a request can no longer be on its way: a rest after its end. Where the process died nobody saw the
 * end, and it may have come as late as the longest answer: it rests twice as long. The time may have been
 * set since the ledger was written, so a rest counts only as this run has seen it pass, unless it began so
 * long ago that no wrong time accounts for it.
 */
function restedAtMs({ payout, stillSinceMs }: Task, { timeMs }: Now, waits: Waits): number {
  const { lastSentAt, lastEndedAt, createdAt } = payout;
  const restMs = lastEndedAt === null ? 2 * waits.resendAfterMs : waits.resendAfterMs;
  const ageMs = timeMs - Date.parse(lastEndedAt ?? lastSentAt ?? createdAt);
  return ageMs > restMs + CLOCK_ERROR_MS_MAX ? stillSinceMs : stillSinceMs + restMs;
}
