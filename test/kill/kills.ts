import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { audit, isFinished } from "./audit.ts";
import { clientOf } from "./client.ts";
import { addFaults } from "./faulty.ts";
import { writePayoutFile } from "./file.ts";
import type { PayoutFile } from "./file.ts";
import { start } from "./program.ts";
import type { Ended, Program, Started } from "./program.ts";
import { randomFrom } from "./random.ts";
import { serve } from "./service.ts";
import { Tally } from "./tally.ts";

/**
 * How a run of a batch may end by itself: all is well, an outcome is unknown for now, somebody cannot be
 * paid.
 */
const EXITS = [0, 8, 11];
/** How often a file may be run again without a kill; then it never ends. */
const RUNS_MAX = 60;
/** The share of the kills that come while the program starts and reads its file. */
const EARLY = 0.15;
/** How long after a line of the output a kill comes, at most. */
const LATE_MS_MAX = 15;
/** How many payments are under way at once, by chance. */
const AT_ONCE = ["1", "4"];

export interface KillOptions {
  /** The built program. */
  readonly path: string;
  readonly folder: string;
  readonly payouts: number;
  readonly kills: number;
  readonly seed: number;
  readonly rowsPerFile: number;
}

/**
 * Pays files against a service that fails, and kills the payer at random moments, until there were so many
 * kills and every payment is settled. The moments follow the seed; what they meet does not.
 */
export async function killAtRandom(options: KillOptions): Promise<Tally> {
  const { path, folder, payouts, kills, seed, rowsPerFile } = options;
  mkdirSync(folder, { recursive: true });
  const service = await serve(path, join(folder, "service"));
  const tally = new Tally();
  try {
    await addFaults(service, seed);
    const client = clientOf(service, { path, folder });
    const random = randomFrom(seed);
    const files: PayoutFile[] = [];
    while (tally.payouts < payouts || tally.kills < kills) {
      const left = Math.max(payouts - tally.payouts, 0);
      const count = left === 0 ? rowsPerFile : Math.min(rowsPerFile, left);
      const batch = `kill-${files.length + 1}`;
      const file = writePayoutFile(folder, { batch, count, from: tally.payouts, odd: true });
      files.push(file);
      // As many rows to a kill as there are left of both.
      const rowsPerKill = Math.max(left, count) / Math.max(kills - tally.kills, 1);
      await payWithKills(file, { client, random, tally, kills, rowsPerKill });
      tally.payouts += count;
    }
    tally.judge(await audit(files, { client, books: service.books() }));
  } finally {
    await service.stop();
  }
  return tally;
}

interface Killing {
  readonly client: Program;
  readonly random: () => number;
  readonly tally: Tally;
  readonly kills: number;
  readonly rowsPerKill: number;
}

async function payWithKills(file: PayoutFile, killing: Killing): Promise<void> {
  const { client, tally, kills, random } = killing;
  const args = ["withdraw", "batch", "run", file.path, ...file.confirmed, "--output", "jsonl"];
  for (let unkilled = 0; unkilled < RUNS_MAX;) {
    const atOnce = AT_ONCE[Math.floor(random() * AT_ONCE.length)] ?? "1";
    const running = start(client, [...args, "--concurrency", atOnce]);
    if (tally.kills < kills) await killLater(running, killing);
    const ended = await running.ended;
    tally.ran(ended, EXITS);
    if (ended.signal !== null) continue;
    unkilled += 1;
    if (isOver(ended) && (await isFinished(file, client))) return;
  }
  tally.never(`${file.batch} was not settled after ${RUNS_MAX} runs`);
}

function isOver({ code }: Ended): boolean {
  return code !== 8;
}

/**
 * Kills it while it starts, or some payments later: often between a send and its answer, which are most of
 * its time.
 */
async function killLater(running: Started, { random, rowsPerKill, tally }: Killing): Promise<void> {
  const { child, lines, ended } = running;
  const bornAt = performance.now();
  if (random() < EARLY) {
    await Promise.race([sleep(random() * tally.startMs), ended]);
  } else {
    const rows = Math.floor(-Math.log(1 - random()) * rowsPerKill);
    if (!(await lines(1))) return;
    tally.started(performance.now() - bornAt);
    if (!(await lines(1 + rows))) return;
    await Promise.race([sleep(random() * LATE_MS_MAX), ended]);
  }
  child.kill("SIGKILL");
}
