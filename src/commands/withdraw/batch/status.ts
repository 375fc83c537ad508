import type { Context, Writer } from "../../../context.ts";
import { formatMoney } from "../../../domain/money.ts";
import { PartialError, UnknownOutcomeError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Tallies } from "../../../ledger/batches.ts";
import { isStoreLocked } from "../../../ledger/lock.ts";
import { refreshBatch } from "../../../payouts/refresh.ts";
import { cell } from "../../../terminal/cell.ts";
import type { Column } from "../../../terminal/table.ts";
import { batchObject, documentOf } from "./document.ts";
import { batchNamed } from "./place.ts";
import { nextOf, showBatch, standing, TONES } from "./standing.ts";
import type { Standing } from "./standing.ts";

interface Row {
  readonly batch: Batch;
  readonly tallies: Tallies;
  readonly state: Standing;
  readonly next: string | undefined;
}

/**
 * Shows a batch, or every batch that needs somebody; what the ledger knows, without asking the service. Fails
 * as a run would where an outcome is unknown (8) or somebody was not paid (11).
 */
export async function status(
  context: Context,
  { batch: name, check = false }: { readonly batch?: string; readonly check?: boolean },
): Promise<void> {
  const { text, output, folders } = context;
  const writer = await context.writer();
  const scope = await writer.scope();
  const { batches } = writer;
  const locked = await isStoreLocked({ folder: folders.state, scope, text });
  const wanted =
    name === undefined ? batches.list(scope) : [batchNamed(name, { context, scope, batches })];
  if (check) await refreshAll(wanted, { context, writer });
  const lastRun = newest(batches.list(scope));
  const running = (batch: Batch): boolean =>
    locked && batch.ranAt !== null && batch.ranAt === lastRun;
  const rows = wanted.map((batch) => rowOf(batch, { context, writer, running: running(batch) }));
  const first = rows[0];
  const attention = rows.filter(({ state }) => !["done", "planned", "running"].includes(state));
  if (name !== undefined && first !== undefined) {
    await showBatch(context, { ...first, running: running(first.batch) });
    if (attention.length === 0 && first.next !== undefined) output.note(first.next);
  } else {
    const page = {
      document: documentOf({ data: attention.map(objectOf) }),
      items: attention.map(itemOf),
    };
    await output.list(pageAlone(page), columns(context), { empty: text.batch.nothingToDo });
    for (const { batch, next } of attention.length > 1 ? attention : []) {
      if (next !== undefined) output.note(text.batch.nextOf(batch.batch, next));
    }
  }
  refuseAttention(attention, context);
}

/** Asks the service how the payments stand that it has accepted. */
async function refreshAll(
  wanted: readonly Batch[],
  { context, writer }: { context: Context; writer: Writer },
): Promise<void> {
  const { client, payouts, batches } = writer;
  const { text } = context;
  const progress = await context.progress(text.batch.checking);
  try {
    for (const batch of wanted) {
      if (batches.tallies(batch).accepted.count === 0) continue;
      await refreshBatch(batch, { client, payouts, batches, text });
    }
  } finally {
    progress.stop();
  }
}

async function* pageAlone<T>(page: T): AsyncGenerator<T, void, undefined> {
  yield page;
}

/** When the batch that was last begun was. */
function newest(batches: readonly Batch[]): string | undefined {
  const times = batches.flatMap(({ ranAt }) => (ranAt === null ? [] : [ranAt]));
  return times.toSorted().at(-1);
}

function rowOf(
  batch: Batch,
  { context: { text }, writer, running }: { context: Context; writer: Writer; running: boolean },
): Row {
  const tallies = writer.batches.tallies(batch);
  const state = standing(tallies, batch, { running });
  const next =
    state === "running" ? undefined : nextOf(batch, tallies, { profile: writer.profile, text });
  return { batch, tallies, state, next };
}

function objectOf({ batch, tallies, state, next }: Row): object {
  return batchObject(batch, { state, tallies, next: next ?? null });
}

function itemOf(row: Row): {
  readonly value: Row;
  readonly document: ReturnType<typeof documentOf>;
} {
  return { value: row, document: documentOf(objectOf(row)) };
}

function columns({ text }: Context): readonly Column<Row>[] {
  const label = text.batch.labels;
  return [
    { key: "batch", label: label.batch, cell: ({ batch }) => cell.text(batch.batch) },
    { key: "state", label: label.state, cell: ({ state }) => cell.status(state, TONES[state]) },
    { key: "rows", label: label.rows, cell: ({ batch }) => cell.number(batch.rows) },
    { key: "total", label: label.total, cell: ({ batch }) => cell.money(batch.totalCents) },
    {
      key: "unknown",
      label: text.batch.stateLabel("unknown"),
      cell: ({ tallies: { unknown, sending } }) => cell.number(unknown.count + sending.count),
    },
    {
      key: "refused",
      label: text.batch.stateLabel("refused"),
      cell: ({ tallies: { refused, failed } }) => cell.number(refused.count + failed.count),
    },
    {
      key: "planned",
      label: text.batch.stateLabel("planned"),
      cell: ({ tallies: { planned } }) => cell.number(planned.count),
    },
  ];
}

function refuseAttention(rows: readonly Row[], { text }: Context): void {
  const unknown = rows.filter(({ state }) => state === "unknown");
  const names = rows.map(({ batch }) => batch.batch);
  // Where there are several, each has its own, told above.
  const hint = rows.length === 1 ? rows[0]?.next : undefined;
  if (unknown.length > 0) {
    const cents = unknown.reduce(
      (sum, { tallies }) => sum + tallies.unknown.cents + tallies.sending.cents,
      0,
    );
    throw new UnknownOutcomeError(
      text.batch.attentionUnknown(
        unknown.map(({ batch }) => batch.batch),
        formatMoney(cents),
      ),
      { hint },
    );
  }
  if (rows.length > 0) throw new PartialError(text.batch.attention(names), { hint });
}
