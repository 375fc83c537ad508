import type { InterruptedError } from "./errors.ts";
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
  /** What the machine takes for the time: anybody may set it, forwards and back. */
  now(): Date;
  /** Milliseconds since some moment of this process: setting the time does not move it. */
  elapsed(): number;
  /** Resolves after the time, or rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface Random {
  uuid(): string;
  /** From 0 up to, not including, 1. */
  fraction(): number;
  bytes(count: number): Buffer;
}

/** Why the system's keyring did not do what it was asked. */
export type KeyringFailure =
  | { readonly kind: "not_installed" }
  | { readonly kind: "unavailable"; readonly reason: string }
  | { readonly kind: "timed_out"; readonly seconds: number };

export type KeyringResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: KeyringFailure };

/** The system's own place for secrets, by the name of an account. */
export interface Keyring {
  /** Undefined where it holds none. */
  get(account: string): Promise<KeyringResult<string | undefined>>;
  set(account: string, secret: string): Promise<KeyringResult<unknown>>;
  /** Whether there was one or not. */
  remove(account: string): Promise<KeyringResult<unknown>>;
}

/** The process, narrowed to what this program uses of it; `main.ts` makes the real one, tests another. */
export interface Host {
  readonly stdin: Input;
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Of Node, such as 22.11.0. */
  readonly nodeVersion: string;
  /** The user's home folder, absolute. */
  readonly home: string;
  readonly currentFolder: string;
  /** The user id whose files can be trusted; undefined where the platform has none. */
  readonly userId: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** In place of the system's own, which is reached when a key in it is first asked for. */
  readonly keyring?: Keyring | undefined;
  /** Aborted with an `InterruptedError` as its reason. */
  readonly signal: AbortSignal;
  /**
   * From now on the first Ctrl-C (or SIGTERM) is only told, so that what is under way can be finished; the
   * second aborts `signal`. Gives what takes this back.
   */
  readonly onStop: (listener: (reason: InterruptedError) => void) => () => void;
}

/** Where this program keeps what it must not forget. */
export interface Folders {
  /** Profiles and keys; absolute. */
  readonly config: string;
  /** The ledger and the sandbox; absolute. */
  readonly state: string;
}
