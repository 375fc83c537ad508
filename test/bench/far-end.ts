import { Agent, createServer, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Answers every payment with 201 after so long, and keeps nothing; resolves with its address. */
export async function serveBarely(delayMs: number): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const text = await bodyOf(request);
      if (delayMs > 0) await sleep(delayMs);
      count += 1;
      const asked = text === "" ? {} : (JSON.parse(text) as object);
      const answer =
        request.method === "POST" ? { ...asked, id: `w-${count}`, status: "pending" } : ACCOUNT;
      response.writeHead(request.method === "POST" ? 201 : 200, {
        "content-type": "application/json",
      });
      response.end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}/v1`;
}

const ACCOUNT = { id: "a-1", environment: "staging", store: { id: "s-1", name: "Bench" } };

/** Milliseconds a payment where nothing is done but to send it and read its answer, one after the other. */
export async function payBarely(url: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const begunAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const body = JSON.stringify({
      ...{ amount: 1.5, pix_key: `p${index}@example.com`, pix_key_type: "email" },
      external_id: `bench/row-${index}`,
    });
    const headers = { "content-type": "application/json", "content-length": body.length };
    await new Promise<void>((done, failed) => {
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
  agent.destroy();
  return (performance.now() - begunAt) / count;
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
