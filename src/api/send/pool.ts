import type { LookupFunction } from "node:net";
import type { Agent, Dispatcher } from "undici";
import { after, onAbort } from "./after.ts";
import { open, within } from "./connection.ts";
import { faultOf } from "./fault.ts";
import { proxyFor } from "./proxy.ts";
import { SendError } from "./send.ts";
import type { Send, SendFault, SendRequest, SendResponse } from "./send.ts";

export interface Pool {
  readonly send: Send;
  /** Closes every connection; what is under way fails. */
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Connections to one origin. A request beyond them waits for one to become free. */
  readonly connectionsMax: number;
  /** PEM of the authorities to trust in place of Node's own. */
  readonly ca?: string;
  /** In place of the system's resolver. */
  readonly lookup?: LookupFunction;
}

/**
 * A service closes idle connections, mostly after 5 s or more; a request written on one of those is lost.
 */
const IDLE_TIMEOUT_MS = 4_000;
const CONNECT_TIMEOUT_DEFAULT_MS = 5_000;

/**
 * Many requests over kept connections, and the way through a proxy. One request is one try here too: when a
 * kept connection turns out dead after the request was written on it, that is `unknown` and nothing is sent
 * again.
 */
export function createPool({ env, connectionsMax, ca, lookup }: PoolOptions): Pool {
  const closing = new AbortController();
  // undici opens connections for its pool and not for a request; all requests of a run name the same time.
  let timeoutMs = CONNECT_TIMEOUT_DEFAULT_MS;
  const dial = (to: URL): ReturnType<typeof open> =>
    within({ timeoutMs, signal: closing.signal }, async (signal) => {
      const proxy = proxyFor(to, env);
      if (proxy === undefined) return open(to, { ca, lookup, signal });
      const { openTunnel } = await import("./tunnel.ts");
      return openTunnel(proxy, to, { ca, lookup, signal });
    });
  let agent: Promise<Agent> | undefined;
  return {
    send: async (request) => {
      const { connectTimeoutMs, signal } = request;
      timeoutMs = connectTimeoutMs;
      const opened = await (agent ??= createAgent({ connectionsMax, dial }));
      if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
      return exchange(opened, request);
    },
    close: async () => {
      closing.abort();
      await (await agent)?.destroy();
    },
  };
}

async function createAgent(options: {
  readonly connectionsMax: number;
  readonly dial: (to: URL) => ReturnType<typeof open>;
}): Promise<Agent> {
  const { connectionsMax, dial } = options;
  const { default: PoolAgent } = await import("undici/lib/dispatcher/agent.js");
  return new PoolAgent({
    connections: connectionsMax,
    pipelining: 1,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    // Each request brings a time of its own for the whole answer.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: ({ protocol, host, hostname }, callback) => {
      void (async () => {
        const [dialled] = await Promise.allSettled([
          dial(new URL(`${protocol}//${host ?? hostname}`)),
        ]);
        if (dialled.status === "fulfilled") return callback(null, dialled.value);
        return callback(asError(dialled.reason), null);
      })();
    },
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error
    ? reason
    : new SendError("unreachable", "not_sent", { cause: reason });
}

function exchange(agent: Agent, request: SendRequest): Promise<SendResponse> {
  return new Promise((resolve, reject) => {
    const { method, url, headers, body, signal } = request;
    const answer = new Collector(request.bodyBytesMax);
    // Set by undici right before it writes the first byte: until then the request has not left.
    let started: Dispatcher.DispatchController | undefined;
    let settled = false;
    let stopTimer = (): void => undefined;
    const settle = (): void => {
      settled = true;
      stopTimer();
      stopListening();
    };
    const fail = (fault: SendFault, cause?: unknown): void => {
      if (settled) return;
      settle();
      const error = new SendError(fault, started === undefined ? "not_sent" : "unknown", { cause });
      started?.abort(error);
      reject(error);
    };
    const stopListening = onAbort(signal, () => fail("aborted", signal.reason));
    agent.dispatch(
      {
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { ...headers },
        body: body ?? null,
      },
      {
        onRequestStart: (controller) => {
          // Neither a request that was given up while it waited nor one a second time may be written.
          if (settled || started !== undefined) return controller.abort(new Error("one try only"));
          started = controller;
          stopTimer = after(request.answerTimeoutMs, () => fail("answer_timeout"));
        },
        onRequestUpgrade: () => fail("malformed"),
        onResponseStart: (_controller, status, received) => {
          if (!answer.begin(status, received)) fail("too_large");
        },
        onResponseData: (_controller, chunk) => {
          if (!answer.add(chunk)) fail("too_large");
        },
        onResponseEnd: () => {
          if (settled) return;
          settle();
          resolve(answer.whole());
        },
        onResponseError: (_controller, error) => {
          if (error instanceof SendError) return fail(error.fault, error.cause);
          fail(
            started === undefined ? faultOf(error, "unreachable") : answer.faultOf(error),
            error,
          );
        },
      },
    );
  });
}

/** What has arrived of one answer. */
class Collector {
  readonly #bytesMax: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** False where the answer says that it is too large. */
  begin(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
    // 1xx announces an answer and is none.
    if (status < 200) return true;
    this.#status = status;
    this.#headers = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]),
    );
    return !(Number(this.#headers["content-length"]) > this.#bytesMax);
  }

  /** False where the answer has become too large. */
  add(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#bytesMax) return false;
    this.#chunks.push(chunk);
    return true;
  }

  whole(): SendResponse {
    const body = Buffer.concat(this.#chunks).toString("utf8");
    return { status: this.#status, headers: this.#headers, body };
  }

  faultOf(error: Error): SendFault {
    const begun = this.#status > 0;
    // An answer to no request, and a switch of protocols that nobody asked for, in undici's words.
    if (error.message === "bad response" || error.message === "bad upgrade") return "malformed";
    // undici's parser gives its errors no code (7.30.2); an end where none may be is the one that is no
    // garbage.
    if (error.name === "HTTPParserError" && !error.message.includes("EOF")) return "malformed";
    const fault = faultOf(error, begun ? "truncated" : "reset");
    if (fault === "reset") return begun ? "truncated" : "reset";
    return fault === "truncated" && !begun ? "malformed" : fault;
  }
}
