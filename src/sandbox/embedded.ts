import type { Clock } from "../host.ts";
import { after, onAbort } from "../api/send/after.ts";
import { SendError } from "../api/send/send.ts";
import type { Send, SendRequest, SendResponse } from "../api/send/send.ts";
import type { Incoming, Service } from "./service.ts";

/**
 * The seam to the service without a network: the function that `serve` puts behind HTTP, called in place. A
 * request that takes longer than it may is given up, and what becomes of it in the service is unknown, as
 * over a network.
 */
export function createEmbeddedSend(options: {
  readonly service: Service;
  readonly clock: Clock;
  /** After every answer. */
  readonly answered: () => void;
}): Send {
  const { service, clock, answered } = options;
  return async (request) => {
    const { signal, answerTimeoutMs, bodyBytesMax } = request;
    if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
    const startedAt = clock.now().getTime();
    const response = await withinTime(service(incomingOf(request)), request);
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

function incomingOf({ url, method, headers, body }: SendRequest): Incoming {
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    method,
    url,
    header: (name) => byName.get(name) ?? null,
    body: body === undefined ? [] : [Buffer.from(body)],
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
