import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach } from "vitest";
import { createProgram } from "../../src/cli.ts";
import { declaredOf } from "../../src/cli/declaration.ts";
import { InterruptedError } from "../../src/errors.ts";
import { run } from "../../src/run.ts";
import { en } from "../../src/text/en.ts";
import type { Host, Keyring, Stream } from "../../src/host.ts";

export interface Answer {
  /** Words of the prompt that this answers. */
  readonly prompt: string;
  readonly typed: string;
}

export interface PixOptions {
  /** A terminal of this many columns and rows; a pipe when absent. */
  readonly tty?: { readonly columns: number; readonly rows: number } | undefined;
  readonly answers?: readonly Answer[];
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of this process's own. */
  readonly userId?: number;
  readonly nodeVersion?: string;
  /** In place of the system's. */
  readonly keyring?: Keyring;
  /** Stops the command as Ctrl-C would. */
  readonly signal?: AbortSignal;
  /** Asks the command to stop when it can, as the first Ctrl-C would where a command listens for it. */
  readonly stop?: AbortSignal;
}

export interface PixResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A machine with its own folder and its own time: commands run in this process, one after the other. */
export interface Machine {
  readonly home: string;
  pix(args: readonly string[], options?: PixOptions): Promise<PixResult>;
  /** Moves the machine's clock; nothing sleeps. */
  later(milliseconds: number): void;
  now(): Date;
}

/** So that what is due at the same time has its turn. */
const PAUSE_REAL_MS = 5;

/** As the build reads it off, so that these tests go the way that users do. */
const declared = declaredOf(createProgram(en));

const machines: string[] = [];

afterEach(() => {
  for (const home of machines.splice(0)) rmSync(home, { recursive: true, force: true });
});

/** A machine that has never run pix. Its folder is removed after the test. */
export function machine(at = "2026-11-21T12:00:00.000Z"): Machine {
  const home = mkdtempSync(join(tmpdir(), "pix-test-"));
  machines.push(home);
  let nowMs = Date.parse(at);
  const clock: Host["clock"] = {
    now: () => new Date(nowMs),
    elapsed: () => nowMs,
    // Pauses are skipped. Limits on what really happens, such as an answer, are not taken from a clock.
    sleep: async (milliseconds, signal) => {
      await sleep(PAUSE_REAL_MS, undefined, { signal }).catch(() => {
        throw signal.reason;
      });
      nowMs += milliseconds;
    },
  };
  return {
    home,
    later: (milliseconds) => {
      nowMs += milliseconds;
    },
    now: () => new Date(nowMs),
    pix: async (args, options = {}) => runOn({ home, clock, args, options }),
  };
}

async function runOn(given: {
  home: string;
  clock: Host["clock"];
  args: readonly string[];
  options: PixOptions;
}): Promise<PixResult> {
  const { home, clock, args, options } = given;
  const { tty } = options;
  const stdout = collector(tty);
  const stderr = collector(tty);
  const stdin = new PassThrough();
  if (tty === undefined) stdin.end(options.stdin ?? "");
  else Object.assign(stdin, { isTTY: true, setRawMode: () => stdin });
  const unanswered = typist(stderr, stdin, options.answers ?? []);
  const host: Host = {
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    env: { PIX_HOME: home, TZ: "UTC", NO_COLOR: "1", ...options.env },
    platform: "linux",
    nodeVersion: options.nodeVersion ?? process.versions.node,
    home,
    currentFolder: home,
    userId: options.userId ?? process.getuid?.(),
    clock,
    random: {
      uuid: () => randomUUID(),
      fraction: Math.random,
      bytes: (count) => randomBytes(count),
    },
    keyring: options.keyring,
    signal: options.signal ?? new AbortController().signal,
    onStop: (listener) => {
      const tell = (): void => listener(new InterruptedError("SIGINT"));
      options.stop?.addEventListener("abort", tell, { once: true });
      return () => options.stop?.removeEventListener("abort", tell);
    },
  };
  const code = await run(args, host, declared);
  stdin.destroy();
  if (unanswered.length > 0) {
    const prompts = unanswered.map(({ prompt }) => prompt).join(", ");
    throw new Error(`never asked: ${prompts}\n${stderr.text()}`);
  }
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

interface Collector {
  readonly stream: Stream;
  readonly text: () => string;
  readonly onWrite: (listener: () => void) => void;
}

function collector(tty: PixOptions["tty"]): Collector {
  const chunks: Buffer[] = [];
  const listeners: (() => void)[] = [];
  const stream: Stream = new Writable({
    write(chunk: Buffer, _encoding, written) {
      chunks.push(Buffer.from(chunk));
      for (const listener of listeners) listener();
      written();
    },
  });
  if (tty !== undefined) Object.assign(stream, { isTTY: true, ...tty, ...cursorOf(stream) });
  return {
    stream,
    text: () => Buffer.concat(chunks).toString("utf8"),
    onWrite: (listener) => listeners.push(listener),
  };
}

/** What Node gives a terminal to move its cursor with. */
function cursorOf(stream: Writable): Record<string, unknown> {
  const escape = (sequence: string): boolean => stream.write(`\u001B[${sequence}`);
  return {
    cursorTo: (column: number) => escape(`${column + 1}G`),
    moveCursor: (_columns: number, rows: number) =>
      escape(`${Math.abs(rows)}${rows < 0 ? "A" : "B"}`),
    clearLine: () => escape("2K"),
  };
}

/** Types each answer once its prompt stands on the screen; gives the answers that are still to be typed. */
function typist(screen: Collector, keyboard: PassThrough, answers: readonly Answer[]): Answer[] {
  const waiting = [...answers];
  let seen = 0;
  screen.onWrite(() => {
    const next = waiting[0];
    if (next === undefined) return;
    const at = screen.text().indexOf(next.prompt, seen);
    if (at === -1) return;
    seen = at + next.prompt.length;
    waiting.shift();
    setImmediate(() => keyboard.write(`${next.typed}\r`));
  });
  return waiting;
}
