import type { PayoutState, Payout } from "../../../ledger/payout.ts";
import { cell } from "../../../terminal/cell.ts";
import type { Tone } from "../../../terminal/style.ts";
import type { Column } from "../../../terminal/table.ts";
import type { Text } from "../../../text/text.ts";

const TONES: Readonly<Record<PayoutState, Tone>> = {
  planned: "waiting",
  sending: "waiting",
  unknown: "bad",
  accepted: "good",
  paid: "good",
  failed: "bad",
  refused: "bad",
};

/** The columns of a batch's payments. */
export function payoutColumns(text: Text): readonly Column<Payout>[] {
  const label = text.batch.labels;
  return [
    { key: "id", label: label.id, cell: ({ rowId }) => cell.text(rowId) },
    { key: "state", label: label.state, cell: ({ state }) => cell.status(state, TONES[state]) },
    { key: "amount", label: label.amount, cell: ({ amountCents }) => cell.money(amountCents) },
    { key: "pix_key", label: label.pixKey, cell: ({ pixKey }) => cell.text(pixKey) },
    {
      key: "withdrawal_id",
      label: label.withdrawal,
      cell: ({ withdrawalId }) => cell.text(withdrawalId),
      secondary: true,
    },
    {
      key: "external_id",
      label: label.reference,
      cell: ({ reference }) => cell.text(reference),
      secondary: true,
    },
    {
      key: "sent_at",
      label: label.sent,
      cell: ({ firstSentAt }) => cell.time(firstSentAt),
      secondary: true,
    },
    {
      key: "failure",
      label: label.failure,
      cell: ({ failureCode, failureMessage }) =>
        cell.text(
          [failureCode, failureMessage].filter((said) => said !== null).join(": ") || undefined,
        ),
    },
    { key: "line", label: label.line, cell: ({ line }) => cell.number(line), secondary: true },
  ];
}
