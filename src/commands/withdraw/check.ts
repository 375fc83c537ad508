import { formatMoney, fromReais } from "../../domain/money.ts";
import { AnswerError, NotPaidError } from "../../errors.ts";
import type { Payout } from "../../ledger/payout.ts";
import type { Withdrawal, WithdrawalAnswer } from "../../payouts/outcome.ts";
import { safe } from "../../terminal/safe.ts";
import type { Text } from "../../text/text.ts";

/** Fails where the service shows another payment than the one that was asked for, in what it tells at all. */
export function refuseContradictions(
  { value, status, requestId }: WithdrawalAnswer,
  { payout, text }: { readonly payout: Payout; readonly text: Text },
): void {
  const say = text.withdraw.contradictions;
  const { amount, pix_key: pixKey, external_id: reference } = value;
  const cents = fromReais(amount);
  const found = [
    ...(amount !== undefined && cents !== payout.amountCents
      ? [say.amount(formatMoney(payout.amountCents), safe(shown(cents, amount)))]
      : []),
    ...(pixKey !== undefined && pixKey !== payout.pixKey
      ? [say.receiver(payout.pixKey, safe(pixKey))]
      : []),
    ...(typeof reference === "string" && reference !== payout.reference
      ? [say.reference(payout.reference, safe(reference))]
      : []),
  ];
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

function shown(cents: number | undefined, amount: unknown): string {
  return cents === undefined ? String(amount) : formatMoney(cents);
}
