import type { Context } from "../../context.ts";
import { fromReais } from "../../domain/money.ts";
import type { View } from "../../sandbox/control.ts";
import { cell } from "../../terminal/cell.ts";
import type { Tone } from "../../terminal/style.ts";
import type { Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";
import { sandboxOf } from "./open.ts";

export interface MoveInput {
  /** A charge, a withdrawal or a payment link. */
  readonly id: string;
}

/** Pays a charge, settles a withdrawal, or pays a link once; prints what it has become. */
export async function pay(context: Context, { id }: MoveInput): Promise<void> {
  const { control } = await sandboxOf(context);
  await show(context, await control.pay(id));
}

/** Lets a charge or a link expire; cancels a pending withdrawal. */
export async function expire(context: Context, { id }: MoveInput): Promise<void> {
  const { control } = await sandboxOf(context);
  await show(context, await control.expire(id));
}

/** Lets a charge or a withdrawal fail; switches a link off. */
export async function fail(context: Context, { id }: MoveInput): Promise<void> {
  const { control } = await sandboxOf(context);
  await show(context, await control.fail(id));
}

async function show({ output, text }: Context, moved: View): Promise<void> {
  await output.record({ raw: moved, text: JSON.stringify(moved) }, fieldsOf(moved, text));
}

function fieldsOf(moved: View, text: Text): readonly Field[] {
  const label = text.sandbox.labels;
  const { id, status, amount, updated_at: updatedAt } = moved;
  return [
    { key: "id", label: label.id, cell: cell.text(id) },
    { key: "status", label: label.status, cell: cell.status(status, toneOf(status)) },
    { key: "amount", label: label.amount, cell: cell.money(fromReais(amount), amount) },
    { key: "updated_at", label: label.updated, cell: cell.time(updatedAt) },
  ];
}

function toneOf(status: string): Tone {
  if (status === "paid" || status === "exhausted") return "good";
  return status === "active" || status === "processing" ? "waiting" : "bad";
}
