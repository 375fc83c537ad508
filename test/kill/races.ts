import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { audit } from "./audit.ts";
import { clientOf } from "./client.ts";
import { writePayoutFile } from "./file.ts";
import type { PayoutFile } from "./file.ts";
import { openGate } from "./gate.ts";
import type { Gate } from "./gate.ts";
import { start } from "./program.ts";
import type { Program, Started } from "./program.ts";
import { serve } from "./service.ts";
import { Tally } from "./tally.ts";

const ROWS = 4;
const AT_ONCE = 3;
const BUSY = 75;
/** The longest that a run may take to find that another one has begun, on the slowest of machines. */
const LOSERS_TIMEOUT_MS = 60_000;

export interface RaceOptions {
  /** The built program. */
  readonly path: string;
  readonly folder: string;
  readonly rounds: number;
}

/**
 * Starts three runs of one file at the same moment, again and again. The first to send waits for its answer
 * until the others have ended, so that speed decides nothing.
 */
export async function raceStarts({ path, folder, rounds }: RaceOptions): Promise<Tally> {
  mkdirSync(folder, { recursive: true });
  const service = await serve(path, join(folder, "service"));
  const gate = await openGate(service.url);
  const tally = new Tally();
  try {
    const client = clientOf({ url: gate.url, key: service.key }, { path, folder });
    const files: PayoutFile[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const from = files.length * ROWS;
      const file = writePayoutFile(folder, { batch: `race-${round}`, count: ROWS, from });
      files.push(file);
      tally.payouts += ROWS;
      await race(file, { client, gate, tally });
      if (tally.faults.length > 0) break;
    }
    tally.judge(await audit(files, { client, books: service.books() }));
  } finally {
    gate.open();
    await gate.close();
    await service.stop();
  }
  return tally;
}

async function race(
  file: PayoutFile,
  { client, gate, tally }: { readonly client: Program; readonly gate: Gate; readonly tally: Tally },
): Promise<void> {
  const before = gate.arrived();
  gate.holdFrom(before + 1);
  const args = ["withdraw", "batch", "run", file.path, ...file.confirmed];
  const runs = Array.from({ length: AT_ONCE }, () => start(client, args));
  const all = Promise.all(runs.map(({ ended }) => ended));
  const inTime = await endedBut(1, runs);
  if (!inTime) tally.never(`${file.batch}: more than one run went on`);
  await Promise.race([gate.reached(before + 1), all]);
  if (gate.arrived() > before + 1) tally.never(`${file.batch}: more than one run sends`);
  gate.open();
  const ended = await all;
  for (const one of ended) tally.ran(one, [0, BUSY]);
  const codes = ended.map(({ code }) => code).toSorted();
  if (codes.join(" ") !== `0 ${BUSY} ${BUSY}`) {
    tally.never(`${file.batch}: the three ended with ${codes.join(", ")}`);
  }
}

/** Whether all but so many ended before the time was over. */
async function endedBut(count: number, runs: readonly Started[]): Promise<boolean> {
  const stopped = new AbortController();
  let left = runs.length;
  const enough = new Promise<boolean>((resolve) => {
    for (const { child } of runs) {
      child.once("close", () => {
        left -= 1;
        if (left <= count) resolve(true);
      });
    }
  });
  const late = sleep(LOSERS_TIMEOUT_MS, false, { signal: stopped.signal }).catch(() => false);
  const inTime = await Promise.race([enough, late]);
  stopped.abort();
  return inTime;
}
