import type { Staging, StagedPayout } from "../ledger/staging.ts";
import type { Profile } from "../profiles/store.ts";
import { readPayoutRows } from "./file/rows.ts";
import type { FileProblem, FileRow, PayoutFileFormat } from "./file/rows.ts";
import { plannedPayout } from "./planned.ts";

/** A fault of the file, or an id that stands in it twice. */
export type PlanProblem =
  | FileProblem
  | {
      readonly line: number;
      readonly column: number;
      readonly problem: {
        readonly kind: "repeated_id";
        readonly id: string;
        readonly first: number;
      };
    };

export interface Gathered {
  /** How many payments were gathered. */
  readonly rows: number;
  /** The first faults, in the order of the file. */
  readonly problems: readonly PlanProblem[];
  readonly problemCount: number;
  /** There are more rows than may be read; the rest was not looked at. */
  readonly tooMany: boolean;
}

/**
 * Reads a payout file to its end, and lays its payments into the staging. A chunk of the file is in memory at
 * a time; of its faults, the first `problemsMax`.
 */
export async function gather(
  chunks: AsyncIterable<Uint8Array>,
  options: {
    readonly format: PayoutFileFormat;
    readonly staging: Staging;
    readonly scope: string;
    readonly batch: string;
    readonly profile: Pick<Profile, "name" | "fields">;
    readonly rowsMax: number;
    readonly problemsMax: number;
  },
): Promise<Gathered> {
  const { format, staging, rowsMax, problemsMax } = options;
  const problems: PlanProblem[] = [];
  let problemCount = 0;
  let rows = 0;
  const note = (found: readonly PlanProblem[]): void => {
    problemCount += found.length;
    problems.push(...found.slice(0, Math.max(0, problemsMax - problems.length)));
  };
  for await (const items of readPayoutRows(chunks, format)) {
    const good: FileRow[] = [];
    for (const item of items) {
      if (item.ok) good.push(item.row);
      else note(item.problems);
    }
    rows += items.length;
    if (rows > rowsMax) return { rows, problems, problemCount, tooMany: true };
    const repeated = staging.add(good.map((row) => stagedOf(row, options)));
    for (const { line, rowId: id, first } of repeated) {
      note([{ line, column: 1, problem: { kind: "repeated_id", id, first } }]);
    }
  }
  problems.sort((one, other) => one.line - other.line || one.column - other.column);
  return { rows, problems, problemCount, tooMany: false };
}

function stagedOf(
  { line, id, amountCents, pixKey, description }: FileRow,
  {
    scope,
    batch,
    profile,
  }: { scope: string; batch: string; profile: Pick<Profile, "name" | "fields"> },
): StagedPayout {
  const wanted = { amountCents, pixKey, description };
  const place = { scope, batch, rowId: id };
  return { ...plannedPayout(wanted, { place, profile }), line };
}
