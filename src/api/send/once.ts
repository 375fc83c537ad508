import { request as startRequest, type ClientRequest, type IncomingMessage } from "node:http";
import type { LookupFunction, Socket } from "node:net";
import { after, onAbort } from "./after.ts";
import { open, within } from "./connection.ts";
import { faultOf } from "./fault.ts";
import { SendError } from "./send.ts";
import type { Send, SendFault, SendRequest, SendResponse } from "./send.ts";

/**
 * One request on one connection of its own, and done: what a one-shot command needs, at a fraction of what
 * a pool costs to load. The connection is made, and with TLS verified, before the request exists. So "not
 * sent" is known and not guessed: before that moment nothing can have been written, after it everything may
 * have been.
 */
export function createOnce({
  ca,
  lookup,
}: { readonly ca?: string; readonly lookup?: LookupFunction } = {}): Send {
  return async (request) => {
    const { url, connectTimeoutMs, signal } = request;
    const socket = await within({ timeoutMs: connectTimeoutMs, signal }, (limited) =>
      open(url, { ca, lookup, signal: limited }),
    );
    try {
      // Between the connection and this line either may have gone; nothing is written yet.
      if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
      if (socket.destroyed) throw new SendError("reset", "not_sent");
      return await exchange(socket, request);
    } finally {
      socket.destroy();
    }
  };
}

function exchange(socket: Socket, request: SendRequest): Promise<SendResponse> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    let incoming: IncomingMessage | undefined;
    const settle = (): void => {
      stopTimer();
      stopListening();
    };
    const fail = (fault: SendFault, cause?: unknown): void => {
      settle();
      outgoing.destroy();
      reject(new SendError(fault, "unknown", { cause }));
    };
    const stopListening = onAbort(signal, () => fail("aborted", signal.reason));
    const stopTimer = after(request.answerTimeoutMs, () => fail("answer_timeout"));
    const outgoing = start(socket, request);
    outgoing.on("response", (response) => {
      incoming = response;
      receive(response, {
        bodyBytesMax: request.bodyBytesMax,
        done: (answer) => {
          settle();
          resolve(answer);
        },
        fail,
      });
    });
    outgoing.on("error", (error) => {
      // The answer is whole; garbage that follows it on a connection that ends here changes nothing.
      if (incoming?.complete === true) return;
      const fault = faultOf(error, "reset");
      fail(fault === "reset" && incoming !== undefined ? "truncated" : fault, error);
    });
    outgoing.on("upgrade", () => fail("malformed"));
    outgoing.on("close", () => {
      if (incoming === undefined) fail("reset");
    });
    outgoing.end(request.body);
  });
}

function start(socket: Socket, { method, url, headers }: SendRequest): ClientRequest {
  return startRequest({
    method,
    path: `${url.pathname}${url.search}`,
    setHost: false,
    headers: { host: url.host, connection: "close", ...headers },
    createConnection: () => socket,
  });
}

function receive(
  response: IncomingMessage,
  options: {
    readonly bodyBytesMax: number;
    readonly done: (answer: SendResponse) => void;
    readonly fail: (fault: SendFault, cause?: unknown) => void;
  },
): void {
  const { bodyBytesMax, done, fail } = options;
  if (Number(response.headers["content-length"]) > bodyBytesMax) return fail("too_large");
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) return fail("too_large");
    chunks.push(chunk);
  });
  response.on("error", (error) =>
    fail(faultOf(error, "truncated") === "malformed" ? "malformed" : "truncated", error),
  );
  response.on("close", () => {
    if (!response.complete) return fail("truncated");
    const headers = Object.fromEntries(
      Object.entries(response.headersDistinct).map(([name, values]) => [
        name,
        (values ?? []).join(", "),
      ]),
    );
    done({
      status: response.statusCode ?? 0,
      headers,
      body: Buffer.concat(chunks).toString("utf8"),
    });
  });
}
