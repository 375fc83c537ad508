import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach } from "vitest";
import type { Clock, Random } from "../../src/host.ts";
import type { Send } from "../../src/api/send/send.ts";
import type { Assumed } from "../../src/sandbox/assumed.ts";
import { parseOperation } from "../../src/sandbox/faults.ts";
import type { Fault } from "../../src/sandbox/faults.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { en } from "../../src/text/en.ts";

/** A clock that a test moves by hand; what sleeps on it really sleeps. */
export interface HandClock extends Clock {
  advance(milliseconds: number): void;
}

export function createClock(start = Date.UTC(2026, 0, 15, 12)): HandClock {
  let now = start;
  return {
    now: () => new Date(now),
    elapsed: () => now,
    sleep: async (milliseconds, signal) => {
      await wait(milliseconds, undefined, { signal });
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

const random: Random = {
  uuid: () => randomUUID(),
  fraction: () => Math.random(),
  bytes: (count) => randomBytes(count),
};

const cleanups: (() => Promise<void> | void)[] = [];

/** Everything a test opened is closed and removed when it ends, however it ends. */
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

export function onEnd(cleanup: () => Promise<void> | void): void {
  cleanups.push(cleanup);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pix-sandbox-"));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body, to look into. */
  readonly body: Body;
}

/** JSON to look into: whatever is not there is undefined. */
export interface Body {
  readonly [name: string]: unknown;
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly request_id: string;
  } & {
    readonly details?: readonly { readonly field: string; readonly code: string }[];
  };
  readonly data: readonly Body[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
  readonly id: string;
  readonly status: string;
}

export interface CallOptions {
  readonly body?: unknown;
  /** The body as it is, in place of JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
  readonly idempotencyKey?: string;
}

export type Call = (operation: string, options?: CallOptions) => Promise<Answered>;

export interface Opened {
  readonly sandbox: Sandbox;
  readonly clock: HandClock;
  readonly path: string;
  /** `POST /payments/pix`, with the default key unless another is given. */
  readonly call: Call;
}

export interface OpenOptions {
  readonly path?: string;
  readonly clock?: HandClock;
  readonly assumed?: Partial<Assumed>;
  readonly strict?: boolean;
  readonly send?: Send;
}

export async function open(options: OpenOptions = {}): Promise<Opened> {
  const { stop: _, ...opened } = await start(options);
  return opened;
}

/** The same behind HTTP: the sandbox is driven in this process, and spoken to through a socket. */
export async function openServed(options: OpenOptions = {}): Promise<Opened & { url: string }> {
  const { stop, ...opened } = await start(options);
  const { sandbox } = opened;
  const errors: unknown[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const served = sandbox.serve({
      port: 0,
      strict: options.strict ?? false,
      ready: resolve,
      failed: (error) => errors.push(error),
    });
    served.catch(reject);
    onEnd(async () => {
      stop();
      await served;
      if (errors.length > 0) throw errors[0];
    });
  });
  const call = caller(
    (request) => fetch(request),
    () => sandbox.defaultKey(),
    url,
  );
  return { ...opened, url, call };
}

async function start(options: OpenOptions): Promise<Opened & { stop: () => void }> {
  const path = options.path ?? join(temporaryFolder(), "sandbox.db");
  const clock = options.clock ?? createClock();
  const running = new AbortController();
  const { path: _path, clock: _clock, ...rest } = options;
  const sandbox = await openSandbox({
    ...rest,
    send: options.send ?? nothingSent,
    ...{ path, clock, random, signal: running.signal, text: en },
  });
  onEnd(() => sandbox.close());
  const call = caller(sandbox.fetch, () => sandbox.defaultKey());
  return { sandbox, clock, path, call, stop: () => running.abort() };
}

/** Speaks to a sandbox, whether in-process or over HTTP. */
export function caller(
  fetch: (request: Request) => Promise<Response>,
  defaultKey: () => string,
  base = "http://sandbox.test/v1",
): Call {
  return async (operation, options = {}) => {
    const [method = "GET", path = "/"] = operation.split(" ");
    const { body, raw, idempotencyKey } = options;
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const headers = new Headers({
      authorization: `Bearer ${options.key ?? defaultKey()}`,
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...options.headers,
    });
    const response = await fetch(
      new Request(`${base}${path}`, {
        method,
        headers,
        ...(sent === undefined ? {} : { body: sent }),
      }),
    );
    const text = await response.text();
    const parsed: Body = JSON.parse(text === "" ? "{}" : text);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: parsed,
    };
  };
}

/** No test reaches the network by accident. */
const nothingSent: Send = () => {
  throw new Error("a notification was sent, and the test did not expect one");
};

export const CHARGE = {
  amount: 19.9,
  customer: { name: "Maria da Silva", email: "maria@loja.com.br", document: "529.982.247-25" },
  notification_url: "https://inbox.pix.invalid/hook",
} as const;

export const WITHDRAWAL = { amount: 100, pix_key: "maria@loja.com.br" } as const;

export const LINK = { title: "Camiseta" } as const;

/** A fault that always strikes, but for what is said otherwise. */
export function fault(on: string, given: Partial<Omit<Fault, "on">>): Fault {
  const operation = parseOperation(on);
  if (!operation.ok) throw new Error(operation.problem);
  return {
    on: operation.value,
    status: null,
    drop: false,
    delayMs: 0,
    afterEffect: false,
    times: null,
    percent: 100,
    seed: 1,
    retryAfterSeconds: null,
    ...given,
  };
}
