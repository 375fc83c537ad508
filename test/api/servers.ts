import { readFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { Worker } from "node:worker_threads";
import { connect } from "node:net";

/** A server on a free port of this machine that keeps count of what reaches it. */
export interface Served {
  readonly port: number;
  /** Whole requests that arrived, each as the text that came. */
  readonly requests: string[];
  connections: number;
  close(): Promise<void>;
}

type Behaviour = (socket: Socket, request: string) => void;

export function pem(name: string): string {
  return readFileSync(new URL(`fixtures/test-only-${name}.pem`, import.meta.url), "utf8");
}

/**
 * Answers every whole request as it is told; `onConnection` sees a connection before anything is read from
 * it.
 */
export function serve(
  behaviour: Behaviour,
  options: {
    readonly certificate?: string;
    readonly onConnection?: (socket: Socket) => void;
    readonly pauseOnConnect?: boolean;
  } = {},
): Promise<Served> {
  const { certificate, onConnection, pauseOnConnect = false } = options;
  const requests: string[] = [];
  const listener = (socket: Socket): void => {
    onConnection?.(socket);
    if (!pauseOnConnect) readRequests(socket, requests, behaviour);
  };
  const server =
    certificate === undefined
      ? createServer({ pauseOnConnect }, listener)
      : createTlsServer({ cert: pem(certificate), key: pem(certificate) }, listener);
  return listening(server, requests);
}

function listening(server: Server, requests: string[]): Promise<Served> {
  const sockets = new Set<Socket>();
  return new Promise((resolve) => {
    const served = {
      port: 0,
      requests,
      connections: 0,
      close: () =>
        new Promise<void>((closed) => {
          for (const socket of sockets) socket.destroy();
          server.close(() => closed());
        }),
    };
    server.on("connection", (socket) => {
      served.connections += 1;
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    });
    server.on("tlsClientError", () => undefined);
    server.listen(0, "127.0.0.1", () => {
      served.port = portOf(server);
      resolve(served);
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function readRequests(socket: Socket, requests: string[], behaviour: Behaviour): void {
  let received = "";
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    const end = endOfRequest(received);
    if (end === undefined) return;
    const request = received.slice(0, end);
    received = received.slice(end);
    requests.push(request);
    behaviour(socket, request);
  });
}

function endOfRequest(received: string): number | undefined {
  const headersEnd = received.indexOf("\r\n\r\n");
  if (headersEnd < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(received)?.[1] ?? "0";
  const end = headersEnd + 4 + Number(length);
  return received.length < end ? undefined : end;
}

/** An answer as it goes over the wire. */
export function answer(
  status: string,
  body: string,
  headers: readonly string[] = ["Content-Type: application/json"],
): string {
  const length = Buffer.byteLength(body);
  return [`HTTP/1.1 ${status}`, ...headers, `Content-Length: ${length}`, "", body].join("\r\n");
}

/** A port of this machine where nobody listens. */
export async function closedPort(): Promise<number> {
  const served = await serve(() => undefined);
  await served.close();
  return served.port;
}

/**
 * A port whose queue of connections is full, so that the next one is never accepted. The listener stands in
 * another thread, and that thread is asleep: it takes nobody out of the queue. Needs no network and no
 * address that drops.
 */
export async function fullPort(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const source = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(source, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once("message", resolve));
  const fillers = Array.from({ length: 8 }, () =>
    connect(port, "127.0.0.1").on("error", () => undefined),
  );
  return {
    port,
    close: async () => {
      for (const filler of fillers) filler.destroy();
      await worker.terminate();
    },
  };
}

/** A proxy that answers CONNECT and then joins the two sides, whatever the name, on this machine. */
export async function serveProxy(
  options: {
    readonly certificate?: string;
    readonly reply?: (request: string) => string | undefined;
  } = {},
): Promise<Served> {
  const { certificate, reply } = options;
  const requests: string[] = [];
  const listener = (socket: Socket): void => {
    socket.on("error", () => undefined);
    socket.once("data", (chunk) => {
      const request = chunk.toString("latin1");
      requests.push(request);
      const refusal = reply?.(request);
      if (refusal !== undefined) return void socket.end(refusal);
      const port = Number(/^CONNECT [^:]+:(\d+) /.exec(request)?.[1]);
      const beyond = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        beyond.pipe(socket).pipe(beyond);
      });
      beyond.on("error", () => socket.destroy());
      socket.on("close", () => beyond.destroy());
    });
  };
  const server =
    certificate === undefined
      ? createServer(listener)
      : createTlsServer({ cert: pem(certificate), key: pem(certificate) }, listener);
  return listening(server, requests);
}
