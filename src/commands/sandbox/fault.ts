import type { Context } from "../../context.ts";
import { parseDuration } from "../../domain/duration.ts";
import { UsageError } from "../../errors.ts";
import { operationNames, parseOperation, sayOperation } from "../../sandbox/faults.ts";
import type { Fault, KeptFault } from "../../sandbox/faults.ts";
import { cell } from "../../terminal/cell.ts";
import type { ListPage } from "../../terminal/output.ts";
import type { Column, Field } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";
import { sandboxOf } from "./open.ts";

export interface AddFaultInput {
  /** `POST /withdrawals`, or `*`. */
  readonly on: string;
  readonly status?: string;
  readonly drop?: boolean;
  readonly delay?: string;
  readonly afterEffect?: boolean;
  readonly times?: string;
  readonly percent?: string;
  readonly seed?: string;
  readonly retryAfter?: string;
}

const STATUS_MIN = 400;
const STATUS_MAX = 599;
const TIMES_MAX = 1_000_000;
const SEED_MAX = 0xffff_ffff;
const RETRY_AFTER_SECONDS_MAX = 3_600;

export async function add(context: Context, input: AddFaultInput): Promise<void> {
  const fault = faultOf(context, input);
  const { control } = await sandboxOf(context);
  const kept = control.addFault(fault);
  const raw = documentOf(kept);
  const fields: readonly Field[] = columnsOf(context.text).map(({ key, label, cell: cellOf }) => ({
    key,
    label,
    cell: cellOf(kept),
  }));
  await context.output.record({ raw, text: JSON.stringify(raw) }, fields);
}

export async function list(context: Context): Promise<void> {
  const { output, text } = context;
  const { control } = await sandboxOf(context);
  await output.list(onePage(control.listFaults()), columnsOf(text), {
    empty: text.sandbox.noFaults,
  });
}

export async function clear(context: Context): Promise<void> {
  const { control } = await sandboxOf(context);
  context.output.note(context.text.sandbox.faultsCleared(control.clearFaults()));
}

function faultOf(context: Context, input: AddFaultInput): Fault {
  const say = context.text.sandbox;
  const number = (flag: string, given: string | undefined, low: number, high: number) =>
    given === undefined ? null : wholeNumber(context, { flag, given, low, high });
  const status = number("--status", input.status, STATUS_MIN, STATUS_MAX);
  const drop = input.drop ?? false;
  const delayMs = input.delay === undefined ? 0 : delayOf(context, input.delay);
  const afterEffect = input.afterEffect ?? false;
  if (status !== null && drop) throw new UsageError(say.statusAndDrop);
  if (status === null && !drop && delayMs === 0) throw new UsageError(say.noFaultGiven);
  if (afterEffect && status !== null && status < 500) throw new UsageError(say.refusedAfterEffect);
  return {
    on: operationOf(context, input.on),
    status,
    drop,
    delayMs,
    afterEffect,
    times: number("--times", input.times, 1, TIMES_MAX),
    percent: percentOf(context, input.percent ?? "100"),
    seed:
      number("--seed", input.seed, 0, SEED_MAX) ?? Math.floor(context.random.fraction() * SEED_MAX),
    retryAfterSeconds: number("--retry-after", input.retryAfter, 0, RETRY_AFTER_SECONDS_MAX),
  };
}

function operationOf({ text }: Context, given: string): Fault["on"] {
  const parsed = parseOperation(given);
  if (parsed.ok) return parsed.value;
  const known = operationNames.map(sayOperation);
  const hint = text.sandbox.badOperationHint(known);
  throw new UsageError(text.sandbox.badOperation(given), { hint });
}

function delayOf({ text }: Context, given: string): number {
  const parsed = parseDuration(given);
  if (parsed.ok) return parsed.value;
  throw new UsageError(text.flags.duration("--delay", given));
}

function percentOf({ text }: Context, given: string): number {
  const percent = /^\d{1,3}(?:\.\d{1,6})?$/.test(given) ? Number(given) : 0;
  if (percent > 0 && percent <= 100) return percent;
  throw new UsageError(text.sandbox.badPercent(given));
}

function wholeNumber(
  { text }: Context,
  { flag, given, low, high }: { flag: string; given: string; low: number; high: number },
): number {
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new UsageError(text.sandbox.badNumber(flag, given, low, high));
}

async function* onePage(faults: readonly KeptFault[]): AsyncGenerator<ListPage<KeptFault>> {
  const items = faults.map((value) => {
    const raw = documentOf(value);
    return { value, document: { raw, text: JSON.stringify(raw) } };
  });
  const raw = { data: items.map(({ document }) => document.raw) };
  yield { document: { raw, text: JSON.stringify(raw) }, items };
}

function documentOf(fault: KeptFault) {
  return {
    id: fault.id,
    on: sayOperation(fault.on),
    status: fault.status,
    drop: fault.drop,
    delay_ms: fault.delayMs,
    after_effect: fault.afterEffect,
    times: fault.times,
    percent: fault.percent,
    seed: fault.seed,
    retry_after: fault.retryAfterSeconds,
  };
}

function columnsOf(text: Text): readonly Column<KeptFault>[] {
  const label = text.sandbox.labels;
  const { always } = text.sandbox.fault;
  return [
    { key: "id", label: label.id, cell: ({ id }) => cell.number(id) },
    { key: "on", label: label.on, cell: ({ on }) => cell.text(sayOperation(on)) },
    { key: "what", label: label.what, cell: (fault) => cell.text(whatHappens(fault, text)) },
    {
      key: "times",
      label: label.times,
      cell: ({ times }) => cell.text(times === null ? always : String(times)),
    },
    { key: "percent", label: label.percent, cell: ({ percent }) => cell.number(percent) },
  ];
}

function whatHappens(fault: KeptFault, text: Text): string {
  const say = text.sandbox.fault;
  const parts = [
    fault.status === null ? "" : say.status(fault.status),
    fault.drop ? say.drop : "",
    fault.delayMs > 0 ? say.delay(fault.delayMs) : "",
    fault.afterEffect ? say.afterEffect : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}
