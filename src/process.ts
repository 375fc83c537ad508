import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";
import type { Declared } from "./cli/line.ts";
import { InterruptedError, LocalError } from "./errors.ts";
import { guessedFlags } from "./flags.ts";
import type { Host } from "./host.ts";
import { run } from "./run.ts";
import { beReadyToTell } from "./terminal/ready.ts";
import { isReaderGone, unwritten } from "./terminal/stream.ts";
import { en } from "./text/en.ts";

/** How large the space of young objects is in a run that makes many: several pages of a list fit in it. */
const YOUNG_BYTES = 2 * 1024 * 1024;
const HEAP_LOOK_MS = 50;

/** How long a run takes before it counts as one that may see the program replaced under it. */
const READY_TO_TELL_MS = 300;

/** How long a command has, after the first Ctrl-C, to stop in order. */
const STOP_TIMEOUT_MS = 5_000;

/** Narrows the process to a Host, runs the command line, sets the exit code. */
export async function runProcess(declared: Declared): Promise<void> {
  const interruption = new AbortController();
  let listener: ((reason: InterruptedError) => void) | undefined;
  const stop = (signal: "SIGINT" | "SIGTERM"): void => {
    if (listener !== undefined) {
      const tell = listener;
      listener = undefined;
      tell(new InterruptedError(signal));
      return;
    }
    // A second signal, or work that does not end, must still end the process.
    if (interruption.signal.aborted) process.exit(signal === "SIGINT" ? 130 : 143);
    interruption.abort(new InterruptedError(signal));
    setTimeout(() => process.exit(signal === "SIGINT" ? 130 : 143), STOP_TIMEOUT_MS).unref();
  };
  const onStop: Host["onStop"] = (told) => {
    listener = told;
    return () => {
      listener = undefined;
    };
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // Without a listener a reader that goes away, or a full disk, would crash the process; `run` tells of it.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  boundHeap();
  setTimeout(() => void stayReady(), READY_TO_TELL_MS).unref();
  process.exitCode = await run(
    process.argv.slice(2),
    hostOf(interruption.signal, onStop),
    declared,
  );
}

/** Where an update came first the run may still end well: nothing has failed yet. */
async function stayReady(): Promise<void> {
  await beReadyToTell(en).catch(() => undefined);
}

/** Help or the version that could not be written is told like any output, unless its reader has gone. */
export async function tellUnwritten(error: Error): Promise<void> {
  if (isReaderGone(error)) return;
  const { report } = await import("./terminal/report.ts");
  const flags = guessedFlags(process.argv.slice(2));
  process.exitCode = await report(unwritten(error, en), { host: process, text: en, flags });
}

function hostOf(signal: AbortSignal, onStop: Host["onStop"]): Host {
  return {
    // To open standard input takes time, and most commands never look at it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    platform: process.platform,
    nodeVersion: process.versions.node,
    home: homeFolder(),
    get currentFolder() {
      return currentFolder();
    },
    userId: process.getuid?.(),
    clock: {
      now: () => new Date(),
      elapsed: () => performance.now(),
      sleep: async (milliseconds, stopped) => {
        const { setTimeout: sleep } = await import("node:timers/promises");
        await sleep(milliseconds, undefined, { signal: stopped }).catch((error: unknown) => {
          throw stopped.aborted ? stopped.reason : error;
        });
      },
    },
    // Loaded when it is first needed: that takes a tenth of a short command's time.
    random: {
      uuid: () => process.getBuiltinModule("node:crypto").randomUUID(),
      fraction: Math.random,
      bytes: (count) => process.getBuiltinModule("node:crypto").randomBytes(count),
    },
    signal,
    onStop,
  };
}

/** An empty HOME would put what must not be forgotten wherever its user happens to be. */
function homeFolder(): string {
  const home = homedir();
  return isAbsolute(home) ? home : userInfo().homedir;
}

/** Asked for only where a path begins there: it may have been removed. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const { message, hint } = en.errors.noCurrentFolder;
    throw new LocalError(message, { hint, cause: error });
  }
}

/**
 * V8 lets a run that makes much garbage keep much of it: young objects get up to 48 MiB, and the old
 * ones grow by halves before they are looked through. A list of two thousand pages would take half as
 * much memory again as one of twenty. These two flags V8 still reads while it runs; with both the two
 * lists take the same.
 */
function boundHeap(): void {
  const timer = setInterval(() => void boundNow(timer), HEAP_LOOK_MS);
  timer.unref();
}

async function boundNow(timer: NodeJS.Timeout): Promise<void> {
  const { getHeapSpaceStatistics, setFlagsFromString } = await import("node:v8");
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  if (young === undefined || young.space_size < YOUNG_BYTES) return;
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--optimize-for-size");
  clearInterval(timer);
}
