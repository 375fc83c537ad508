import { join } from "node:path";
import { clientOf } from "../kill/client.ts";
import { writePayoutFile } from "../kill/file.ts";
import type { Command } from "./command.ts";
import type { Place } from "./place.ts";

/** How many the command line lets be under way at once; more are paid by the same code, called past it. */
const AT_ONCE_MAX = 4;

/** Said of each payment that the service has taken. */
const ACCEPTED = '"state":"accepted"';

export interface Paying {
  readonly url: string;
  readonly rows: number;
  /** Payments under way at once. */
  readonly atOnce: number;
}

export interface Taken {
  readonly seconds: number;
  readonly peakMiB: number;
}

/** Plans a file of so many payments in a home of its own. */
export function plan(place: Place, { url, rows }: Pick<Paying, "url" | "rows">): Taken {
  const { planning } = prepared(place, { url, rows });
  return takenBy(place, planning);
}

/** Plans a file, which is not counted, and pays it. */
export function pay(place: Place, paying: Paying): Taken {
  const { planning, env, file, proves, outputFile } = prepared(place, paying);
  takenBy(place, planning);
  const { atOnce, rows } = paying;
  const name = `paying ${rows} with ${atOnce} under way`;
  const words = ["withdraw", "batch", "run", file.batch, ...file.confirmed];
  const flags = ["--concurrency", String(atOnce), "--output", "jsonl", "--quiet"];
  const args =
    atOnce <= AT_ONCE_MAX
      ? [place.program, ...words, ...flags]
      : [process.argv[1] ?? "", "run", file.batch, String(atOnce)];
  return takenBy(place, { name, file: place.node, args, env, proves, outputFile });
}

function prepared(place: Place, { url, rows }: Pick<Paying, "url" | "rows">) {
  const folder = place.home();
  const { env: own } = clientOf({ url, key: "sk_test_bench" }, { path: place.program, folder });
  const env = { PATH: process.env["PATH"] ?? "", ...own };
  const file = writePayoutFile(folder, { batch: "bench", count: rows });
  const args = ["withdraw", "batch", "plan", file.path, "--max-rows", String(rows), "--quiet"];
  const planning: Command = {
    ...{ name: `planning ${rows}`, file: place.node, args: [place.program, ...args], env },
    proves: (stdout) => stdout.includes(String(rows)),
  };
  const outputFile = join(folder, "output");
  const proves = (stdout: string): boolean => stdout.split(ACCEPTED).length - 1 === rows;
  return { planning, env, file, proves, outputFile };
}

function takenBy(place: Place, command: Command): Taken {
  const { ms, peakMiB } = place.withPeak(command);
  return { seconds: ms / 1000, peakMiB };
}
