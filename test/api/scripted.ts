import type { Clock, Random } from "../../src/host.ts";
import { SendError } from "../../src/api/send/send.ts";
import type { Send, SendRequest, SendResponse } from "../../src/api/send/send.ts";
import { createTransport } from "../../src/api/transport.ts";
import type { Transport, TransportOptions } from "../../src/api/transport.ts";
import { en } from "../../src/text/en.ts";

export type Step = SendResponse | SendError | ((request: SendRequest) => SendResponse | SendError);

/** A network that answers as it is told, in this order, and fails loudly when it is asked once more. */
export interface Script {
  readonly send: Send;
  readonly requests: SendRequest[];
}

export function script(...steps: readonly Step[]): Script {
  const requests: SendRequest[] = [];
  const send: Send = async (request) => {
    const step = steps[requests.length];
    requests.push(request);
    if (step === undefined) throw new Error(`request ${requests.length} was not expected`);
    const result = typeof step === "function" ? step(request) : step;
    if (result instanceof SendError) throw result;
    return result;
  };
  return { send, requests };
}

export function reply(
  status: number,
  body: unknown = "",
  headers: Readonly<Record<string, string>> = {},
): SendResponse {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? {} : { "content-type": "application/json" };
  return { status, headers: { ...type, ...headers }, body: text };
}

/** A clock that stands still but for what is slept, and remembers every sleep. */
export interface FakeClock extends Clock {
  readonly slept: number[];
}

export function fakeClock(
  options: { readonly at?: string; readonly onSleep?: (count: number) => void } = {},
): FakeClock {
  const { at = "2026-01-15T12:00:00Z", onSleep } = options;
  let now = Date.parse(at);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(now),
    elapsed: () => now,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      onSleep?.(slept.length);
      if (signal.aborted) throw signal.reason;
      now += milliseconds;
    },
  };
}

/** Always in the middle. */
export const middling: Random = {
  uuid: () => "00000000-0000-4000-8000-000000000000",
  fraction: () => 0.5,
  bytes: (count) => Buffer.alloc(count),
};

export const KEY = "sk_test_canary_4f1c9a";

export function transportOver(
  send: Send,
  changes: Partial<TransportOptions> = {},
): { readonly transport: Transport; readonly clock: FakeClock } {
  const clock = fakeClock();
  const transport = createTransport({
    baseUrl: "https://service.example.com/v1",
    key: async () => KEY,
    send,
    clock,
    random: middling,
    signal: new AbortController().signal,
    text: en,
    version: "9.9.9",
    log: undefined,
    answerTimeoutMs: undefined,
    ...changes,
  });
  return { transport, clock };
}

/** What a promise was rejected with; an Error of its own when it was not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  const [settled] = await Promise.allSettled([promise]);
  if (settled.status === "fulfilled") throw new Error("it was expected to fail");
  return settled.reason;
}
