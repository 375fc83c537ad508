import type { Context } from "../../../context.ts";
import { formatMoney } from "../../../domain/money.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Batches } from "../../../ledger/batches.ts";
import type { Payout } from "../../../ledger/payout.ts";
import { OtherAmount } from "../../../payouts/outcome.ts";
import type { Paid } from "../../../payouts/step.ts";
import type { ListPage } from "../../../terminal/output.ts";
import { safe } from "../../../terminal/safe.ts";
import type { Text } from "../../../text/text.ts";
import { Channel } from "./channel.ts";
import { documentOf, payoutObject } from "./document.ts";
import { payoutColumns } from "./view.ts";

/** What is seen of a run while it goes on: a line a payment for a program, a bar for a person. */
export interface Watch {
  paid(paid: Paid): void;
  resting(count: number, untilMs: number): void;
  stopping(): void;
  /** Resolves when everything was written. */
  end(): Promise<void>;
}

/** How many payments that went wrong are told one by one while a bar is shown. */
const TOLD_MAX = 20;

export async function watchRun(
  batch: Batch,
  { context, batches }: { readonly context: Context; readonly batches: Batches },
): Promise<Watch> {
  const { output, text, clock } = context;
  const person = output.form === "human";
  const channel = new Channel<ListPage<Payout>>();
  const form = output.form === "json" ? "jsonl" : output.form;
  const written = person
    ? Promise.resolve()
    : output.list(channel, payoutColumns(text), { empty: "", form });
  const { planned, unknown, sending, accepted, paid: settled } = batches.tallies(batch);
  const open = planned.count + unknown.count + sending.count;
  let [done, cents, told] = [0, accepted.cents + settled.cents, 0];
  const bar = (): string =>
    text.batch.progress(
      barOf(done, open),
      `${batch.rows - open + done}/${batch.rows}`,
      formatMoney(cents),
    );
  const progress = await context.progress(bar());
  return {
    paid: (paid) => {
      const { payout } = paid;
      const over = paid.kind !== "unknown" && payout.state !== "planned";
      if (over) done += 1;
      if (payout.state === "accepted" || payout.state === "paid") cents += payout.amountCents;
      progress.update(bar());
      if (!person) channel.push(pageOf(payout));
      const bad = paid.kind === "stopped" || paid.kind === "unknown" || payout.state === "failed";
      if (!person || !bad || (told += 1) > TOLD_MAX) return;
      progress.stop();
      const why = whyOf(paid, text);
      output.note(text.batch.unpaid(safe(payout.rowId), payout.state, why));
      progress.start();
    },
    resting: (count, untilMs) => {
      const seconds = Math.max(0, Math.ceil((untilMs - clock.now().getTime()) / 1000));
      const resting = text.batch.resting(count, seconds);
      progress.update(`${bar()} ${resting}`);
      if (!output.isTerminal && seconds > 0) output.note(resting);
    },
    stopping: () => output.note(text.batch.stopping),
    end: async () => {
      progress.stop();
      channel.close();
      await written;
    },
  };
}

function pageOf(payout: Payout): ListPage<Payout> {
  const document = documentOf(payoutObject(payout));
  return { document, items: [{ value: payout, document }] };
}

const BAR_CELLS = 20;

function barOf(done: number, all: number): string {
  const filled = all === 0 ? BAR_CELLS : Math.floor((done * BAR_CELLS) / all);
  return `${"#".repeat(filled)}${".".repeat(BAR_CELLS - filled)}`;
}

function whyOf(paid: Paid, text: Text): string {
  if (paid.payout.failureMessage !== null) return paid.payout.failureMessage;
  if (paid.kind !== "unknown") return "";
  if (!(paid.error instanceof OtherAmount)) return text.batch.inDoubt;
  return text.withdraw.otherAmount(paid.error.id, String(paid.error.amount));
}
