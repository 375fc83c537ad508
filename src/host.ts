import type { Readable, Writable } from "node:stream";

/** A terminal, a file or a pipe that can be read. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown };

/** A terminal, a file or a pipe that can be written. */
export type Stream = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export interface Clock {
  now(): Date;
  /** Resolves after the time, or rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface Random {
  uuid(): string;
  /** From 0 up to, not including, 1. */
  fraction(): number;
  bytes(count: number): Buffer;
}

/** The process, narrowed to what this program uses of it; `main.ts` makes the real one, tests another. */
export interface Host {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly currentFolder: string;
  /** The user id whose files can be trusted; undefined where the platform has none. */
  readonly userId: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted with an `InterruptedError` as its reason. */
  readonly signal: AbortSignal;
}

/** Where this program keeps what it must not forget. */
export interface Folders {
  /** Profiles and keys; absolute. */
  readonly config: string;
  /** The ledger and the sandbox; absolute. */
  readonly state: string;
}
