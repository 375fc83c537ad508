import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { killAtRandom } from "./kills.ts";
import { killAtPoints } from "./points.ts";
import { raceStarts } from "./races.ts";
import { Tally } from "./tally.ts";

/**
 * `npm run kill -- --kills 1000 --payouts 3000 --seed 11`: kills the built program while it pays, and
 * compares what the service did with what the report says. `--kills 0 --payouts 5000` is one large file
 * under faults, run until it is settled; `--points N` kills at each instrumented point N times; `--races N`
 * starts three runs at once N times. Ends with 1 where anything was paid twice, lost or told wrongly.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "0" },
    payouts: { type: "string", default: "0" },
    points: { type: "string", default: "0" },
    races: { type: "string", default: "0" },
    seed: { type: "string", default: "11" },
    workers: { type: "string", default: "2" },
    program: { type: "string", default: "bin/pix.js" },
  },
});

const ROWS_PER_FILE = 60;
const FAULTS_SHOWN_MAX = 20;

const path = resolve(values.program);
const seed = Number(values.seed);
const workers = Number(values.workers);
const folder = mkdtempSync(join(tmpdir(), "pix-kill-"));

interface Part {
  readonly name: string;
  readonly asked: number;
  readonly work: () => Promise<readonly Tally[]>;
}

const [kills, payouts] = [Number(values.kills), Number(values.payouts)];
const [points, races] = [Number(values.points), Number(values.races)];

const PARTS: readonly Part[] = [
  {
    name: `${kills} kills over ${payouts} payouts, seed ${seed}`,
    asked: kills + payouts,
    work: async () =>
      shared(kills === 0 ? 1 : workers, (worker, count) =>
        killAtRandom({
          ...{ path, folder: join(folder, `kills-${worker}`), seed: seed + worker },
          ...{ kills: Math.ceil(kills / count), payouts: Math.ceil(payouts / count) },
          rowsPerFile: kills === 0 ? payouts : ROWS_PER_FILE,
        }),
      ),
  },
  {
    name: `each point killed ${points} times`,
    asked: points,
    work: async () =>
      shared(workers, (worker, count) =>
        killAtPoints({
          ...{ path, folder: join(folder, `points-${worker}`), seed: seed + worker },
          preload: resolve("test/kill/points.cjs"),
          ...{ times: points, first: worker + 1, every: count },
        }),
      ),
  },
  {
    name: `three starts at once, ${races} times`,
    asked: races,
    work: async () => [await raceStarts({ path, folder: join(folder, "races"), rounds: races })],
  },
];

async function shared(
  count: number,
  work: (worker: number, count: number) => Promise<Tally>,
): Promise<readonly Tally[]> {
  return Promise.all(Array.from({ length: count }, (_, worker) => work(worker, count)));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function show(name: string, tally: Tally, seconds: number): void {
  const { payouts, runs, kills, double, lost, wrong, exits } = tally;
  print(`\n${name}`);
  const rows: readonly (readonly [string, string | number])[] = [
    ["payouts", payouts],
    ["runs", runs],
    ["killed", kills],
    ...[...exits].toSorted(([one], [other]) => one.localeCompare(other)),
    ["paid twice", double.length],
    ["lost", lost.length],
    ["told wrongly", wrong.length],
    ["seconds", seconds.toFixed(0)],
  ];
  for (const [label, value] of rows) print(`${label.padEnd(20)}${String(value).padStart(8)}`);
  for (const fault of tally.faults.slice(0, FAULTS_SHOWN_MAX)) print(`!! ${fault}`);
}

let faults = 0;
try {
  for (const { name, asked, work } of PARTS) {
    if (asked === 0) continue;
    const begunAt = performance.now();
    const whole = new Tally();
    for (const tally of await work()) whole.add(tally);
    show(name, whole, (performance.now() - begunAt) / 1000);
    faults += whole.faults.length;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;
