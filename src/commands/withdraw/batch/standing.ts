import type { Context } from "../../../context.ts";
import { decimalReais, formatMoney } from "../../../domain/money.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Tallies, Tally } from "../../../ledger/batches.ts";
import { commandFor } from "../../../next.ts";
import type { Profile } from "../../../profiles/store.ts";
import { cell } from "../../../terminal/cell.ts";
import type { Tone } from "../../../terminal/style.ts";
import type { Field } from "../../../terminal/table.ts";
import type { Text } from "../../../text/text.ts";
import { expectedFlags } from "./confirm.ts";
import { batchObject, documentOf } from "./document.ts";

/**
 * - `planned`: never run. - `running`: a run is under way. - `stopped`: a run ended before everything was
 * sent.
 * - `unknown`: some outcome is not known. - `partial`: some were refused or failed, all else is settled.
 * - `done`: everything was accepted or paid.
 */
export type Standing = "planned" | "running" | "stopped" | "unknown" | "partial" | "done";

export const TONES: Readonly<Record<Standing, Tone>> = {
  planned: "waiting",
  running: "waiting",
  stopped: "bad",
  unknown: "bad",
  partial: "bad",
  done: "good",
};

/** How a batch stands; `running` where a run of its store is under way and it was the last to be begun. */
export function standing(tallies: Tallies, batch: Batch, { running = false } = {}): Standing {
  const open = tallies.planned.count + tallies.unknown.count + tallies.sending.count;
  if (running && batch.stoppedAt === null && open > 0) return "running";
  if (tallies.unknown.count + tallies.sending.count > 0) return "unknown";
  if (tallies.planned.count > 0) return batch.startedAt === null ? "planned" : "stopped";
  return tallies.refused.count + tallies.failed.count > 0 ? "partial" : "done";
}

/** The command that goes on with a batch; undefined where there is nothing to do. */
export function nextOf(
  { batch, rows, totalCents, startedAt }: Batch,
  tallies: Tallies,
  { profile, text }: { readonly profile: Profile; readonly text: Text },
): string | undefined {
  const command = (...words: readonly string[]): string =>
    commandFor(profile, ["pix", "withdraw", "batch", ...words]);
  const expected = expectedFlags({ rows, totalCents });
  if (tallies.planned.count + tallies.unknown.count + tallies.sending.count > 0) {
    const verb = startedAt === null ? "run" : "resume";
    return text.batch.goOn(command(verb, batch, ...expected));
  }
  if (tallies.refused.count + tallies.failed.count === 0) return undefined;
  const retry = command("retry-failed", batch, ...expected);
  return text.batch.seeReport(command("report", batch), retry);
}

/** A batch and how far it has come. */
export interface Shown {
  readonly batch: Batch;
  readonly tallies: Tallies;
  readonly next: string | undefined;
  readonly running?: boolean;
}

export async function showBatch({ output, text }: Context, shown: Shown): Promise<void> {
  const { batch, tallies, next, running = false } = shown;
  const label = text.batch.labels;
  const state = standing(tallies, batch, { running });
  const document = documentOf(batchObject(batch, { state, tallies, next: next ?? null }));
  const states = Object.entries(tallies).filter(([, { count }]) => count > 0);
  await output.record(document, [
    { key: "batch", label: label.batch, cell: cell.text(batch.batch) },
    { key: "state", label: label.state, cell: cell.status(state, TONES[state]) },
    { key: "rows", label: label.rows, cell: cell.number(batch.rows) },
    { key: "total", label: label.total, cell: cell.money(batch.totalCents) },
    ...states.map(([name, tally]) =>
      tallyField(name, tally, { human: output.form === "human", text }),
    ),
    { key: "file", label: label.file, cell: cell.text(batch.file) },
    ...(batch.stoppedBy === null
      ? []
      : [
          {
            key: "stopped_by",
            label: label.stoppedBy,
            cell: cell.text(
              output.form === "human" ? text.batch.stoppedBy(batch.stoppedBy) : batch.stoppedBy,
            ),
          },
        ]),
    { key: "started_at", label: label.started, cell: cell.time(batch.startedAt) },
  ]);
}

function tallyField(
  name: string,
  { count, cents }: Tally,
  { human, text }: { readonly human: boolean; readonly text: Text },
): Field {
  const shown = human
    ? text.batch.tally(count, formatMoney(cents))
    : `${count} ${decimalReais(cents)}`;
  return { key: name, label: text.batch.stateLabel(name), cell: cell.text(shown) };
}
