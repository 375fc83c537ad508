import { isRefused } from "./file.ts";
import type { PayoutFile } from "./file.ts";
import { run } from "./program.ts";
import type { Program } from "./program.ts";
import type { Books, Withdrawal } from "./service.ts";

/** Every way in which money, or what is told of it, went wrong; each a sentence. */
export interface Verdict {
  /** Payments that the service made more than once. */
  readonly double: readonly string[];
  /** Payments that are neither made nor refused. */
  readonly lost: readonly string[];
  /** What the report, or the balance, says otherwise than the service. */
  readonly wrong: readonly string[];
}

/** A payment as `report --json` tells it. */
interface Told {
  readonly id: string;
  readonly state: string;
  readonly amount: number;
  readonly withdrawal_id: string | null;
}

/**
 * Compares what the service holds with the files that were paid, and with the report of each, to the
 * centavo.
 */
export async function audit(
  files: readonly PayoutFile[],
  { client, books }: { readonly client: Program; readonly books: Books },
): Promise<Verdict> {
  const double: string[] = [];
  const lost: string[] = [];
  const wrong: string[] = [];
  const made = byReference(books.withdrawals);
  for (const file of files) {
    const told = await report(file, client);
    if (told.size !== file.rows.length) wrong.push(`${file.batch}: ${told.size} rows are told`);
    for (const row of file.rows) {
      const name = `${file.batch}/${row.id}`;
      const withdrawals = made.get(name) ?? [];
      made.delete(name);
      if (withdrawals.length > 1) double.push(`${name}: paid ${withdrawals.length} times`);
      const said = told.get(row.id);
      const sentence = faultOf(withdrawals[0], said, row);
      if (withdrawals.length === 0 && !isRefused(row)) lost.push(`${name}: ${said?.state}`);
      else if (sentence !== undefined) wrong.push(`${name}: ${sentence}`);
    }
  }
  for (const name of made.keys()) wrong.push(`${name}: nobody asked for it`);
  return { double, lost, wrong: [...wrong, ...faultsOfBalance(books)] };
}

/** Whether a run has left nothing to be done; a refusal is an end as well. */
export async function isFinished(file: PayoutFile, client: Program): Promise<boolean> {
  const told = await report(file, client);
  return file.rows.every(({ id }) => SETTLED.has(told.get(id)?.state ?? ""));
}

const SETTLED: ReadonlySet<string> = new Set(["accepted", "paid", "failed", "refused"]);

export async function report(
  { batch }: Pick<PayoutFile, "batch">,
  client: Program,
): Promise<ReadonlyMap<string, Told>> {
  const { code, stdout, stderr } = await run(client, [
    ...["withdraw", "batch", "report", batch, "--json"],
  ]);
  if (code !== 0) throw new Error(`the report of ${batch} ended with ${code}: ${stderr}`);
  const { data } = JSON.parse(stdout) as { readonly data: readonly Told[] };
  return new Map(data.map((told) => [told.id, told]));
}

/** How what is told of a payment differs from what the service did. */
function faultOf(
  made: Withdrawal | undefined,
  told: Told | undefined,
  row: PayoutFile["rows"][number],
): string | undefined {
  if (told === undefined) return "is not told of";
  if (Math.round(told.amount * 100) !== row.amountCents) return `told as ${told.amount}`;
  if (!SETTLED.has(told.state)) return `told as ${told.state} at the end`;
  if (made === undefined) return told.state === "refused" ? undefined : `told as ${told.state}`;
  if (made.amountCents !== row.amountCents) return `paid with ${made.amountCents} centavos`;
  if (told.state === "refused") return "told as refused, and was paid";
  if (told.withdrawal_id !== made.id) return `told as ${told.withdrawal_id}, and is ${made.id}`;
  const final = told.state === "paid" || told.state === "failed";
  if (final && told.state !== made.status) return `told as ${told.state}, and is ${made.status}`;
  return undefined;
}

function byReference(withdrawals: readonly Withdrawal[]): Map<string, Withdrawal[]> {
  const groups = new Map<string, Withdrawal[]>();
  for (const withdrawal of withdrawals) {
    groups.set(withdrawal.reference, [...(groups.get(withdrawal.reference) ?? []), withdrawal]);
  }
  return groups;
}

/** The money itself: what is gone from the balance is what the withdrawals came to. */
function faultsOfBalance(books: Books): readonly string[] {
  const { withdrawals, startCents, availableCents, blockedCents } = books;
  const sum = (...states: readonly string[]): number =>
    withdrawals
      .filter(({ status }) => states.includes(status))
      .reduce((cents, { amountCents }) => cents + amountCents, 0);
  const open = sum("pending", "processing");
  const faults: string[] = [];
  if (startCents - availableCents !== open + sum("paid")) {
    faults.push(`${startCents - availableCents} centavos are gone, not ${open + sum("paid")}`);
  }
  if (blockedCents !== open) faults.push(`${blockedCents} centavos are held, not ${open}`);
  return faults;
}
