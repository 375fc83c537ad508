import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";

/** One run of the built program, as a process of its own. */
export interface Ended {
  /** The exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has printed so far. */
  readonly stdout: () => string;
  /** Resolves when so many lines were printed; false where it ended before. */
  lines(count: number): Promise<boolean>;
  /** Resolves when the words were said on stderr; false where it ended before. */
  said(words: string): Promise<boolean>;
}

/** Where the program lies, and with which variables it runs; nothing of this process's own but PATH. */
export interface Program {
  /** Its start file. */
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
  /** A file that Node loads before it. */
  readonly preload?: string;
}

/** Starts the program; its output is a pipe and its input is empty. */
export function start({ path, env, preload }: Program, args: readonly string[]): Started {
  const before = preload === undefined ? [] : ["--require", preload];
  const child = spawn(process.execPath, [...before, path, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return follow(child);
}

/** Runs the program to its end. */
export async function run(program: Program, args: readonly string[]): Promise<Ended> {
  return start(program, args).ended;
}

/** What still runs where this process ends early, as after a test that took too long, ends with it. */
const alive = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

/** Reads what a process prints until it has ended. */
export function follow(child: ChildProcess): Started {
  alive.add(child);
  let [stdout, stderr, lines] = ["", "", 0];
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const look of waiting) look();
  };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
    lines += chunk.split("\n").length - 1;
    tell();
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    stderr += chunk;
    tell();
  });
  let over = false;
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      over = true;
      alive.delete(child);
      tell();
      resolve({ code, signal, stdout, stderr });
    });
  });
  const until = async (condition: () => boolean): Promise<boolean> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!condition() && !over) return;
        waiting.delete(look);
        resolve(condition());
      };
      waiting.add(look);
      look();
    });
  return {
    child,
    ended,
    stdout: () => stdout,
    lines: (count) => until(() => lines >= count),
    said: (words) => until(() => stderr.includes(words)),
  };
}
