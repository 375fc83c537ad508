import { randomBytes, randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "./cli.ts";
import type { Host } from "./host.ts";
import { InterruptedError } from "./errors.ts";

/** How long a command has, after the first Ctrl-C, to stop in order. */
const STOP_TIMEOUT_MS = 5_000;

/** The only file that touches the process: narrows it to a Host, runs the command, sets the exit code. */
async function main(): Promise<void> {
  const interruption = new AbortController();
  const stop = (signal: "SIGINT" | "SIGTERM"): void => {
    // A second signal, or work that does not end, must still end the process.
    if (interruption.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
    interruption.abort(new InterruptedError(signal));
    setTimeout(() => process.exit(signal === "SIGINT" ? 130 : 143), STOP_TIMEOUT_MS).unref();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // A reader that goes away (`| head`) is no failure; who writes next sees the stream closed.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  process.exitCode = await run(process.argv.slice(2), hostOf(interruption.signal));
}

function hostOf(signal: AbortSignal): Host {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    platform: process.platform,
    home: homedir(),
    currentFolder: process.cwd(),
    userId: process.getuid?.(),
    clock: {
      now: () => new Date(),
      sleep: async (milliseconds, stopped) => {
        await sleep(milliseconds, undefined, { signal: stopped }).catch((error: unknown) => {
          throw stopped.aborted ? stopped.reason : error;
        });
      },
    },
    random: {
      uuid: () => randomUUID(),
      fraction: Math.random,
      bytes: (count) => randomBytes(count),
    },
    signal,
  };
}

void main();
