import { AuthError, UnknownOutcomeError, UsageError } from "../errors.ts";
import { judge } from "./answer.ts";
import type { Decode, Judged } from "./answer.ts";
import { mask } from "./mask.ts";
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from "./names.ts";
import { addressOf, readBase } from "./path.ts";
import { createDebugLog } from "./redact.ts";
import { readRetryAfter } from "./retry.ts";
import { SendError } from "./send/send.ts";
import type { SendRequest, SendResponse } from "./send/send.ts";
import type { Failed, FailedCall } from "./thrown.ts";
import type { ExtraHeaders, TransportOptions } from "./transport.ts";

/** A call as every try of it sends it. */
export interface Prepared {
  readonly request: SendRequest;
  /** `POST /payments/pix`, to be masked where it is told: most calls go well. */
  readonly name: string;
}

/** What one try came to. */
export interface Tried<T> {
  readonly seen: Judged<T> | Extract<Failed, { kind: "fault" }>;
  readonly call: FailedCall;
}

/** The way to one service with one key: what a request looks like, and one try of it. */
export interface Line {
  prepare(call: {
    readonly method: SendRequest["method"];
    readonly path: string;
    readonly query?: object;
    readonly body?: string | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly headers?: ExtraHeaders | undefined;
    readonly timeoutMs: number;
  }): Promise<Prepared>;
  /**
   * One try. A failure of this machine that is no SendError is thrown as it is, unless a try before it
   * left doubt about a write.
   */
  attempt<T>(
    prepared: Prepared,
    options: { readonly decode: Decode<T>; readonly tries: number; readonly doubted?: boolean },
  ): Promise<Tried<T>>;
  logPause(milliseconds: number): void;
}

const HIDDEN = "***";
/** A shorter key may be a part of any word: hiding it would change what the service said. */
const SECRET_CHARACTERS_MIN = 12;
const CONNECT_TIMEOUT_MS = 5_000;
const BODY_BYTES_MAX = 8 * 1024 * 1024;

export function createLine(options: TransportOptions): Line {
  const { send, clock, signal, text } = options;
  const base = readBase(options.baseUrl, text);
  const secrets: string[] = [];
  const log = options.log && createDebugLog(options.log, () => secrets);
  const readKey = createKeyReader(options, secrets);
  const masked = (given: string): string => mask(given, secrets);
  /** Sends, and logs both sides of it. */
  const exchange = async (request: SendRequest): Promise<SendResponse | SendError> => {
    log?.request(request);
    const startedAt = clock.now().getTime();
    const elapsedMs = (): number => clock.now().getTime() - startedAt;
    try {
      if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
      const response = await send(request);
      log?.response(response, elapsedMs());
      // A service that repeats the key, wherever it may, must not make this program print it.
      const telling = secrets.filter((key) => key.length >= SECRET_CHARACTERS_MIN);
      const bare = telling.reduce((text, key) => text.replaceAll(key, HIDDEN), response.body);
      return bare === response.body ? response : { ...response, body: bare };
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      log?.fault(error, elapsedMs());
      return error;
    }
  };
  return {
    prepare: async ({ path, query, timeoutMs, ...call }) => {
      const { idempotencyKey } = call;
      if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
        throw new UsageError(text.transport.badIdempotencyKey);
      }
      const url = addressOf(base, path, { ...(query === undefined ? {} : { query }), text });
      const answerTimeoutMs = options.answerTimeoutMs ?? timeoutMs;
      const request = requestOf({ ...call, url, answerTimeoutMs, key: await readKey() }, options);
      return { request, name: `${call.method} ${path.split("?", 1).join("")}` };
    },
    attempt: async ({ request, name }, { decode, tries, doubted = false }) => {
      const call = { name, host: base.host, tries, text, mask: masked, signal };
      const came = await exchange(request).catch((error: unknown) => {
        if (!doubted) throw error;
        const message = text.transport.failed(masked(name), text.transport.localFailure);
        throw new UnknownOutcomeError(message, { cause: error });
      });
      if (came instanceof SendError) {
        return { seen: { kind: "fault", error: came }, call: { ...call, retryAfterMs: undefined } };
      }
      const retryAfterMs = readRetryAfter(came.headers["retry-after"], clock.now());
      return { seen: judge(came, decode), call: { ...call, retryAfterMs } };
    },
    logPause: (milliseconds) => log?.pause(milliseconds),
  };
}

function requestOf(
  call: {
    readonly method: SendRequest["method"];
    readonly url: URL;
    readonly key: string;
    readonly body?: string | undefined;
    readonly idempotencyKey?: string | undefined;
    readonly headers?: ExtraHeaders | undefined;
    readonly answerTimeoutMs: number;
  },
  { version, signal }: TransportOptions,
): SendRequest {
  const { method, url, key, body, idempotencyKey, headers, answerTimeoutMs } = call;
  return {
    method,
    url,
    headers: {
      accept: "application/json",
      "user-agent": `pix/${version}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
      authorization: `Bearer ${key}`,
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    },
    body,
    connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, answerTimeoutMs),
    answerTimeoutMs,
    bodyBytesMax: BODY_BYTES_MAX,
    signal,
  };
}

/** Reads the key on its first use, checks that a header can carry it, and notes it as a secret. */
function createKeyReader(
  { key, text }: TransportOptions,
  secrets: string[],
): () => Promise<string> {
  let reading: Promise<string> | undefined;
  return async () => {
    const read = await (reading ??= key());
    if (!/^[\x21-\x7e]+$/.test(read)) {
      throw new AuthError(text.transport.badKey.message, text.transport.badKey);
    }
    if (!secrets.includes(read)) secrets.push(read);
    return read;
  };
}

/** What a header can carry; the specification: "String, up to 128 characters". */
function isIdempotencyKey(key: string): boolean {
  return (
    key.length <= IDEMPOTENCY_KEY_CHARACTERS_MAX &&
    /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(key)
  );
}
