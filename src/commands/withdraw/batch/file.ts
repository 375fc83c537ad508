import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { basename, extname, relative, resolve } from "node:path";
import type { Context } from "../../../context.ts";
import { GuardedError, ServiceError, UsageError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Batches } from "../../../ledger/batches.ts";
import type { Duplicate, Found } from "../../../ledger/staged-looks.ts";
import type { Staging } from "../../../ledger/staging.ts";
import { formatMoney, fromReais } from "../../../domain/money.ts";
import { formatOf } from "../../../payouts/file/rows.ts";
import { gather } from "../../../payouts/gather.ts";
import type { Gathered } from "../../../payouts/gather.ts";
import type { Text } from "../../../text/text.ts";
import type { Profile } from "../../../profiles/store.ts";
import { readBatchName } from "./flags.ts";
import type { PlanWanted } from "./flags.ts";

/** How many faults, duplicates or differences are shown; all are counted. */
const SHOWN_MAX = 100;
/** How far back a payment of the same amount to the same key is taken for the same one. */
const DUPLICATE_DAYS = 7;
const DAY_MS = 24 * 3_600_000;

/** A payout file, read whole and found good, and not yet kept. */
export interface StagedFile {
  readonly staging: Staging;
  readonly batch: string;
  /** Absolute. */
  readonly path: string;
}

/** Whether a word names a file rather than a batch: by its ending. */
export function isFileName(word: string): boolean {
  return formatOf(word) !== undefined;
}

/** Reads a file and refuses it whole where anything in it is wrong; nothing is kept and nothing sent. */
export async function stageFile(
  file: string,
  parts: {
    readonly context: Context;
    readonly wanted: PlanWanted;
    readonly scope: string;
    readonly profile: Pick<Profile, "name" | "fields">;
    readonly batches: Batches;
  },
): Promise<StagedFile> {
  const { context, wanted, scope, profile, batches } = parts;
  const { text, host } = context;
  const format = formatOf(file);
  if (format === undefined) throw new UsageError(text.batch.ending(file));
  const batch = wanted.batch ?? nameOf(file, context);
  const path = resolve(host.currentFolder, file);
  const staging = batches.stage();
  const progress = await context.progress(text.batch.reading(file));
  try {
    const chunks = chunksOf(path, context);
    const { rowsMax } = wanted;
    const limits = { rowsMax, problemsMax: SHOWN_MAX };
    const read = await gather(chunks, { format, staging, scope, batch, profile, ...limits });
    refuseFaults(read, { file, rowsMax, context });
  } finally {
    progress.stop();
  }
  return { staging, batch, path };
}

/** The batch's name where none was given: the file's, without its ending. */
function nameOf(file: string, { text }: Context): string {
  const name = basename(file, extname(file));
  const read = readBatchName(name, text);
  if (read.ok) return read.value;
  throw new UsageError(text.batch.fileName(name), { hint: text.batch.fileNameHint });
}

/** A plain file: what is a pipe or a folder is refused before anything waits for it. */
async function* chunksOf(path: string, { text, host }: Context): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw unreadable(path, error, text);
    },
  );
  try {
    if (!(await file.stat()).isFile()) throw unreadable(path, undefined, text);
    for await (const chunk of file.createReadStream({ autoClose: false, signal: host.signal })) {
      if (chunk instanceof Uint8Array) yield chunk;
    }
  } catch (error) {
    if (host.signal.aborted) throw host.signal.reason;
    throw error;
  } finally {
    await file.close();
  }
}

function unreadable(path: string, error: unknown, text: Text): UsageError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const reasons = text.batch.unreadableReason;
  const reason = code === "ENOENT" || code === "EACCES" ? reasons[code] : reasons.other;
  const { message, hint } = text.batch.unreadable(path, reason);
  return new UsageError(message, { hint, cause: error });
}

function refuseFaults(
  { rows, problems, problemCount, tooMany }: Gathered,
  { file, rowsMax, context }: { file: string; rowsMax: number; context: Context },
): void {
  const { text } = context;
  const say = text.batch;
  const lines = problems.map(({ line, column, problem }) => {
    const sentence =
      problem.kind === "repeated_id"
        ? say.repeatedId(problem.id, problem.first)
        : text.payoutFile.problem(problem);
    return `${file}:${line}:${column}: ${sentence}`;
  });
  if (problemCount > lines.length) lines.push(say.moreFaults(problemCount - lines.length));
  if (tooMany) lines.push(say.tooManyRows(file, rowsMax));
  if (lines.length > 0) {
    const hint = tooMany ? say.tooManyRowsHint : say.faultsHint;
    throw new UsageError([say.faults(problemCount, file), ...lines].join("\n"), {
      hint,
      effect: "nothing_sent",
    });
  }
  if (rows === 0) throw new UsageError(say.emptyFile(file), { hint: say.emptyFileHint });
}

/** Refuses a file that pays twice what looks like one payment, unless that was asked for. */
export function refuseDuplicates(
  { staging, batch }: StagedFile,
  { context, scope, allowed }: { context: Context; scope: string; allowed: boolean },
): void {
  if (allowed) return;
  const since = duplicatesSince(context);
  refuseFound(staging.duplicates({ scope, batch, since, max: SHOWN_MAX }), context);
}

/** The same of a plan that is about to be run: others may have been paid since it was made. */
export function refusePaidElsewhere(
  batch: Batch,
  { context, batches, allowed }: { context: Context; batches: Batches; allowed: boolean },
): void {
  if (allowed || batch.duplicatesAllowed === 1) return;
  const since = duplicatesSince(context);
  refuseFound(batches.paidElsewhere(batch, { since, max: SHOWN_MAX }), context);
}

function duplicatesSince({ clock }: Context): string {
  return new Date(clock.now().getTime() - DUPLICATE_DAYS * DAY_MS).toISOString();
}

function refuseFound({ shown, count }: Found<Duplicate>, { text }: Context): void {
  if (count === 0) return;
  const lines = shown.map(({ line, rowId, pixKey, amountCents, before }) => {
    const payment = text.batch.payment(rowId, formatMoney(amountCents), pixKey);
    return before.kind === "file"
      ? text.batch.twiceInFile(line, payment, before.line, before.rowId)
      : text.batch.paidBefore(line, payment, before.reference, before.at);
  });
  if (count > lines.length) lines.push(text.batch.moreOfThem(count - lines.length));
  const message = [text.batch.duplicates(count, DUPLICATE_DAYS), ...lines].join("\n");
  throw new GuardedError(message, { hint: text.batch.duplicatesHint });
}

/** Refuses a file of which the service could not tell a payment from one that was made by hand. */
export function refuseNamesakes(
  { staging, batch }: StagedFile,
  { context: { text }, scope }: { context: Context; scope: string },
): void {
  const { shown, count } = staging.namesakes({ scope, batch, max: SHOWN_MAX });
  if (count === 0) return;
  const lines = shown.map(({ line, rowId }) =>
    text.batch.namesake(line, rowId, `${batch}/${rowId}`),
  );
  if (count > lines.length) lines.push(text.batch.moreOfThem(count - lines.length));
  throw new ServiceError([text.batch.namesakes(count), ...lines].join("\n"), {
    status: 409,
    code: "reference_taken",
    effect: "nothing_sent",
    hint: text.batch.namesakesHint,
  });
}

/** A plan does not change: a file that asks for something else under the same name is refused. */
export function refuseChanges(
  { staging, path }: StagedFile,
  { context, batch }: { context: Context; batch: Batch },
): void {
  const { text, host } = context;
  const { shown, count } = staging.differences(batch, SHOWN_MAX);
  if (count === 0) return;
  const file = relative(host.currentFolder, path);
  const lines = shown.map((one) => {
    switch (one.kind) {
      case "changed":
        return text.batch.changed(
          file,
          one.line,
          one.rowId,
          fieldsThatDiffer(one.planned, one.asked),
        );
      case "added":
        return text.batch.added(file, one.line, one.rowId);
      case "missing":
        return text.batch.gone(one.rowId);
    }
  });
  if (count > lines.length) lines.push(text.batch.moreOfThem(count - lines.length));
  throw new ServiceError([text.batch.differs(batch.batch, count), ...lines].join("\n"), {
    status: 409,
    code: "batch_changed",
    effect: "nothing_sent",
    hint: text.batch.differsHint,
  });
}

function fieldsThatDiffer(
  planned: string,
  asked: string,
): readonly { readonly field: string; readonly planned: string; readonly asked: string }[] {
  const [before, now] = [fieldsOf(planned), fieldsOf(asked)];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names]
    .filter((name) => before[name] !== now[name])
    .map((field) => ({
      field,
      planned: shown(field, before[field]),
      asked: shown(field, now[field]),
    }));
}

function fieldsOf(asked: string): Readonly<Record<string, unknown>> {
  const fields: unknown = JSON.parse(asked);
  return typeof fields === "object" && fields !== null ? { ...fields } : {};
}

function shown(field: string, value: unknown): string {
  const cents = field === "amount" ? fromReais(value) : undefined;
  if (cents !== undefined) return formatMoney(cents);
  return value === undefined ? "-" : typeof value === "string" ? value : JSON.stringify(value);
}
