import { closeSync, fdatasyncSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ran } from "./command.ts";
import type { Command } from "./command.ts";
import { bodyOfPayment } from "./far-end.ts";
import { environment, programNamed } from "./place.ts";
import type { Place } from "./place.ts";

/** What a payment is compared with: the same request, or the same writes, and nothing else. */

const PAYMENTS = 5_000;
const WRITES = 1_000;
/** About what a commit adds to the ledger's journal. */
const COMMIT_BYTES = 16_384;

/** Milliseconds that each of so many bare payments adds, by a process of its own, so many at once. */
export function barePaymentMs(
  place: Place,
  { url, count = PAYMENTS, atOnce = 1 }: { url: string; count?: number; atOnce?: number },
): number {
  const args = [process.argv[1] ?? "", "pay", url, String(count), String(atOnce)];
  const proves = (stdout: string): boolean => Number(stdout) > 0;
  const env = environment(place.folder);
  return Number(ran({ name: "bare payments", file: place.node, args, env, proves }).stdout);
}

/** Milliseconds that the disk takes for the two writes of a payment, if nothing else is done. */
export function twoWritesMs(place: Place): number {
  const file = openSync(join(place.folder, "synced"), "w");
  const begunAt = performance.now();
  for (let count = 0; count < WRITES * 2; count += 1) {
    writeSync(file, Buffer.alloc(COMMIT_BYTES, count));
    fdatasyncSync(file);
  }
  closeSync(file);
  return (performance.now() - begunAt) / WRITES;
}

/** So many payments by curl, which keeps no record; undefined where the machine has none. */
export function curlInParallel(
  place: Place,
  { url, rows, atOnce }: { readonly url: string; readonly rows: number; readonly atOnce: number },
): Command | undefined {
  const file = programNamed("curl");
  if (file === undefined) return undefined;
  const config = join(place.folder, "curl.txt");
  const requests = Array.from({ length: rows }, (_, index) => requestOf(url, index));
  writeFileSync(config, requests.join("next\n"));
  const args = ["--parallel", "--parallel-max", String(atOnce), "--no-progress-meter"];
  return {
    ...{ name: "`curl --parallel`", file, args: [...args, "--config", config] },
    env: environment(place.folder),
    outputFile: join(place.folder, "curl-said"),
    proves: (stdout) => stdout === "201\n".repeat(rows),
  };
}

function requestOf(url: string, index: number): string {
  const lines = [
    ["url", `${url}/withdrawals`],
    ["header", "content-type: application/json"],
    ["header", "authorization: Bearer sk_test_bench"],
    ["header", `idempotency-key: bench-${index}`],
    ["data", bodyOfPayment(index)],
    ["output", "/dev/null"],
    ["write-out", String.raw`%{http_code}\n`],
  ] as const;
  return lines.map(([name, value]) => `${name} = ${quoted(value)}\n`).join("");
}

/** As a config file of curl reads it: a backslash stands before a quote, and `\n` ends a line. */
function quoted(value: string): string {
  return `"${value.replaceAll('"', String.raw`\"`)}"`;
}
