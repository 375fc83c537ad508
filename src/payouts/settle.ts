import { ServiceError, UnknownOutcomeError } from "../errors.ts";
import type { AttemptEnd, Settlement } from "../ledger/payout.ts";
import type { Outcome, Withdrawal } from "./outcome.ts";

/** How a payout stands after a send; `inDoubt` where an earlier attempt may have paid. */
export function settlementOf(outcome: Outcome, inDoubt: boolean): Settlement {
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
      const { code, message, status } = outcome.error;
      // A key of this payment's that the service knows from elsewhere: whatever that was may have paid.
      const state = inDoubt || outcome.kind === "conflict" ? "unknown" : "refused";
      return { state, failureCode: code ?? `http_${status}`, failureMessage: message };
    }
  }
}

/** What the ledger keeps of how an attempt ended. */
export function endOf(outcome: Outcome): AttemptEnd {
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

/** A withdrawal that the service shows, as the payout it is. */
export function acceptedAs({ id, status, failure }: Withdrawal): Settlement {
  const final =
    status === "paid"
      ? "paid"
      : status === "failed" || status === "cancelled"
        ? "failed"
        : "accepted";
  return {
    state: final,
    withdrawalId: id,
    failureCode: failure?.code ?? (status === "cancelled" ? status : undefined),
    failureMessage: failure?.message,
  };
}
