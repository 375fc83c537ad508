import { spawn } from "node:child_process";
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { clientOf } from "../kill/client.ts";
import { writePayoutFile } from "../kill/file.ts";
import { follow, run } from "../kill/program.ts";
import type { Program, Started } from "../kill/program.ts";
import { payBarely, serveBarely } from "./far-end.ts";

/**
 * `npm run bench` measures what the program itself takes of a payment, and of the memory, and prints a table.
 * Each figure is taken several times, beside what it is compared with, and shown as the least and the median.
 * Words after it name the parts to measure: cost, throughput, slow, plan.
 */
const ROWS = 20_000;
const ROWS_FEW = 2_000;
const ROWS_MANY = 1_000_000;
/** With each of those that are under way at once. */
const ROWS_SLOW = 100;
const ROWS_SLOW_FEW = 20;
const SLOW_MS = 50;
const AT_ONCE = 4;
const BARE_COUNT = 5_000;
const SYNC_COUNT = 1_000;
/** About what a commit adds to the ledger's journal. */
const COMMIT_BYTES = 16_384;
const TIMES = 3;

/** Writes the peak of this process alone: what `getrusage` tells includes the process that began it. */
const PEAK = `process.on("exit", () => {
  const { readFileSync, writeFileSync } = require("node:fs");
  const status = readFileSync("/proc/self/status", "utf8");
  writeFileSync(process.env.PEAK_FILE, /VmHWM:\\s+(\\d+)/.exec(status)[1]);
});`;

interface Measured {
  readonly seconds: number;
  readonly peakKiB: number;
}

class Bench {
  readonly #folder = mkdtempSync(join(tmpdir(), "pix-bench-"));
  readonly #servers: Started[] = [];

  constructor() {
    writeFileSync(join(this.#folder, "peak.cjs"), PEAK);
  }

  /** A server in a process of its own, as a service is. */
  async server(delayMs: number): Promise<string> {
    const args = [process.argv[1] ?? "", "--server", String(delayMs)];
    const server = follow(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }));
    this.#servers.push(server);
    await server.lines(1);
    return server.stdout().trim();
  }

  /** Milliseconds of a bare payment, by a process of its own as well. */
  async bare(url: string): Promise<number> {
    const args = [process.argv[1] ?? "", "--client", url];
    const client = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    return Number((await follow(client).ended).stdout);
  }

  /** Milliseconds that the disk takes for the two writes of a payment, if nothing else is done. */
  twoWrites(): number {
    const file = openSync(join(this.#folder, "synced"), "w");
    const begunAt = performance.now();
    for (let count = 0; count < SYNC_COUNT * 2; count += 1) {
      writeSync(file, Buffer.alloc(COMMIT_BYTES, count));
      fdatasyncSync(file);
    }
    closeSync(file);
    return (performance.now() - begunAt) / SYNC_COUNT;
  }

  async plan(url: string, rows: number): Promise<Measured> {
    const { client, file } = this.#prepare(url, rows);
    return this.#measure(client, ["plan", file.path, "--max-rows", String(rows)]);
  }

  async pay(url: string, rows: number, concurrency = 1): Promise<Measured> {
    const { client, file } = this.#prepare(url, rows);
    await this.#measure(client, ["plan", file.path, "--max-rows", String(rows)]);
    const flags = ["--concurrency", String(concurrency), "--output", "jsonl"];
    return this.#measure(client, ["run", file.batch, ...file.confirmed, ...flags]);
  }

  async end(): Promise<void> {
    for (const { child, ended } of this.#servers) {
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #prepare(url: string, rows: number) {
    const folder = mkdtempSync(join(this.#folder, "home-"));
    const path = resolve("bin/pix.js");
    const client = clientOf({ url, key: "sk_test_bench" }, { path, folder });
    const file = writePayoutFile(folder, { batch: "bench", count: rows });
    return { client, file };
  }

  async #measure(client: Program, args: readonly string[]): Promise<Measured> {
    const peakFile = join(this.#folder, "peak");
    const measured: Program = {
      ...client,
      env: { ...client.env, PEAK_FILE: peakFile },
      preload: join(this.#folder, "peak.cjs"),
    };
    const begunAt = performance.now();
    const { code, stderr } = await run(measured, ["withdraw", "batch", ...args, "--quiet"]);
    const seconds = (performance.now() - begunAt) / 1000;
    if (code !== 0) throw new Error(`pix ${args.join(" ")} ended with ${code}: ${stderr}`);
    return { seconds, peakKiB: Number(readFileSync(peakFile, "utf8")) };
  }
}

async function repeated<T>(work: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (let time = 0; time < TIMES; time += 1) results.push(await work());
  return results;
}

/** The least and the median. */
function summed(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((one, other) => one - other);
  const shown = [sorted[0], sorted[Math.floor(sorted.length / 2)]].map((value) =>
    (value ?? 0).toFixed(digits),
  );
  return shown.join(" | ");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function row(name: string, values: readonly number[], digits = 2): void {
  print(`| ${name} | ${summed(values, digits)} |`);
}

/** What a payment takes, and what of it is neither the service's nor the disk's. */
async function measureCost(bench: Bench): Promise<void> {
  const url = await bench.server(0);
  const costs = await repeated(async () => {
    const bareMs = await bench.bare(url);
    const diskMs = bench.twoWrites();
    const few = await bench.pay(url, ROWS_FEW);
    const all = await bench.pay(url, ROWS);
    const rowMs = msBetween(few, all, ROWS - ROWS_FEW);
    const growth = all.peakKiB / few.peakKiB;
    return { bareMs, diskMs, rowMs, ownMs: rowMs - bareMs, growth, peakKiB: all.peakKiB };
  });
  const rows = (name: string, of: (cost: (typeof costs)[number]) => number, digits = 2): void =>
    row(name, costs.map(of), digits);
  rows("a bare payment, ms", ({ bareMs }) => bareMs);
  rows("two bare writes that reach the disk, ms", ({ diskMs }) => diskMs);
  rows("a payment of a run, one under way, ms", ({ rowMs }) => rowMs);
  rows("of that the program's own, with its two writes, ms", ({ ownMs }) => ownMs);
  rows(`memory of a run, ${ROWS} rows, MiB`, ({ peakKiB }) => peakKiB / 1024, 1);
  rows(`the same over that of ${ROWS_FEW} rows`, ({ growth }) => growth);
}

async function measureThroughput(bench: Bench): Promise<void> {
  const url = await bench.server(0);
  const wide = await repeated(async () => {
    const few = await bench.pay(url, ROWS_FEW, AT_ONCE);
    const all = await bench.pay(url, ROWS, AT_ONCE);
    return 1000 / msBetween(few, all, ROWS - ROWS_FEW);
  });
  row(`payments a second, ${AT_ONCE} under way`, wide, 0);
}

async function measureSlowService(bench: Bench): Promise<void> {
  const url = await bench.server(SLOW_MS);
  for (const concurrency of [1, AT_ONCE]) {
    const slow = await repeated(async () => {
      const few = await bench.pay(url, ROWS_SLOW_FEW * concurrency, concurrency);
      const all = await bench.pay(url, ROWS_SLOW * concurrency, concurrency);
      return msBetween(few, all, ROWS_SLOW - ROWS_SLOW_FEW) / SLOW_MS;
    });
    row(`a service that takes ${SLOW_MS} ms, ${concurrency} under way: time over ideal`, slow);
  }
}

async function measurePlan(bench: Bench): Promise<void> {
  const url = await bench.server(0);
  const small = await bench.plan(url, ROWS);
  const large = await bench.plan(url, ROWS_MANY);
  row(`memory of a plan, ${ROWS} rows, MiB`, [small.peakKiB / 1024], 1);
  row(`memory of a plan, ${ROWS_MANY} rows, MiB`, [large.peakKiB / 1024], 1);
  row("one over the other", [large.peakKiB / small.peakKiB]);
  row(`plan of ${ROWS_MANY} rows, seconds`, [large.seconds], 0);
}

function msBetween(few: Measured, all: Measured, rows: number): number {
  return ((all.seconds - few.seconds) * 1000) / rows;
}

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  cost: measureCost,
  throughput: measureThroughput,
  slow: measureSlowService,
  plan: measurePlan,
};

async function measureAll(bench: Bench, only: readonly string[]): Promise<void> {
  const { model = "?" } = cpus()[0] ?? {};
  print(`${cpus().length} x ${model}, Node ${process.versions.node}, ${new Date().toISOString()}`);
  print("\n| what | least | median |\n|---|---|---|");
  for (const [name, measure] of Object.entries(PARTS)) {
    if (only.length === 0 || only.includes(name)) await measure(bench);
  }
}

const [role, value = ""] = process.argv.slice(2);
if (role === "--server") {
  print(await serveBarely(Number(value)));
} else if (role === "--client") {
  print(String(await payBarely(value, BARE_COUNT)));
} else {
  const bench = new Bench();
  try {
    await measureAll(bench, process.argv.slice(2));
  } finally {
    await bench.end();
  }
}
