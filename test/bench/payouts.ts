import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { clientOf } from "../kill/client.ts";
import { writePayoutFile } from "../kill/file.ts";
import { follow, run } from "../kill/program.ts";
import type { Program, Started } from "../kill/program.ts";
import { payBarely, serveBarely } from "./far-end.ts";

/**
 * `npm run bench` measures what the program itself takes of a payment, and of the memory, and prints a table.
 * Each figure is taken several times, beside what it is compared with, and shown as the best and the median.
 */
const ROWS = 20_000;
const ROWS_FEW = 2_000;
const ROWS_MANY = 1_000_000;
const ROWS_SLOW = 400;
const SLOW_MS = 50;
const AT_ONCE = 4;
const BARE_COUNT = 5_000;
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

  async plan(rows: number): Promise<Measured> {
    const { client, file } = this.#prepare("http://127.0.0.1:9/v1", rows);
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

/** The best and the median, the best being the least. */
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

async function measureAll(bench: Bench): Promise<void> {
  const { model = "?" } = cpus()[0] ?? {};
  print(
    `${cpus().length} x ${model}, Node ${process.versions.node}, ${new Date().toISOString()}\n`,
  );
  print("| what | best | median |\n|---|---|---|");
  const url = await bench.server(0);
  const costs = await repeated(async () => {
    const bareMs = await bench.bare(url);
    const few = await bench.pay(url, ROWS_FEW);
    const all = await bench.pay(url, ROWS);
    const rowMs = ((all.seconds - few.seconds) * 1000) / (ROWS - ROWS_FEW);
    return { bareMs, rowMs, ownMs: rowMs - bareMs, growth: all.peakKiB / few.peakKiB, ...all };
  });
  const row = (name: string, values: readonly number[], digits = 2): void =>
    print(`| ${name} | ${summed(values, digits)} |`);
  row(
    "a bare payment, ms",
    costs.map(({ bareMs }) => bareMs),
  );
  row(
    "a payment of a run, one under way, ms",
    costs.map(({ rowMs }) => rowMs),
  );
  row(
    "of that the program's own, both durable writes included, ms",
    costs.map(({ ownMs }) => ownMs),
  );
  row(
    `memory of a run, ${ROWS} rows, MiB`,
    costs.map(({ peakKiB }) => peakKiB / 1024),
    1,
  );
  row(
    `the same over that of ${ROWS_FEW} rows`,
    costs.map(({ growth }) => growth),
  );
  const wide = await repeated(async () => {
    const few = await bench.pay(url, ROWS_FEW, AT_ONCE);
    const all = await bench.pay(url, ROWS, AT_ONCE);
    return ((all.seconds - few.seconds) * 1000) / (ROWS - ROWS_FEW);
  });
  row(`a payment with ${AT_ONCE} under way, ms`, wide);
  const far = await bench.server(SLOW_MS);
  for (const concurrency of [1, AT_ONCE]) {
    const slow = await repeated(async () =>
      bench.pay(far, (ROWS_SLOW / 4) * concurrency, concurrency),
    );
    const idealSeconds = ((ROWS_SLOW / 4) * SLOW_MS) / 1000;
    const name = `a service that takes ${SLOW_MS} ms, ${concurrency} under way: wall over ideal`;
    row(
      name,
      slow.map(({ seconds }) => seconds / idealSeconds),
    );
  }
  const small = await bench.plan(ROWS);
  const large = await bench.plan(ROWS_MANY);
  row(`plan of ${ROWS} rows, MiB`, [small.peakKiB / 1024], 1);
  row(`plan of ${ROWS_MANY} rows, MiB`, [large.peakKiB / 1024], 1);
  row("one over the other", [large.peakKiB / small.peakKiB]);
  row(`plan of ${ROWS_MANY} rows, seconds`, [large.seconds], 0);
}

const [role, value = ""] = process.argv.slice(2);
if (role === "--server") {
  print(await serveBarely(Number(value)));
} else if (role === "--client") {
  print(String(await payBarely(value, BARE_COUNT)));
} else {
  const bench = new Bench();
  try {
    await measureAll(bench);
  } finally {
    await bench.end();
  }
}
