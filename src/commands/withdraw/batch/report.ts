import type { Context } from "../../../context.ts";
import type { Payout } from "../../../ledger/payout.ts";
import type { Cell } from "../../../terminal/cell.ts";
import { toJson } from "../../../terminal/json.ts";
import type { Column } from "../../../terminal/table.ts";
import { batchObject, documentOf } from "./document.ts";
import { payoutPages } from "./pages.ts";
import { knownBatch } from "./run.ts";
import { nextOf, showBatch, standing } from "./standing.ts";
import { payoutColumns } from "./view.ts";

/** Every payment of a batch and what became of it, as the ledger has it, a page in memory at a time. */
export async function report(
  context: Context,
  { batch: name }: { readonly batch: string },
): Promise<void> {
  const { output, text, flags } = context;
  const { batch, writer } = await knownBatch(name, context, { concurrency: 1 });
  const { batches, profile } = writer;
  const tallies = batches.tallies(batch);
  const next = nextOf(batch, tallies, { profile, text });
  const whole = batchObject(batch, {
    state: standing(tallies, batch),
    tallies,
    next: next ?? null,
  });
  if (output.form === "json" && flags.query === undefined) {
    output.raw(`${toJson(whole).slice(0, -1)},"data":[`);
    let separator = "\n";
    for await (const { items } of payoutPages(batch, { batches })) {
      output.raw(separator + items.map(({ document }) => document.text).join(",\n"));
      separator = ",\n";
    }
    output.raw("\n]}\n");
    return;
  }
  if (output.form === "json") {
    const data: unknown[] = [];
    for await (const { items } of payoutPages(batch, { batches })) {
      data.push(...items.map(({ document }) => document.raw));
    }
    return output.record(documentOf({ ...whole, data }), []);
  }
  const columns =
    output.form === "csv" ? payoutColumns(text).map(forSpreadsheets) : payoutColumns(text);
  await output.list(payoutPages(batch, { batches }), columns, { empty: "" });
  if (output.form !== "human") return;
  output.line("");
  await showBatch(context, { batch, tallies, next });
  if (next !== undefined) output.note(next);
}

/**
 * A spreadsheet takes what begins with one of these for a formula and runs it; an apostrophe makes it text.
 */
const FORMULA = /^[=+\-@\t\r\n]|^[\p{Cc}]/u;

function forSpreadsheets({ cell: cellOf, ...column }: Column<Payout>): Column<Payout> {
  return { ...column, cell: (payout) => harmless(cellOf(payout)) };
}

function harmless(shown: Cell): Cell {
  return shown.kind === "text" &&
    shown.value !== null &&
    shown.value !== undefined &&
    FORMULA.test(shown.value)
    ? { ...shown, value: `'${shown.value}` }
    : shown;
}
