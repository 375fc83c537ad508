import type { Clock } from "../host.ts";
import { after, onAbort } from "../api/send/after.ts";
import { SendError } from "../api/send/send.ts";
import type { Send, SendRequest, SendResponse } from "../api/send/send.ts";

type Ask = (request: Request) => Promise<Response>;

/**
 * The seam to the service without a network: the function that `serve` puts behind HTTP, called in place. A
 * request that takes longer than it may is given up, and what becomes of it in the service is unknown, as
 * over a network.
 */
export function createEmbeddedSend(options: {
  readonly ask: Ask;
  readonly clock: Clock;
  /** After every answer. */
  readonly answered: () => void;
}): Send {
  const { ask, clock, answered } = options;
  return async (request) => {
    const { signal, answerTimeoutMs, bodyBytesMax } = request;
    if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
    const startedAt = clock.now().getTime();
    const response = await withinTime(answerTo(request, ask), request);
    // The service waits by its clock, which need not be the machine's.
    if (clock.now().getTime() - startedAt > answerTimeoutMs) {
      throw new SendError("answer_timeout", "unknown");
    }
    answered();
    if (Buffer.byteLength(response.body) > bodyBytesMax)
      throw new SendError("too_large", "unknown");
    return response;
  };
}

async function answerTo(request: SendRequest, ask: Ask): Promise<SendResponse> {
  const { url, method, headers, body } = request;
  const sent = new Request(url, { method, headers, ...(body === undefined ? {} : { body }) });
  const response = await ask(sent);
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

function withinTime(answer: Promise<SendResponse>, request: SendRequest): Promise<SendResponse> {
  const { answerTimeoutMs, signal } = request;
  return new Promise((resolve, reject) => {
    const fail = (fault: "answer_timeout" | "aborted", cause?: unknown): void => {
      settle();
      reject(new SendError(fault, "unknown", { cause }));
    };
    const stops = [
      after(answerTimeoutMs, () => fail("answer_timeout")),
      onAbort(signal, () => fail("aborted", signal.reason)),
    ];
    const settle = (): void => {
      for (const stop of stops) stop();
    };
    answer.finally(settle).then(resolve, reject);
  });
}
