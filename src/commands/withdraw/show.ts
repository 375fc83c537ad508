import type { Context } from "../../context.ts";
import { fromReais } from "../../domain/money.ts";
import { NotPaidError, PendingError } from "../../errors.ts";
import { nextCommand } from "../../next.ts";
import type { Withdrawal, WithdrawalAnswer } from "../../payouts/outcome.ts";
import { cell } from "../../terminal/cell.ts";
import type { Cell } from "../../terminal/cell.ts";
import { safe } from "../../terminal/safe.ts";
import type { Tone } from "../../terminal/style.ts";
import type { Column, Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";
import { pollUntil } from "../../polling.ts";

const TONES: Readonly<Record<string, Tone>> = {
  pending: "waiting",
  processing: "waiting",
  paid: "good",
  failed: "bad",
  cancelled: "bad",
};

const FINAL: ReadonlySet<string> = new Set(["paid", "failed", "cancelled"]);

export async function showWithdrawal(context: Context, answer: WithdrawalAnswer): Promise<void> {
  await context.output.record(answer, fieldsOf(answer.value, context.text));
}

/** Asks until the withdrawal is final or the time is over; a long `pending` is normal and no failure. */
export async function awaitWithdrawal(
  context: Context,
  id: string,
  timeoutMs: number,
): Promise<void> {
  const { text } = context;
  const client = await context.api();
  const answer = await pollUntil(context, {
    look: async () => client.withdrawals.get(id),
    isFinal: ({ value }) => FINAL.has(value.status ?? ""),
    waiting: text.withdraw.waiting,
    timeoutMs,
  });
  if (answer === undefined)
    throw new PendingError(text.withdraw.pending(id, text.withdraw.noStatus));
  await showWithdrawal(context, answer);
  const status = safe(answer.value.status ?? text.withdraw.noStatus);
  if (status === "paid") return;
  if (FINAL.has(status)) throw new NotPaidError(text.withdraw.notPaid(id, status));
  const again = await nextCommand(context, ["pix", "withdraw", "get", id, "--wait"]);
  throw new PendingError(text.withdraw.pending(id, status), { hint: text.withdraw.waitOn(again) });
}

function fieldsOf(withdrawal: Withdrawal, text: Text): readonly Field[] {
  const label = text.withdraw.labels;
  const { recipient, failure } = withdrawal;
  const optional: readonly (Field | false)[] = [
    withdrawal.fee !== undefined &&
      withdrawal.fee !== null && { key: "fee", label: label.fee, cell: money(withdrawal.fee) },
    withdrawal.net_amount !== undefined &&
      withdrawal.net_amount !== null && {
        key: "net_amount",
        label: label.arrives,
        cell: money(withdrawal.net_amount),
      },
    recipient !== undefined &&
      recipient !== null && { key: "recipient", label: label.to, cell: cell.text(recipient.name) },
    failure !== undefined &&
      failure !== null && {
        key: "failure",
        label: label.failure,
        cell: cell.text(`${failure.code}: ${failure.message}`),
      },
    typeof withdrawal.paid_at === "string" && {
      key: "paid_at",
      label: label.paid,
      cell: cell.time(withdrawal.paid_at),
    },
  ];
  return [
    { key: "id", label: label.id, cell: cell.text(withdrawal.id) },
    { key: "status", label: label.status, cell: statusCell(withdrawal) },
    { key: "amount", label: label.amount, cell: money(withdrawal.amount) },
    { key: "pix_key", label: label.pixKey, cell: cell.text(withdrawal.pix_key) },
    { key: "external_id", label: label.reference, cell: cell.text(withdrawal.external_id) },
    ...optional.filter((field) => field !== false),
    { key: "created_at", label: label.created, cell: cell.time(withdrawal.created_at) },
  ];
}

export function withdrawalColumns(text: Text): readonly Column<Withdrawal>[] {
  const label = text.withdraw.labels;
  return [
    { key: "id", label: label.id, cell: ({ id }) => cell.text(id) },
    { key: "status", label: label.status, cell: statusCell },
    { key: "amount", label: label.amount, cell: ({ amount }) => money(amount) },
    { key: "pix_key", label: label.pixKey, cell: (one) => cell.text(one.pix_key), secondary: true },
    { key: "external_id", label: label.reference, cell: (one) => cell.text(one.external_id) },
    {
      key: "created_at",
      label: label.created,
      cell: (one) => cell.time(one.created_at),
      secondary: true,
    },
  ];
}

function statusCell({ status }: Withdrawal): Cell {
  return status === undefined
    ? cell.text(undefined)
    : cell.status(status, TONES[status] ?? "plain");
}

function money(value: unknown): Cell {
  return cell.money(fromReais(value), value);
}
