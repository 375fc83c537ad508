import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { PixResult } from "./support/pix.ts";

/** Every command that talks to a service, against every way in which a service or the way to it can fail. */
const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";

/** It reads (`raw`: whatever comes), creates under a key, creates without one, or pays. */
type Kind = "read" | "raw" | "charge" | "write" | "payment";

interface Command {
  readonly kind: Kind;
  readonly args: readonly string[];
  /** The call that is struck. */
  readonly struck: string;
}

const COMMANDS: readonly Command[] = [
  { kind: "read", args: ["account"], struck: "GET /v1/account" },
  { kind: "read", args: ["balance"], struck: "GET /v1/balance" },
  { kind: "read", args: ["pix", "get", ID], struck: `GET /v1/payments/${ID}` },
  { kind: "read", args: ["pix", "list"], struck: "GET /v1/payments" },
  { kind: "read", args: ["pix", "qr", ID], struck: `GET /v1/payments/${ID}` },
  { kind: "read", args: ["links", "get", ID], struck: `GET /v1/payment-links/${ID}` },
  { kind: "read", args: ["links", "list"], struck: "GET /v1/payment-links" },
  { kind: "read", args: ["withdraw", "get", ID], struck: `GET /v1/withdrawals/${ID}` },
  { kind: "read", args: ["withdraw", "list"], struck: "GET /v1/withdrawals" },
  { kind: "raw", args: ["api", "GET", "/balance"], struck: "GET /v1/balance" },
  {
    kind: "charge",
    args: [
      ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
      ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
    ],
    struck: "POST /v1/payments/pix",
  },
  { kind: "write", args: ["pix", "cancel", ID], struck: `POST /v1/pix/${ID}/cancel` },
  {
    kind: "write",
    args: ["links", "create", "--title", "Curso", "--amount", "5"],
    struck: "POST /v1/payment-links",
  },
  {
    kind: "write",
    args: ["api", "POST", "/payment-links", "-F", "title=Curso"],
    struck: "POST /v1/payment-links",
  },
  {
    kind: "payment",
    args: ["withdraw", "create", "--amount", "5", "--pix-key", "m@example.com", "--id", "a"],
    struck: "POST /v1/withdrawals",
  },
];

/** What the struck call meets; `done` is the answer that the service would have given. */
type Strike = (call: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly done: () => string;
  readonly count: number;
}) => void;

interface Fault {
  readonly name: string;
  readonly strike: Strike;
  /** The way itself is broken: nothing arrives anywhere. */
  readonly way?: "refused" | "tls" | "proxy";
  /** Exit codes; a list where more than one is right. */
  readonly exits: Readonly<Record<Exclude<Kind, "raw">, readonly number[]>>;
}

const json = (response: ServerResponse, status: number, body: string, more = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...more });
  response.end(body);
};
const failure = (code: string): string =>
  JSON.stringify({ error: { code, message: code, request_id: "req_1" } });
const raw = (response: ServerResponse, text: string): void => {
  response.socket?.end(text);
};
const never: Strike = () => undefined;

const unsent = { read: [7], charge: [7], write: [7], payment: [7] };
/** No answer arrived, and the work may have been done. */
const lost = { read: [7], charge: [0, 8], write: [8], payment: [0, 8] };
/** An answer arrived that cannot be read; a cancelling that was confirmed so is looked up. */
const unreadable = { read: [3], charge: [8], write: [0, 3, 8], payment: [0, 8] };
const refused = (code: number): Fault["exits"] => ({
  read: [code],
  charge: [code],
  write: [code],
  payment: [code],
});

const FAULTS: readonly Fault[] = [
  { name: "refused", way: "refused", strike: never, exits: unsent },
  { name: "TLS that is none", way: "tls", strike: never, exits: unsent },
  { name: "a proxy that is gone", way: "proxy", strike: never, exits: unsent },
  { name: "reset before the work", strike: ({ response }) => response.destroy(), exits: lost },
  {
    name: "reset after the work",
    strike: ({ response, done }) => {
      done();
      response.destroy();
    },
    exits: lost,
  },
  {
    name: "no answer in time",
    strike: ({ done }) => void done(),
    exits: lost,
  },
  {
    name: "an answer that breaks off",
    strike: ({ response, done }) => {
      const body = done();
      const half = body.slice(0, body.length / 2);
      raw(
        response,
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${half}`,
      );
    },
    exits: lost,
  },
  {
    name: "a length that is too short",
    strike: ({ response, done }) => {
      const body = done();
      raw(
        response,
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n${body}`,
      );
    },
    exits: { ...unreadable, read: [3, 7] },
  },
  {
    name: "an answer of no length that breaks off",
    strike: ({ response, done }) => {
      const body = done();
      raw(
        response,
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${body.slice(0, -3)}`,
      );
    },
    exits: unreadable,
  },
  {
    name: "an answer that is too large",
    strike: ({ response, done }) => {
      done();
      response.writeHead(200, { "content-type": "application/json", "content-length": 9_000_000 });
      response.end("x".repeat(9_000_000));
    },
    exits: { ...unreadable, read: [3], charge: [0, 8] },
  },
  {
    name: "HTML",
    strike: ({ response, done }) => {
      done();
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<html>Welcome</html>");
    },
    exits: unreadable,
  },
  {
    name: "nothing",
    strike: ({ response, done }) => {
      done();
      response.writeHead(204).end();
    },
    exits: unreadable,
  },
  {
    name: "a redirect",
    strike: ({ response }) => {
      response.writeHead(307, { location: "https://evil.example/" }).end();
    },
    exits: { read: [3], charge: [8], write: [8], payment: [0, 8] },
  },
  {
    name: "JSON of another kind",
    strike: ({ response, done }) => {
      done();
      json(response, 200, "[1,2,3]");
    },
    exits: { ...unreadable, write: [0, 3, 8] },
  },
  {
    name: "the answer twice",
    strike: ({ response, done }) => {
      const body = done();
      const head = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n`;
      const one = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
      raw(response, one + one);
    },
    exits: { read: [0], charge: [0], write: [0], payment: [0] },
  },
  {
    name: "409 in progress, twice",
    strike: ({ response, done, count }) => {
      if (count <= 2) json(response, 409, failure("idempotency_in_progress"));
      else json(response, 200, done());
    },
    exits: { read: [6], charge: [0], write: [6], payment: [0] },
  },
  {
    name: "429 for ever",
    strike: ({ response }) => json(response, 429, failure("rate_limited")),
    exits: refused(7),
  },
  {
    name: "429 with Retry-After, then well",
    strike: ({ response, done, count }) => {
      if (count === 1) json(response, 429, failure("rate_limited"), { "retry-after": "2" });
      else json(response, 200, done());
    },
    exits: { read: [0], charge: [0], write: [7], payment: [0] },
  },
  {
    name: "503 with Retry-After",
    strike: ({ response }) => json(response, 503, failure("down"), { "retry-after": "1" }),
    exits: { read: [7], charge: [8], write: [8], payment: [8] },
  },
  {
    name: "500 after the work",
    strike: ({ response, done }) => {
      done();
      json(response, 500, failure("internal_error"));
    },
    exits: { read: [7], charge: [8], write: [8], payment: [0, 8] },
  },
  {
    name: "401",
    strike: ({ response }) => json(response, 401, failure("unauthorized")),
    exits: refused(4),
  },
  {
    name: "403",
    strike: ({ response }) => json(response, 403, failure("forbidden")),
    exits: refused(4),
  },
  {
    name: "404",
    strike: ({ response }) => json(response, 404, failure("not_found")),
    exits: refused(5),
  },
  {
    name: "422",
    strike: ({ response }) => json(response, 422, failure("refused")),
    exits: refused(3),
  },
];

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Service {
  readonly baseUrl: string;
  /** What the struck call has created, a key at the most once where the service keeps keys. */
  readonly effects: () => number;
}

/** A service that is well but for one call; it keeps idempotency keys unless it answers 5xx. */
async function service(struck: string, { strike, way }: Fault): Promise<Service> {
  const made = new Map<string, Record<string, unknown>>();
  let count = 0;
  const view = (id: string, body: object = {}): string =>
    JSON.stringify({ status: "pending", amount: 5, currency: "BRL", ...body, id });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://localhost");
      const call = `${request.method} ${url.pathname}`;
      const source = Buffer.concat(chunks).toString("utf8");
      const done = (): string => {
        if (request.method === "GET") return answer(url);
        const key = String(request.headers["idempotency-key"] ?? randomUUID());
        const known = made.get(key) ?? { ...JSON.parse(source || "{}"), id: idOf(call) };
        made.set(key, known);
        const more = call.endsWith("/cancel") ? { status: "cancelled" } : {};
        return view(String(known["id"]), { ...known, ...more });
      };
      if (call !== struck) return json(response, 200, done());
      count += 1;
      strike({ request, response, done, count });
    });
  });
  const idOf = (call: string): string => (call.includes(ID) ? ID : randomUUID());
  const answer = (url: URL): string => {
    if (url.pathname === "/v1/account") return JSON.stringify({ environment: "staging" });
    if (url.pathname.endsWith(ID))
      return view(ID, { status: "waiting_payment", copy_paste: "code" });
    const id = url.pathname.split("/")[3];
    const one = [...made.values()].find((each) => each["id"] === id);
    if (one !== undefined) return view(String(id), one);
    const reference = url.searchParams.get("external_id");
    const found = [...made.values()].filter((each) => each["external_id"] === reference);
    const data = reference === null ? [] : found;
    return JSON.stringify({ data, available: 1, pagination: { has_more: false } });
  };
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const close = async (): Promise<void> =>
    new Promise((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  if (way === "refused") await close();
  else open.push(close);
  const scheme = way === "tls" ? "https" : "http";
  const host =
    way === "proxy" ? "https://pix.example.com" : `${scheme}://127.0.0.1:${address.port}`;
  return { baseUrl: `${host}/v1`, effects: () => made.size };
}

async function run(at: Service, args: readonly string[], fault: Fault): Promise<PixResult> {
  const env = {
    ...{ PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" },
    ...(fault.way === "proxy" ? { HTTPS_PROXY: "http://127.0.0.1:1" } : {}),
  };
  const quick = fault.name === "no answer in time" ? ["--timeout", "100ms"] : [];
  return machine().pix([...args, ...quick], { env });
}

/** The sentence about the money that an exit code of a write comes with. */
const SENTENCES: Readonly<Record<number, RegExp>> = {
  3: /refused it|contradicts|took the cancelling|service answered|not what/,
  4: /refused it/,
  5: /refused it/,
  6: /refused it|outcome is unknown/,
  7: /Nothing was sent|refused it/,
  8: /outcome is unknown/,
};

describe("a fault", () => {
  it("is one of 24, and there are 15 commands", () => {
    expect({ faults: FAULTS.length, commands: COMMANDS.length }).toEqual({
      faults: 24,
      commands: 15,
    });
  });

  for (const fault of FAULTS) {
    it(`${fault.name}: the right code, the right sentence, one effect at the most`, async () => {
      for (const { kind, args, struck } of COMMANDS) {
        const at = await service(struck, fault);
        const { code, stdout, stderr } = await run(at, args, fault);
        const told = `${args.join(" ")}\nexit ${code}\n${stdout}${stderr}`;
        // Any JSON is an answer to a call that expects nothing.
        const right = kind === "raw" ? [...fault.exits.read, 0] : fault.exits[kind];
        expect(right, told).toContain(code);
        const writes = kind !== "read" && kind !== "raw";
        if (writes) expect(at.effects(), told).toBeLessThanOrEqual(1);
        if (code === 0) continue;
        expect(stderr, told).toMatch(/^error: /m);
        expect(stderr, told).not.toMatch(/^\s+at |undefined|\[object|NaN/m);
        if (writes) expect(stderr, told).toMatch(SENTENCES[code] ?? /^$/);
      }
    });
  }
});
