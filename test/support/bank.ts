import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach } from "vitest";

const STORE = "7f1d4a52-9a55-4a5e-8f3c-2f7b1f5b8a10";

interface Made {
  readonly id: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
}

/** How the service treats the next creations. */
export type Mood =
  | "well"
  /** The work is done and the answer is lost. */
  | "lose_answer"
  | "lose_request"
  /** 500 after the effect, and no key is kept: the specification's rule 7. */
  | "fail_after"
  /** 503 with Retry-After, after the effect all the same. */
  | "busy_after"
  | "fail_before"
  | "later"
  | "refuse"
  | "unauthorized"
  /** The work is done, and a proxy on the way answers with a page or an object of its own. */
  | "page_after"
  | "odd_after"
  /** The work is done, and the answer has the id of the first payment. */
  | "same_id"
  /** Not enough money, and the same answer again for the same key. */
  | "poor"
  | "conflict"
  /** The work takes a while, and until it is done the key is not known. */
  | "slow"
  | "other_amount";

export interface Bank {
  readonly baseUrl: string;
  readonly made: readonly Made[];
  /** Requests that reached it, `METHOD /path`. */
  readonly asked: readonly string[];
  moods: Mood[];
  searchable: boolean;
  /** Whether a single withdrawal can be read. */
  readable: boolean;
  /** Whether the account names its store. */
  named: boolean;
  environment: string;
  onConnection: () => void;
  /** What the service's list and GET say of a payment, beside its id and status. */
  told: (body: Record<string, unknown>) => Record<string, unknown>;
  /** A payment that somebody else has made. */
  seed(body: Record<string, unknown>): void;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A service that pays, keeps keys as the specification says, and has bad moments. */
export async function bank(): Promise<Bank> {
  const made: Made[] = [];
  const asked: string[] = [];
  const keys = new Map<string, Made>();
  const poor = new Set<string>();
  const state: Bank = {
    baseUrl: "",
    made,
    asked,
    moods: [],
    searchable: true,
    readable: true,
    named: true,
    environment: "staging",
    onConnection: () => undefined,
    told: (body) => body,
    seed: (body) => made.push({ id: randomUUID(), key: "", body }),
  };
  const view = ({ id, body }: Made): object => ({ status: "pending", ...state.told(body), id });
  const create = (key: string, source: string, response: ServerResponse, as?: Mood): void => {
    const mood = as ?? state.moods.shift() ?? "well";
    if (turnAway(mood, { key, poor, response })) return;
    if (mood === "slow") return void setTimeout(() => create(key, source, response, "well"), 400);
    // A service that has just begun with a slow request knows nothing of it yet.
    const known = as === "well" ? undefined : keys.get(key);
    const one = known ?? { id: randomUUID(), key, body: JSON.parse(source) };
    if (known === undefined) made.push(one);
    if (mood === "fail_after") return reply(response, 500, {});
    if (mood === "busy_after") return reply(response, 503, {}, { "retry-after": "1" });
    if (mood === "page_after") return reply(response, 404, "<html>not here</html>");
    if (mood === "odd_after") return reply(response, 400, { oops: 1 });
    keys.set(key, one);
    if (mood === "same_id") return reply(response, 201, { ...view(one), id: made[0]?.id });
    if (mood === "lose_answer") return void response.destroy();
    reply(response, 201, mood === "other_amount" ? { ...view(one), amount: 1 } : view(one));
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://localhost");
      asked.push(`${request.method} ${url.pathname}`);
      if (request.method === "POST") {
        return create(keyOf(request), Buffer.concat(chunks).toString("utf8"), response);
      }
      if (url.pathname === "/v1/account") {
        const store = state.named ? { id: STORE, name: "Loja" } : undefined;
        return reply(response, 200, { store, environment: state.environment });
      }
      if (url.pathname === "/v1/balance") return reply(response, 200, { available: 1000 });
      const id = url.pathname.split("/")[3];
      if (id !== undefined && !state.readable) return reply(response, 503, {});
      if (id !== undefined) {
        const one = made.find((each) => each.id === id);
        return one === undefined ? reply(response, 404, {}) : reply(response, 200, view(one));
      }
      const reference = url.searchParams.get("external_id");
      const found = made.filter(
        ({ body }) => state.searchable && (reference === null || body["external_id"] === reference),
      );
      reply(response, 200, { data: found.map(view), pagination: { has_more: false } });
    });
  });
  server.on("connection", () => state.onConnection());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  open.push(
    async () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return Object.assign(state, { baseUrl: `http://127.0.0.1:${address.port}/v1` });
}

/** What is answered, or not, before anything is done; whether it was. */
function turnAway(
  mood: Mood,
  at: { readonly key: string; readonly poor: Set<string>; readonly response: ServerResponse },
): boolean {
  const { key, poor, response } = at;
  const refuse = (status: number, code: string): void =>
    reply(response, status, { error: { code } });
  if (mood === "poor") poor.add(key);
  if (poor.has(key)) refuse(422, "insufficient_balance");
  else if (mood === "lose_request") response.destroy();
  else if (mood === "fail_before") reply(response, 500, {});
  else if (mood === "refuse") refuse(422, "limit_exceeded");
  else if (mood === "unauthorized") refuse(401, "unauthorized");
  else if (mood === "conflict") refuse(409, "idempotency_mismatch");
  else if (mood === "later") reply(response, 429, {}, { "retry-after": "1" });
  else return false;
  return true;
}

function keyOf({ headers }: IncomingMessage): string {
  return String(headers["idempotency-key"]);
}

function reply(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export function environment(at: Bank): Record<string, string> {
  const { baseUrl, environment: name } = at;
  return { PIX_API_KEY: "sk_1", PIX_BASE_URL: baseUrl, PIX_ENVIRONMENT: name };
}
