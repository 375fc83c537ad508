import type { Answer } from "../api/answer.ts";
import type { Client } from "../api/client.ts";
import { SendError } from "../api/send/send.ts";
import { fromReais } from "../domain/money.ts";
import { ServiceError, UnavailableError, UnknownOutcomeError } from "../errors.ts";

export type Withdrawal = Awaited<ReturnType<Client["withdrawals"]["get"]>>["value"];
export type WithdrawalAnswer = Answer<Withdrawal>;

/** What a send came to: an answer, or an error of the client. */
export type Sent =
  | { readonly ok: true; readonly answer: WithdrawalAnswer }
  | { readonly ok: false; readonly error: unknown };

/**
 * What that means for the money, and so what may be done next.
 * - `not_sent`: no byte left; the same key again.
 * - `unknown`: look it up. `lost` tells that no answer arrived; otherwise one did, and it does not say.
 * - `refused`: definitive; nothing was created.
 * - `blocked`: nothing was created and nothing will be until somebody acts: the payment stays planned.
 * - `conflict`: the key was used for another payment; never a new key.
 * - `later`: wait, then the same key.
 */
export type Outcome =
  | { readonly kind: "accepted"; readonly answer: WithdrawalAnswer }
  | { readonly kind: "not_sent"; readonly error: unknown }
  | { readonly kind: "unknown"; readonly lost: boolean; readonly error: unknown }
  | { readonly kind: "refused" | "blocked" | "conflict"; readonly error: ServiceError }
  | { readonly kind: "later"; readonly waitMs: number; readonly error: unknown };

/** How long `later` means where the service does not say. */
const LATER_MS = 2_000;
const LATER_MS_MAX = 60_000;

/** The service accepted a withdrawal, and says that it is of another amount. */
export class OtherAmount extends Error {
  override readonly name = "OtherAmount";
  readonly id: string;
  readonly amount: unknown;

  constructor({ id, amount }: Withdrawal) {
    super(`${id}: ${String(amount)}`);
    this.id = id;
    this.amount = amount;
  }
}

/** The service answered with a withdrawal that is another payment's. */
export class AnothersWithdrawal extends Error {
  override readonly name = "AnothersWithdrawal";
  readonly id: string;

  constructor({ id }: Withdrawal) {
    super(id);
    this.id = id;
  }
}

/** Decides what a send came to; the amount is the one that was asked for. */
export function outcomeOf(sent: Sent, amountCents: number): Outcome {
  if (sent.ok) {
    if (fromReais(sent.answer.value.amount) === amountCents) {
      return { kind: "accepted", answer: sent.answer };
    }
    // It was accepted for another amount, or does not say for which: looking it up will tell.
    return { kind: "unknown", lost: false, error: new OtherAmount(sent.answer.value) };
  }
  const { error } = sent;
  if (error instanceof UnavailableError && error.effect === "nothing_sent") {
    return { kind: "not_sent", error };
  }
  // Also a 503 that asks to come back: with a 5xx the service keeps no key, so if it has paid all the
  // same, the same key pays again.
  if (error instanceof UnknownOutcomeError) {
    return { kind: "unknown", lost: error.status === undefined && !hasAnswerBegun(error), error };
  }
  if (error instanceof ServiceError) return answeredOutcome(error);
  return { kind: "unknown", lost: true, error };
}

/** An answer that was cut or that nobody can read may have been a 5xx, which keeps no key. */
const BEGUN: ReadonlySet<string> = new Set(["truncated", "too_large", "malformed"]);

function hasAnswerBegun({ cause }: UnknownOutcomeError): boolean {
  return cause instanceof SendError && BEGUN.has(cause.fault);
}

function answeredOutcome(error: ServiceError): Outcome {
  const { status, code, retryAfterMs } = error;
  if (status === 401 || status === 403 || code === "insufficient_balance") {
    return { kind: "blocked", error };
  }
  if (status === 429 || code === "idempotency_in_progress") {
    return { kind: "later", waitMs: Math.min(retryAfterMs ?? LATER_MS, LATER_MS_MAX), error };
  }
  if (status === 409 && code === "idempotency_mismatch") return { kind: "conflict", error };
  // Without a code of the service's own it may be the word of a proxy on the way, which knows nothing.
  const refusal = status === 400 || status === 404 || status === 422;
  if (refusal && code !== undefined) return { kind: "refused", error };
  // No other answer is known to mean that nothing was created.
  return { kind: "unknown", lost: false, error };
}
