import type { Clock, Random } from "../host.ts";
import type { Text } from "../text/text.ts";
import type { Answer, Decode } from "./answer.ts";
import { createLine } from "./line.ts";
import { pauseMs, TRIES_MAX } from "./retry.ts";
import type { Send, SendError } from "./send/send.ts";
import { isInProgress, leavesDoubt, readError, stoppedError, writeError } from "./thrown.ts";
import type { Failed } from "./thrown.ts";

export interface TransportOptions {
  /** Where every request goes, and with it the key; ends in `/v1`. */
  readonly baseUrl: string;
  /** Resolved on the first call. */
  readonly key: () => Promise<string>;
  readonly send: Send;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly text: Text;
  readonly version: string;
  /** Takes the lines of `--debug`. */
  readonly log: ((line: string) => void) | undefined;
  /** `--timeout`, in place of the times below. */
  readonly answerTimeoutMs: number | undefined;
}

export interface ReadCall<T> {
  /** Below the base URL; may carry a query of its own. */
  readonly path: string;
  readonly query?: object;
  readonly headers?: ExtraHeaders | undefined;
  readonly decode: Decode<T>;
}

/** Further headers of one call, in lower case; they go before this program's own of the same name. */
export type ExtraHeaders = Readonly<Record<string, string>>;

export interface WriteCall<T> {
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  /** The exact JSON text; every try sends these bytes. */
  readonly body?: string | undefined;
  /** The one key of every try. */
  readonly idempotencyKey?: string | undefined;
  readonly headers?: ExtraHeaders | undefined;
  /**
   * `retry`: sent again with the same key and bytes whenever that may help. `once`: sent again only after a
   * try of which no byte left; anything else is the caller's to judge. Without a key it is always `once`.
   */
  readonly policy?: "retry" | "once";
  readonly decode: Decode<T>;
}

/** One service, one key. What it throws is described at `readError` and `writeError`. */
export interface Transport {
  readonly text: Text;
  readonly read: <T>(call: ReadCall<T>) => Promise<Answer<T>>;
  readonly write: <T>(call: WriteCall<T>) => Promise<Answer<T>>;
}

const READ_TIMEOUT_MS = 30_000;
const WRITE_TIMEOUT_MS = 60_000;

export function createTransport(options: TransportOptions): Transport {
  const { text, clock, random, signal } = options;
  const line = createLine(options);
  const pause = async (tries: number, retryAfterMs: number | undefined): Promise<void> => {
    const milliseconds = pauseMs({ tries, retryAfterMs, random });
    line.logPause(milliseconds);
    await clock.sleep(milliseconds, signal);
  };
  return {
    text,
    read: async ({ path, query = {}, headers, decode }) => {
      const request = await line.prepare({
        method: "GET",
        path,
        query,
        headers,
        timeoutMs: READ_TIMEOUT_MS,
      });
      for (let tries = 1; ; tries += 1) {
        const { seen, call } = await line.attempt(request, { decode, tries });
        if (seen.kind === "answer") return seen.answer;
        if (tries === TRIES_MAX || !mayReadAgain(seen)) throw readError(seen, call);
        await pause(tries, call.retryAfterMs);
      }
    },
    write: async ({ method = "POST", path, body, idempotencyKey, headers, decode, ...rest }) => {
      const policy = idempotencyKey === undefined ? "once" : (rest.policy ?? "once");
      const request = await line.prepare({
        method,
        path,
        body,
        idempotencyKey,
        headers,
        timeoutMs: WRITE_TIMEOUT_MS,
      });
      let doubt: Failed | undefined;
      let answered: Failed | undefined;
      for (let tries = 1; ; tries += 1) {
        const { seen, call } = await line.attempt(request, {
          decode,
          tries,
          doubted: doubt !== undefined,
        });
        if (seen.kind === "answer") return seen.answer;
        if (leavesDoubt(seen)) doubt = seen;
        else if (seen.kind === "failure") answered = seen;
        const soFar = { doubt, answered, call };
        if (tries === TRIES_MAX || !mayWriteAgain(seen, policy)) {
          throw writeError(seen, { ...soFar, policy });
        }
        await pause(tries, call.retryAfterMs).catch((error: unknown) => {
          throw signal.aborted ? stoppedError(seen, soFar) : error;
        });
      }
    },
  };
}

function mayReadAgain(seen: Failed): boolean {
  if (seen.kind === "fault") return mayHeal(seen.error);
  return seen.kind === "failure" && (seen.status === 429 || seen.status >= 500);
}

function mayWriteAgain(seen: Failed, policy: "retry" | "once"): boolean {
  if (seen.kind === "fault") {
    return mayHeal(seen.error) && (seen.error.known === "not_sent" || policy === "retry");
  }
  if (policy === "once" || seen.kind !== "failure") return false;
  return [408, 429].includes(seen.status) || seen.status >= 500 || isInProgress(seen);
}

/** A wrong certificate, an answer that is too large and a person's wish are the same a second later. */
function mayHeal({ fault }: SendError): boolean {
  return fault !== "tls" && fault !== "too_large" && fault !== "aborted";
}
