import type { Client } from "../api/client.ts";
import type { Context } from "../context.ts";
import { parseDuration } from "../domain/duration.ts";
import { fromReais } from "../domain/money.ts";
import { ServiceError, UnavailableError, UsageError } from "../errors.ts";
import { cell } from "../terminal/cell.ts";
import type { Cell } from "../terminal/cell.ts";
import { restOf } from "../terminal/foreign.ts";
import type { ListPage } from "../terminal/output.ts";
import type { Column, Field } from "../terminal/table.ts";
import type { Text } from "../text/text.ts";

/** How often `--watch` asks when it does not say, and at most. */
const WATCH_MS = 10_000;
const WATCH_MS_MIN = 2_000;

type Answer = Awaited<ReturnType<Client["balance"]["get"]>>;
type Balance = Answer["value"];
type Watched = Balance & { readonly seenAt: string };

const AMOUNTS = ["available", "pending", "blocked", "total"] as const;
/** What only a program wants. */
const NOT_SHOWN = ["currency", "store", "updated_at"];

/** Shows the balance; with `--watch` a line now and whenever it changes, until it is stopped. */
export async function balance(
  context: Context,
  { watch }: { readonly watch?: string | boolean },
): Promise<void> {
  const { output, text } = context;
  const intervalMs = readInterval(watch, text);
  const client = await context.api();
  if (intervalMs !== undefined) {
    const seen = changes(context, { client, intervalMs });
    // One document would never end: every balance is one by itself, on its line.
    const form = output.form === "json" ? "jsonl" : output.form;
    return output.list(seen, columns(text), { empty: "", form });
  }
  const answer = await client.balance.get();
  await output.record(answer, fieldsOf(answer.value, text));
}

function readInterval(given: string | boolean | undefined, text: Text): number | undefined {
  if (given === undefined || given === false) return undefined;
  if (given === true) return WATCH_MS;
  const parsed = parseDuration(given);
  if (parsed.ok && parsed.value >= WATCH_MS_MIN) return parsed.value;
  throw new UsageError(text.balance.interval(given, WATCH_MS_MIN / 1_000));
}

/** The balance now, and each time that more than its time has changed. */
async function* changes(
  context: Context,
  { client, intervalMs }: { readonly client: Client; readonly intervalMs: number },
): AsyncGenerator<ListPage<Watched>, void, undefined> {
  const { clock, output, signal } = context;
  let last: string | undefined;
  for (;;) {
    const answer = await look(client).catch((error: unknown) => {
      // What passes must not end a watch that has begun.
      if (last === undefined || !passes(error)) throw error;
      output.note(error.message);
      return undefined;
    });
    const key = answer && keyOf(answer);
    if (answer !== undefined && key !== last) {
      last = key;
      const document = { raw: answer.raw, text: answer.text };
      const value = { ...answer.value, seenAt: clock.now().toISOString() };
      yield { document, items: [{ value, document }] };
    }
    await clock.sleep(intervalMs, signal);
  }
}

async function look(client: Client): Promise<Answer> {
  return client.balance.get();
}

function keyOf({ value }: Answer): string {
  const { updated_at: _time, ...rest } = value;
  return JSON.stringify(rest);
}

function passes(error: unknown): error is Error {
  if (error instanceof UnavailableError) return true;
  return error instanceof ServiceError && (error.status === 429 || error.status >= 500);
}

function fieldsOf(value: Balance, text: Text): readonly Field[] {
  const label = text.balance.labels;
  const amounts = AMOUNTS.filter((key) => value[key] !== undefined);
  const updated = { key: "updated_at", label: label.updated, cell: cell.time(value.updated_at) };
  return [
    ...amounts.map((key) => ({ key, label: label[key], cell: money(value[key]) })),
    ...restOf(value, new Set([...AMOUNTS, ...NOT_SHOWN])),
    ...(value.updated_at === undefined ? [] : [updated]),
  ];
}

function columns(text: Text): readonly Column<Watched>[] {
  const label = text.balance.labels;
  return [
    { key: "at", label: label.at, cell: ({ seenAt }) => cell.time(seenAt) },
    ...AMOUNTS.map((key) => ({
      key,
      label: label[key],
      cell: (value: Watched): Cell => money(value[key]),
    })),
  ];
}

function money(amount: string | number | undefined): Cell {
  return cell.money(fromReais(amount), amount);
}
