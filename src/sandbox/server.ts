import { createServer } from "node:http";
import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { after, onAbort } from "../api/send/after.ts";
import { SendError } from "../api/send/send.ts";
import { LocalError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { createApp, responseOf } from "./app.ts";
import { errorAnswer } from "./refusal.ts";
import { turnAway } from "./service.ts";
import type { Service } from "./service.ts";

const HOST = "127.0.0.1";
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 5_000;
const TIMEOUT_CHECK_MS = 1_000;
const HEADER_BYTES_MAX = 16 * 1024;
const HEADERS_MAX = 100;
const CONNECTIONS_MAX = 1_000;
/** How often settlement and the outbox are looked at. */
const TICK_MS = 250;
/** How long a request that is under way may still take after the signal. */
const STOP_MS_MAX = 2_000;
const STOP_STEP_MS = 20;

/** The names of this machine. A page of the internet whose name was rebound to it still says its own. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

export interface ServerOptions {
  readonly service: Service;
  /** What is done in the background. */
  readonly tick: () => void;
  readonly port: number;
  readonly ready: (url: string) => void;
  readonly text: Text;
  readonly signal: AbortSignal;
  readonly requestId: () => string;
}

/** Puts the service behind HTTP, on this machine alone, until the signal; then ends what is under way. */
export async function serve(options: ServerOptions): Promise<void> {
  const { port, ready, text, signal, tick } = options;
  const server = createListener(options);
  await listen(server, port, text);
  ready(`http://${HOST}:${portOf(server) ?? port}/v1`);
  try {
    while (!signal.aborted) {
      tick();
      await pause(TICK_MS, signal);
    }
  } finally {
    await stop(server);
  }
}

function createListener({ service, requestId }: ServerOptions): Server {
  const app = createApp(service);
  const listener = getRequestListener(
    async (request, env) => {
      const refused = findStranger(request);
      if (refused !== undefined) return responseOf(turnAway(refused, requestId()));
      try {
        return await app.fetch(request);
      } catch (error) {
        if (!(error instanceof SendError)) throw error;
        if ("socket" in env.incoming) env.incoming.socket.destroy();
        return RESPONSE_ALREADY_SENT;
      }
    },
    {
      hostname: HOST,
      errorHandler: (error) =>
        responseOf(
          turnAway(error instanceof RequestError ? "bad_request" : "internal_error", requestId()),
        ),
    },
  );
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      maxHeaderSize: HEADER_BYTES_MAX,
    },
    (incoming, outgoing) => void listener(incoming, outgoing),
  );
  server.maxHeadersCount = HEADERS_MAX;
  server.maxConnections = CONNECTIONS_MAX;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    turnAwayRaw(error, socket, requestId());
  });
  return server;
}

function findStranger(request: Request): "host_not_allowed" | "origin_not_allowed" | undefined {
  const host = request.headers.get("host") ?? "";
  if (!LOCAL_HOST.test(host)) return "host_not_allowed";
  const origin = request.headers.get("origin");
  return origin === null || origin === `http://${host}` ? undefined : "origin_not_allowed";
}

/** What Node could not read as a request gets the error object as well. */
function turnAwayRaw(error: NodeJS.ErrnoException, socket: Duplex, requestId: string): void {
  if (!socket.writable) return void socket.destroy();
  const status =
    error.code === "HPE_HEADER_OVERFLOW"
      ? 431
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? 408
        : 400;
  const { body } = errorAnswer({ status, code: "bad_request", requestId });
  socket.end(
    [
      `HTTP/1.1 ${status} Bad Request`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function listen(server: Server, port: number, text: Text): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error: NodeJS.ErrnoException) => {
      const said = text.sandbox.cannotListen(port, error.code ?? error.message);
      reject(new LocalError(said.message, { hint: said.hint, cause: error }));
    });
    server.listen(port, HOST, resolve);
  });
}

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
}

async function stop(server: Server): Promise<void> {
  const ended = new AbortController();
  const closed = new Promise<void>((resolve) => server.close(() => resolve())).then(() =>
    ended.abort(),
  );
  for (
    let waitedMs = 0;
    waitedMs < STOP_MS_MAX && !ended.signal.aborted;
    waitedMs += STOP_STEP_MS
  ) {
    // A connection becomes idle when the request on it has been answered.
    server.closeIdleConnections();
    await pause(STOP_STEP_MS, ended.signal);
  }
  server.closeAllConnections();
  await closed;
}

/** By the machine's time: who serves waits for sockets, not for a clock that a test turns. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = [after(milliseconds, () => end()), onAbort(signal, () => end())];
    const end = (): void => {
      for (const stop of stops) stop();
      resolve();
    };
  });
}
