import type { Client } from "../api/client.ts";
import { ServiceError, UnknownOutcomeError } from "../errors.ts";
import type { Clock } from "../host.ts";
import type { AttemptEnd, Payout, Payouts, Settlement } from "../ledger/payouts.ts";
import { lookUp } from "./lookup.ts";
import { outcomeOf } from "./outcome.ts";
import type { Outcome, Sent, Withdrawal } from "./outcome.ts";
import type { Waits } from "./waits.ts";

/** How often the same bytes are sent again when the service asks to wait, or when nothing was found. */
const SENDS_MAX = 4;
/** Services keep a key from 30 minutes to 31 days; a key that may be forgotten protects nothing. */
const RESEND_AGE_MS_MAX = 23 * 3_600_000;

/**
 * A refusal that depends on the day and not on the payment. The service gives its first answer again to
 * the same key, so once it has definitely refused, only another key can ask anew.
 */
const REPEATED_REFUSAL = "insufficient_balance";

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

export interface PayParts {
  readonly client: Client;
  readonly payouts: Payouts;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly waits: Waits;
  /** Why nothing may be sent again, where something stands against it; looking up is always allowed. */
  readonly lookOnly: unknown;
  /** The payment's key in a generation. */
  readonly keyOf: (generation: number) => string;
  /** Told when the answer of a send was lost, before the looking up. */
  readonly onDoubt: () => void;
}

/**
 * Pays once: sends what is planned, looks up what is unknown, and sends the same bytes again only where that
 * cannot pay twice. The caller holds the lock of the payout's store.
 */
export async function pay(payout: Payout, parts: PayParts): Promise<Paid> {
  let current = payout;
  let error: unknown;
  for (let sends = 0; sends < SENDS_MAX; sends += 1) {
    if (current.state === "sending" || current.state === "unknown") {
      const recovered = await recover(current, parts);
      if (recovered.kind === "found") return recovered;
      if (recovered.kind === "unknown") return { ...recovered, error };
      if (parts.lookOnly !== undefined) {
        return { kind: "unknown", payout: current, error: parts.lookOnly };
      }
    } else if (current.state !== "planned") {
      return { kind: "known", payout: current };
    }
    if (current.failureCode === REPEATED_REFUSAL) {
      current = parts.payouts.renew(current, parts.keyOf(current.generation + 1));
    }
    const sent = await send(current, parts);
    current = sent.payout;
    switch (sent.outcome.kind) {
      case "accepted":
        return { kind: "accepted", payout: current };
      case "not_sent":
      case "refused":
      case "blocked":
      case "conflict": {
        // This answer speaks for this attempt alone; an earlier one may have paid.
        const kind = current.state === "unknown" ? "unknown" : "stopped";
        return { kind, payout: current, error: sent.outcome.error };
      }
      case "later":
        error = sent.outcome.error;
        if (sends < SENDS_MAX - 1) await parts.clock.sleep(sent.outcome.waitMs, parts.signal);
        break;
      case "unknown":
        error = sent.outcome.error;
        parts.onDoubt();
        break;
    }
  }
  return current.state === "planned"
    ? { kind: "stopped", payout: current, error }
    : { kind: "unknown", payout: current, error };
}

/** Records, sends, records: the payout is on the disk as `sending` before its first byte. */
async function send(
  payout: Payout,
  { client, payouts }: PayParts,
): Promise<{ readonly payout: Payout; readonly outcome: Outcome }> {
  const attempt = payouts.begin(payout);
  const { body, key } = payout;
  const sent: Sent = await client.withdrawals.create({ body, idempotencyKey: key }).then(
    (answer) => ({ ok: true, answer }),
    (error: unknown) => ({ ok: false, error }),
  );
  const outcome = outcomeOf(sent, payout.amountCents);
  // An earlier attempt may have paid: what this one was answered does not speak for that one.
  const inDoubt = payout.state === "unknown" || payout.state === "sending";
  const settlement = settlementOf(outcome, inDoubt);
  return { payout: payouts.end(payout, attempt, endOf(outcome), settlement), outcome };
}

function settlementOf(outcome: Outcome, inDoubt: boolean): Settlement {
  switch (outcome.kind) {
    case "accepted":
      return acceptedAs(outcome.answer.value);
    case "unknown":
      return { state: "unknown" };
    case "not_sent":
      return { state: inDoubt ? "unknown" : "planned" };
    case "blocked": {
      const { code, message } = outcome.error;
      if (inDoubt) return { state: "unknown" };
      return { state: "planned", failureCode: code, failureMessage: message };
    }
    case "later": {
      // A service that works on an equal request may be about to pay.
      const busy = outcome.error instanceof ServiceError && outcome.error.status === 409;
      return { state: inDoubt || busy ? "unknown" : "planned" };
    }
    case "refused":
    case "conflict": {
      const { code, message } = outcome.error;
      const failureCode = code ?? `http_${outcome.error.status}`;
      return { state: inDoubt ? "unknown" : "refused", failureCode, failureMessage: message };
    }
  }
}

function endOf(outcome: Outcome): AttemptEnd {
  switch (outcome.kind) {
    case "accepted": {
      const { status, requestId } = outcome.answer;
      return { outcome: "accepted", status, requestId };
    }
    case "unknown":
    case "later":
    case "not_sent": {
      const { error } = outcome;
      const answered = error instanceof UnknownOutcomeError || error instanceof ServiceError;
      const facts = answered ? { status: error.status, requestId: error.requestId } : {};
      const doubt = outcome.kind === "unknown" && !outcome.lost;
      return {
        outcome: doubt ? "doubtful" : outcome.kind === "unknown" ? "lost" : outcome.kind,
        ...facts,
      };
    }
    case "refused":
    case "blocked":
    case "conflict": {
      const { status, requestId } = outcome.error;
      return { outcome: "refused", status, requestId };
    }
  }
}

type Recovered =
  | { readonly kind: "resend" }
  | { readonly kind: "found"; readonly payout: Payout }
  | { readonly kind: "unknown"; readonly payout: Payout };

/**
 * A payment that may have been made: looks for it at once, then again after its rest, twice. Only where
 * both find nothing, and either the list is trusted or no answer ever left doubt, may the same bytes go
 * out again.
 */
async function recover(payout: Payout, parts: PayParts): Promise<Recovered> {
  const { clock, signal, waits, payouts } = parts;
  const unknown = (): Recovered => ({
    kind: "unknown",
    payout: payouts.settle(payout, { state: "unknown" }),
  });
  const look = async (): Promise<Recovered> => {
    const found = await lookUp(payout, parts);
    if (found.kind === "found") {
      return { kind: "found", payout: payouts.settle(payout, acceptedAs(found.withdrawal)) };
    }
    const sure = found.kind === "absent" && (found.trusted || !payouts.isDoubtful(payout));
    return sure ? { kind: "resend" } : unknown();
  };
  const first = await look();
  if (first.kind !== "resend" || !mayResend(payout, clock.now())) {
    return first.kind === "resend" ? unknown() : first;
  }
  const restedMs = clock.now().getTime() - Date.parse(payout.lastSentAt ?? payout.createdAt);
  await clock.sleep(Math.max(0, waits.resendAfterMs - restedMs), signal);
  const second = await look();
  if (second.kind !== "resend") return second;
  await clock.sleep(waits.lookupGapMs, signal);
  const third = await look();
  return third.kind === "resend" && !mayResend(payout, clock.now()) ? unknown() : third;
}

/** Not when the key may be forgotten, nor when the clock has gone back and nobody can tell. */
function mayResend(payout: Payout, now: Date): boolean {
  const ageMs = now.getTime() - Date.parse(payout.firstSentAt ?? payout.createdAt);
  const restMs = now.getTime() - Date.parse(payout.lastSentAt ?? payout.createdAt);
  return ageMs <= RESEND_AGE_MS_MAX && restMs >= 0;
}

function acceptedAs({ id, status, failure }: Withdrawal): Settlement {
  const state = status === "paid" || status === "failed" ? status : "accepted";
  return {
    state,
    withdrawalId: id,
    failureCode: failure?.code,
    failureMessage: failure?.message,
  };
}
