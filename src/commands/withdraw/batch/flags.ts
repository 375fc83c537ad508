import type { Context } from "../../../context.ts";
import { parseDuration } from "../../../domain/duration.ts";
import type { ProfileLimits } from "../../../profiles/profile.ts";
import type { Text } from "../../../text/text.ts";
import { Problems, readAmount, readCount } from "../../../values.ts";
import type { Reader } from "../../../values.ts";

/** The flags of everything that reads a file. */
export interface PlanFlags {
  readonly batch?: string;
  readonly maxRows?: string;
  readonly allowDuplicates?: boolean;
}

/** The flags of everything that pays. */
export interface PayFlags {
  readonly expectCount?: string;
  readonly expectTotal?: string;
  readonly concurrency?: string;
  readonly limitWithdrawal?: string;
  readonly limitRun?: string;
  readonly limitDay?: string;
  readonly lockWait?: string;
  readonly approval?: string;
  readonly allowDuplicates?: boolean;
}

/** How a file is to be read. */
export interface PlanWanted {
  /** The batch's name; that of the file where none was given. */
  readonly batch: string | undefined;
  readonly rowsMax: number;
  readonly allowDuplicates: boolean;
}

/** What a run was told to keep to. */
export interface PayWanted {
  /** What a script says that the plan holds; both, or none. */
  readonly expected: { readonly count: number; readonly totalCents: number } | undefined;
  readonly concurrency: number;
  /** Only lower than the profile's. */
  readonly limits: ProfileLimits;
  /** How long another run of the same store is waited for. */
  readonly lockWaitMs: number;
  /** A file with the approval, in place of the one beside the plan's own file. */
  readonly approval: string | undefined;
  readonly allowDuplicates: boolean;
}

const ROWS_MAX_DEFAULT = 5_000;
const CONCURRENCY_MAX = 4;
const BATCH_CHARACTERS_MAX = 64;
/** The service's name of a payment is `batch/id`. */
const BATCH_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export function readPlanFlags(flags: PlanFlags, problems: Problems): PlanWanted {
  return {
    batch: problems.read("--batch", flags.batch, readBatchName),
    rowsMax: problems.read("--max-rows", flags.maxRows, readCount) ?? ROWS_MAX_DEFAULT,
    allowDuplicates: flags.allowDuplicates === true,
  };
}

/** Both flags for a plan, and the flags for a run, everything that is wrong in one error. */
export function readRunFlags(
  flags: PlanFlags & PayFlags,
  { text }: Pick<Context, "text">,
): { readonly plan: PlanWanted; readonly pay: PayWanted } {
  const problems = new Problems(text);
  const plan = readPlanFlags(flags, problems);
  const pay = readPayFlags(flags, { problems, text });
  problems.raise();
  return { plan, pay };
}

function readPayFlags(
  flags: PayFlags,
  { problems, text }: { readonly problems: Problems; readonly text: Text },
): PayWanted {
  const limit = (name: string, given: string | undefined): number | undefined =>
    problems.read(name, given, readAmount);
  const withdrawalCentsMax = limit("--limit-withdrawal", flags.limitWithdrawal);
  const runCentsMax = limit("--limit-run", flags.limitRun);
  const dayCentsMax = limit("--limit-day", flags.limitDay);
  return {
    expected: readExpected(flags, { problems, text }),
    concurrency: problems.read("--concurrency", flags.concurrency, readConcurrency) ?? 1,
    limits: {
      ...(withdrawalCentsMax === undefined ? {} : { withdrawalCentsMax }),
      ...(runCentsMax === undefined ? {} : { runCentsMax }),
      ...(dayCentsMax === undefined ? {} : { dayCentsMax }),
    },
    lockWaitMs: problems.read("--lock-wait", flags.lockWait, readWait) ?? 0,
    approval: flags.approval,
    allowDuplicates: flags.allowDuplicates === true,
  };
}

/** A count without a total, or a total without a count, is half an agreement. */
export function readExpected(
  flags: Pick<PayFlags, "expectCount" | "expectTotal">,
  { problems, text }: { readonly problems: Problems; readonly text: Text },
): PayWanted["expected"] {
  const count = problems.read("--expect-count", flags.expectCount, readCount);
  const totalCents = problems.read("--expect-total", flags.expectTotal, readAmount);
  if ((flags.expectCount === undefined) !== (flags.expectTotal === undefined)) {
    problems.add(text.batch.expectBoth);
  }
  return count === undefined || totalCents === undefined ? undefined : { count, totalCents };
}

export const readBatchName: Reader<string> = (given, text) =>
  BATCH_NAME.test(given) && given.length <= BATCH_CHARACTERS_MAX
    ? { ok: true, value: given }
    : { ok: false, problem: text.batch.name(given, BATCH_CHARACTERS_MAX) };

const readConcurrency: Reader<number> = (given, text) => {
  const count = /^\d$/.test(given) ? Number(given) : 0;
  return count >= 1 && count <= CONCURRENCY_MAX
    ? { ok: true, value: count }
    : { ok: false, problem: text.batch.concurrency(given, CONCURRENCY_MAX) };
};

const readWait: Reader<number> = (given, text) => {
  const parsed = parseDuration(given);
  return parsed.ok ? parsed : { ok: false, problem: text.profiles.wait(given) };
};
