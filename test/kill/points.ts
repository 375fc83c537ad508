import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { audit, isFinished } from "./audit.ts";
import { clientOf } from "./client.ts";
import { addEachFault } from "./faulty.ts";
import { writePayoutFile } from "./file.ts";
import type { PayoutFile } from "./file.ts";
import { run } from "./program.ts";
import type { Program } from "./program.ts";
import { randomFrom } from "./random.ts";
import { serve } from "./service.ts";
import { Tally } from "./tally.ts";

/** Each of the four losses meets one payment, and one goes well. */
const ROWS = 5;
const EXITS = [0, 8];
const RUNS_MAX = 20;

export interface PointOptions {
  /** The built program. */
  readonly path: string;
  readonly folder: string;
  /** The file `points.cjs`, which is loaded before the program. */
  readonly preload: string;
  /**
   * How often each point is taken. From the second time on the run after it is killed as well, and four
   * payments are under way at once.
   */
  readonly times: number;
  readonly seed: number;
  /** The first point that is taken, and how far it is from each to the next: 1 and 1 are all of them. */
  readonly first: number;
  readonly every: number;
}

/**
 * Kills a run at its first instrumented point, another at its second, and so on until one comes to its end
 * before its point; each goes on until every payment is settled.
 */
export async function killAtPoints(options: PointOptions): Promise<Tally> {
  const { path, folder, preload, times, seed, first, every } = options;
  mkdirSync(folder, { recursive: true });
  const service = await serve(path, join(folder, "service"));
  const tally = new Tally();
  try {
    await addEachFault(service);
    const client = { ...clientOf(service, { path, folder }), preload };
    const random = randomFrom(seed);
    const files: PayoutFile[] = [];
    for (let time = 1; time <= times; time += 1) {
      for (let point = first, killed = true; killed; point += every) {
        service.renewFaults(1);
        const batch = `point-${time}-${point}`;
        const from = files.length * ROWS;
        const file = writePayoutFile(folder, { batch, count: ROWS, from });
        files.push(file);
        tally.payouts += ROWS;
        const again = time === 1 ? 0 : 1 + Math.floor(random() * point);
        const atOnce = time === 1 ? 1 : 4;
        killed = await payWithPoints(file, { client, tally, atOnce, points: [point, again] });
      }
    }
    tally.judge(await audit(files, { client, books: service.books() }));
  } finally {
    await service.stop();
  }
  return tally;
}

/**
 * Runs until all is settled, each of the first runs to its own point; whether the first was killed there.
 */
async function payWithPoints(
  file: PayoutFile,
  {
    client,
    tally,
    atOnce,
    points,
  }: {
    readonly client: Program;
    readonly tally: Tally;
    readonly atOnce: number;
    readonly points: readonly number[];
  },
): Promise<boolean> {
  const flags = ["--concurrency", String(atOnce)];
  const args = ["withdraw", "batch", "run", file.path, ...file.confirmed, ...flags];
  let killed = false;
  for (let count = 0; count < RUNS_MAX; count += 1) {
    const PIX_POINT = String(points[count] ?? 0);
    const ended = await run({ ...client, env: { ...client.env, PIX_POINT } }, args);
    tally.ran(ended, EXITS);
    if (count === 0) killed = ended.signal !== null;
    if (ended.code === 0 && (await isFinished(file, client))) return killed;
  }
  tally.never(`${file.batch} was not settled after ${RUNS_MAX} runs`);
  return killed;
}
