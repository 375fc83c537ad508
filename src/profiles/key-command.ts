import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { KEY_BYTES_MAX } from "./key.ts";

/** How a credential command failed; none of it repeats what the command printed. */
export type CommandFailure =
  | { readonly kind: "not_started"; readonly code: string }
  | { readonly kind: "failed"; readonly status: number | string }
  | { readonly kind: "timed_out"; readonly seconds: number }
  | { readonly kind: "too_long" };

export type CommandResult =
  | { readonly ok: true; readonly value: Buffer }
  | { readonly ok: false; readonly failure: CommandFailure };

/**
 * Runs the command without a shell and gives the first line of what it prints. Its input is empty, and
 * what it says on stderr is dropped, for it may hold secrets. Rejects with the signal's reason when that
 * is aborted.
 */
export async function runKeyCommand(options: {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}): Promise<CommandResult> {
  const { timeoutMs, signal } = options;
  signal.throwIfAborted();
  const started = start(options);
  if (!("child" in started)) return failed(started);
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const result = await resultOf(started.child, stop);
  signal.throwIfAborted();
  return result ?? failed({ kind: "timed_out", seconds: timeoutMs / 1000 });
}

function start(options: {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}): { readonly child: ChildProcess } | CommandFailure {
  const [program = "", ...words] = options.command;
  try {
    const child = spawn(program, words, {
      env: { ...options.env },
      shell: false,
      stdio: ["ignore", "pipe", "ignore"],
      windowsHide: true,
    });
    return { child };
  } catch (error) {
    return notStarted(error);
  }
}

/** Undefined when the stop came first; the command is killed then. */
function resultOf(child: ChildProcess, stop: AbortSignal): Promise<CommandResult | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let byteCount = 0;
    const end = (result: CommandResult | undefined): void => {
      stop.removeEventListener("abort", stopped);
      // What the command has started itself may hold its output open for ever.
      child.stdout?.destroy();
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      resolve(result);
    };
    const stopped = (): void => end(undefined);
    stop.addEventListener("abort", stopped);
    child.stdout?.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount > KEY_BYTES_MAX) end(failed({ kind: "too_long" }));
    });
    child.on("error", (error) => end(failed(notStarted(error))));
    child.on("close", (code, killedBy) => {
      if (code === 0) end({ ok: true, value: firstLine(Buffer.concat(chunks)) });
      else end(failed({ kind: "failed", status: code ?? killedBy ?? "" }));
    });
  });
}

function failed(failure: CommandFailure): CommandResult {
  return { ok: false, failure };
}

function notStarted(error: unknown): CommandFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return { kind: "not_started", code };
}

function firstLine(output: Buffer): Buffer {
  const end = output.indexOf("\n");
  return end === -1 ? output : output.subarray(0, end + 1);
}
