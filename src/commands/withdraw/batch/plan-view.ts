import type { Context } from "../../../context.ts";
import { decimalReais, formatMoney } from "../../../domain/money.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { StagedRow } from "../../../ledger/staged-looks.ts";
import type { StagedSummary } from "../../../ledger/staging.ts";
import { cell } from "../../../terminal/cell.ts";
import { documentOf, moneyNumber } from "./document.ts";

/** A plan and what is known around it. */
export interface Plan {
  readonly batch: Batch;
  readonly summary: StagedSummary;
  readonly largest: readonly StagedRow[];
  /** In the account now; undefined where the service does not say, or was not asked. */
  readonly availableCents: number | undefined;
  /** What the service takes for all of it; undefined where it does not say. */
  readonly feesCents: number | undefined;
}

/** Shows a plan: how many, how much, to whom the most, and what is left then. */
export async function showPlan(context: Context, plan: Plan): Promise<void> {
  const { output, text } = context;
  const { batch, summary, largest, availableCents, feesCents } = plan;
  const label = text.batch.labels;
  const afterCents =
    availableCents === undefined ? undefined : availableCents - batch.totalCents - (feesCents ?? 0);
  const document = documentOf({
    batch: batch.batch,
    environment: batch.environment,
    file: batch.file,
    hash: batch.hash,
    rows: batch.rows,
    total: moneyNumber(batch.totalCents),
    new_receivers: summary.newReceivers,
    largest: largest.map(({ line, rowId, pixKey, amountCents }) => ({
      ...{ line, id: rowId, pix_key: pixKey },
      amount: moneyNumber(amountCents),
    })),
    balance: {
      available: moneyNumber(availableCents),
      fees: moneyNumber(feesCents),
      after: moneyNumber(afterCents),
    },
  });
  const money = (key: string, name: string, cents: number | undefined) => ({
    key,
    label: name,
    cell: cell.money(cents),
  });
  await output.record(document, [
    { key: "batch", label: label.batch, cell: cell.text(batch.batch) },
    { key: "rows", label: label.rows, cell: cell.number(batch.rows) },
    money("total", label.total, batch.totalCents),
    ...largest.map(({ rowId, pixKey, amountCents }, index) => ({
      key: `largest_${index + 1}`,
      label: label.largest(index + 1),
      cell: cell.text(
        output.form === "human"
          ? text.batch.payment(rowId, formatMoney(amountCents), pixKey)
          : `${rowId} ${decimalReais(amountCents)} ${pixKey}`,
      ),
    })),
    { key: "new_receivers", label: label.newReceivers, cell: cell.number(summary.newReceivers) },
    money("balance", label.balance, availableCents),
    money("fees", label.fees, feesCents),
    money("balance_after", label.after, afterCents),
    { key: "hash", label: label.hash, cell: cell.text(batch.hash) },
  ]);
  if (afterCents !== undefined && afterCents < 0) {
    output.warn(text.batch.notEnough(formatMoney(-afterCents)));
  }
}
