import { formatMoney, fromReais } from "../../domain/money.ts";
import { AnswerError, NotPaidError } from "../../errors.ts";
import type { Payout } from "../../ledger/payout.ts";
import { contradictionsOf } from "../../payouts/contradiction.ts";
import type { Contradiction } from "../../payouts/contradiction.ts";
import type { Withdrawal, WithdrawalAnswer } from "../../payouts/outcome.ts";
import { safe } from "../../terminal/safe.ts";
import type { Text } from "../../text/text.ts";

/** Fails where the service shows another payment than the one that was asked for, in what it tells at all. */
export function refuseContradictions(
  { value, status, requestId }: WithdrawalAnswer,
  { payout, text }: { readonly payout: Payout; readonly text: Text },
): void {
  const found = contradictionsOf(value, payout).map((one) =>
    contradictionSentence(one, { payout, text }),
  );
  if (found.length === 0) return;
  const message = text.withdraw.contradiction(value.id, found);
  const hint = text.withdraw.contradictionHint;
  throw new AnswerError(message, { code: "contradiction", status, requestId, hint });
}

/** A withdrawal that has failed is no success, whoever asks and however often. */
export function refuseUnpaid({ id, status }: Withdrawal, text: Text): void {
  if (status === "failed" || status === "cancelled") {
    throw new NotPaidError(text.withdraw.notPaid(id, status));
  }
}

/** What was asked for, and what the service says. */
export function contradictionSentence(
  { field, answered }: Contradiction,
  { payout, text }: { readonly payout: Payout; readonly text: Text },
): string {
  const say = text.withdraw.contradictions;
  switch (field) {
    case "amount": {
      const cents = fromReais(answered);
      const shown = cents === undefined ? String(answered) : formatMoney(cents);
      return say.amount(formatMoney(payout.amountCents), safe(shown));
    }
    case "receiver":
      return say.receiver(payout.pixKey, safe(answered));
    case "reference":
      return say.reference(payout.reference, safe(answered));
  }
}
