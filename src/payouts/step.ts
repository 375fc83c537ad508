import { isInDoubt, isSettled } from "../ledger/payout.ts";
import type { Payout, Settlement } from "../ledger/payout.ts";
import type { Waits } from "./waits.ts";

/** How often a run sends the same bytes: when the service asks to wait, or when nothing was found. */
const SENDS_MAX = 4;
/** Services keep a key from 30 minutes to 31 days; a key that may be forgotten protects nothing. */
const RESEND_AGE_MS_MAX = 23 * 3_600_000;

/** One payment in one run: what the ledger holds of it, and what this run has learnt. */
export interface Task {
  readonly payout: Payout;
  /** How often this run has sent it. */
  readonly sends: number;
  /** How many looks in a row have found nothing and can be believed: one at once, two after a rest. */
  readonly emptyLooks: number;
  readonly lookedAtMs: number;
  /** Whether the last of them was at a list that shows what exists. */
  readonly lookTrusted: boolean;
  /** The service asked to be left alone until then. */
  readonly notBeforeMs: number;
  /** What a send of a payment in doubt was answered for good: it holds once a look finds nothing either. */
  readonly refusal: Settlement | undefined;
  /** What last went wrong. */
  readonly error: unknown;
  /** How it came to be settled, or why nothing more can be done for it now; undefined until then. */
  readonly end: Paid["kind"] | undefined;
}

/** How one payment stands after everything that could be done for it now. */
export type Paid =
  /** This run had it accepted. */
  | { readonly kind: "accepted"; readonly payout: Payout }
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
  | { readonly kind: "wait"; readonly untilMs: number }
  | { readonly kind: "settle"; readonly settlement: Settlement }
  | { readonly kind: "end"; readonly paid: Paid };

export interface StepRules {
  readonly waits: Waits;
  /** Why nothing in doubt may be sent again, where something stands against it; looking up always may be. */
  readonly lookOnly: unknown;
}

export function taskOf(payout: Payout): Task {
  const learnt = { sends: 0, emptyLooks: 0, lookedAtMs: 0, lookTrusted: false, notBeforeMs: 0 };
  const end = isSettled(payout) ? "known" : undefined;
  return { payout, ...learnt, refusal: undefined, error: undefined, end };
}

/**
 * What to do next for a payment: the rules that keep it from being paid twice, and nothing else. What is
 * planned is sent. What is in doubt is looked for at once, again after its rest, and again after the gap;
 * only where all three found nothing may the same bytes go out again.
 */
export function stepOf(task: Task, nowMs: number, rules: StepRules): Step {
  const { payout, error } = task;
  if (task.end !== undefined) return { kind: "end", paid: paidAs(task, task.end) };
  if (isInDoubt(payout.state)) return stepOfDoubt(task, nowMs, rules);
  if (task.sends >= SENDS_MAX) return { kind: "end", paid: { kind: "stopped", payout, error } };
  if (nowMs < task.notBeforeMs) return { kind: "wait", untilMs: task.notBeforeMs };
  return { kind: "send" };
}

function stepOfDoubt(task: Task, nowMs: number, { waits, lookOnly }: StepRules): Step {
  const { payout, emptyLooks, refusal } = task;
  const unknown = (error: unknown): Step => ({
    kind: "end",
    paid: { kind: "unknown", payout, error },
  });
  const lookFrom = (untilMs: number): Step =>
    nowMs < untilMs ? { kind: "wait", untilMs } : { kind: "look" };
  if (emptyLooks === 0) return { kind: "look" };
  if (refusal !== undefined) {
    // The refusal speaks for its own attempt; for the ones before it the list has to.
    return task.lookTrusted ? { kind: "settle", settlement: refusal } : unknown(task.error);
  }
  if (!mayResend(payout, nowMs) || payout.failureCode === CONFLICT) return unknown(task.error);
  if (emptyLooks === 1) return lookFrom(restedAtMs(payout, waits));
  if (emptyLooks === 2) return lookFrom(task.lookedAtMs + waits.lookupGapMs);
  if (lookOnly !== undefined) return unknown(lookOnly);
  if (task.sends >= SENDS_MAX) return unknown(task.error);
  return nowMs < task.notBeforeMs ? { kind: "wait", untilMs: task.notBeforeMs } : { kind: "send" };
}

/** The service's word for a key that was used for something else: it is never sent again. */
export const CONFLICT = "idempotency_mismatch";

function paidAs({ payout, error }: Task, kind: Paid["kind"]): Paid {
  return kind === "stopped" || kind === "unknown" ? { kind, payout, error } : { kind, payout };
}

/** Not when the key may be forgotten, nor when the clock has gone back and nobody can tell. */
function mayResend(payout: Payout, nowMs: number): boolean {
  const ageMs = nowMs - Date.parse(payout.firstSentAt ?? payout.createdAt);
  const restMs = nowMs - Date.parse(payout.lastSentAt ?? payout.createdAt);
  return ageMs <= RESEND_AGE_MS_MAX && restMs >= 0;
}

/**
 * When a request can no longer be on its way: a rest after its end. Where the process died nobody saw the
 * end, and it may have come as late as the longest answer: it rests twice as long.
 */
function restedAtMs({ lastSentAt, lastEndedAt, createdAt }: Payout, waits: Waits): number {
  if (lastEndedAt !== null) return Date.parse(lastEndedAt) + waits.resendAfterMs;
  return Date.parse(lastSentAt ?? createdAt) + 2 * waits.resendAfterMs;
}
