import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";

/** Stands before the service and lets payments through when it is told to. */
export interface Gate {
  readonly url: string;
  /** How many payments have arrived at it. */
  readonly arrived: () => number;
  /** Resolves when so many have. */
  reached(count: number): Promise<void>;
  /** The payments from this one on wait; 1 is the first that arrives at all. */
  holdFrom(number: number): void;
  /** Lets through what waits and all that comes. */
  open(): void;
  /** Whoever waits gets no answer, and nothing reaches the service. */
  close(): Promise<void>;
}

export async function openGate(service: string): Promise<Gate> {
  let arrived = 0;
  let heldFrom = Number.POSITIVE_INFINITY;
  const waiting: (() => void)[] = [];
  const watching: (() => void)[] = [];
  const pass = async (): Promise<void> => {
    arrived += 1;
    for (const look of watching) look();
    if (arrived >= heldFrom) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      if (request.method === "POST") await pass();
      const answer = await fetch(new URL(request.url ?? "", service), {
        method: request.method ?? "GET",
        headers: headersOf(request),
        ...(body.length === 0 ? {} : { body }),
      });
      const text = await answer.text();
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the gate has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    arrived: () => arrived,
    reached: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (arrived >= count) resolve();
        };
        watching.push(look);
        look();
      }),
    holdFrom: (number) => {
      heldFrom = number;
    },
    open: () => {
      heldFrom = Number.POSITIVE_INFINITY;
      for (const release of waiting.splice(0)) release();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** What the service reads of a request. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ["authorization", "content-type", "idempotency-key"];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}
