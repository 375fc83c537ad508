import { readFileSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import type { IncomingMessage, RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pageOfCharges } from "./charge.ts";

/** What a server of this bench is told to be. */
const SERVERS: Readonly<Record<string, (word: string) => Promise<string>>> = {
  payments: (delayMs) => serve(payments(Number(delayMs))),
  charges: (count) => serve(charges(Number(count))),
  balance: (scheme) => serve(balance, scheme === "https"),
};

/** Where the private authority's certificate and the one of 127.0.0.1 lie; the latter's key beside it. */
export const AUTHORITY = "test/api/fixtures/test-only-authority.pem";
const CERTIFICATE = "test/api/fixtures/test-only-server.pem";

/** Serves what the words say; resolves with its address. */
export async function serveAs([kind = "", word = ""]: readonly string[]): Promise<string> {
  const begin = SERVERS[kind];
  if (begin === undefined) throw new Error(`there is no server ${kind}`);
  return begin(word);
}

/** Answers every payment with 201 after so long, and keeps nothing. */
function payments(delayMs: number): RequestListener {
  let count = 0;
  return (request, response) => {
    void (async () => {
      const text = await bodyOf(request);
      if (delayMs > 0) await sleep(delayMs);
      count += 1;
      const asked = text === "" ? {} : (JSON.parse(text) as object);
      const isPayment = request.method === "POST";
      const answer = isPayment ? { ...asked, id: `w-${count}`, status: "pending" } : ACCOUNT;
      response.writeHead(isPayment ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    })();
  };
}

function charges(count: number): RequestListener {
  return ({ url = "" }, response) => {
    response.setHeader("content-type", "application/json");
    response.end(pageOfCharges(new URL(url, "http://x").searchParams, count));
  };
}

const balance: RequestListener = (_request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(BALANCE);
};

async function serve(listener: RequestListener, isSecure = false): Promise<string> {
  const pem = isSecure ? readFileSync(resolve(CERTIFICATE)) : undefined;
  const server =
    pem === undefined ? createServer(listener) : createTlsServer({ cert: pem, key: pem }, listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `${isSecure ? "https" : "http"}://127.0.0.1:${address.port}/v1`;
}

const STORE = { id: "s-1", name: "Bench" };
const ACCOUNT = { id: "a-1", environment: "staging", store: STORE };
const BALANCE = JSON.stringify({
  ...{ store: STORE, currency: "BRL", updated_at: "2026-11-21T12:00:00.000Z" },
  ...{ available: 1234.56, pending: 0, blocked: 0, total: 1234.56 },
});

/** Milliseconds a payment where nothing is done but to send it and read its answer, so many at once. */
export async function payBarely(url: string, count: number, atOnce: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const begunAt = performance.now();
  let begun = 0;
  const payOn = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
      await payOnce(url, bodyOfPayment(begun), agent);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, payOn));
  agent.destroy();
  return (performance.now() - begunAt) / count;
}

function payOnce(url: string, body: string, agent: Agent): Promise<void> {
  const headers = { "content-type": "application/json", "content-length": body.length };
  return new Promise<void>((done, failed) => {
    const sent = request(`${url}/withdrawals`, { method: "POST", agent, headers }, (answer) => {
      void bodyOf(answer).then((text) => {
        JSON.parse(text);
        return done();
      }, failed);
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

/** What asks for a payment; ASCII alone. */
export function bodyOfPayment(index: number): string {
  return JSON.stringify({
    ...{ amount: 1.5, pix_key: `p${index}@example.com`, pix_key_type: "email" },
    external_id: `bench/row-${index}`,
  });
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
