import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach } from "vitest";

/** A request that reached the service. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  /** Closes the connection without an answer. */
  readonly drop?: boolean;
}

export interface Stub {
  /** Ends in /v1. */
  readonly baseUrl: string;
  readonly received: readonly Received[];
  /** The requests of one method and path, the path without /v1. */
  of(method: string, path: string): readonly Received[];
}

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A service on loopback: answers what the test says, remembers what it was asked, ends with the test. */
export async function stub(answer: (request: Received, count: number) => Reply): Promise<Stub> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const path = url.replace(/^\/v1/, "");
      const got = { method, path, headers, body: Buffer.concat(chunks).toString("utf8") };
      received.push(got);
      const earlier = received.filter((one) => one.method === method && one.path === path).length;
      send(response, answer(got, earlier));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  open.push(
    async () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stub has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    received,
    of: (method, path) => received.filter((one) => one.method === method && one.path === path),
  };
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply.drop === true) {
    response.destroy();
    return;
  }
  const json = typeof reply.body !== "string";
  const headers = { "content-type": json ? "application/json" : "text/html", ...reply.headers };
  response.writeHead(reply.status ?? 200, headers);
  response.end(reply.body === undefined ? "" : json ? JSON.stringify(reply.body) : reply.body);
}
