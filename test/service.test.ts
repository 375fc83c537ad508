import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { PixResult } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import type { Reply, Stub } from "./support/stub.ts";

const KEY = "sk_test_3b1f2c";
const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";
const CODE =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
  "5204000053039865406100.505802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix" +
  "2552pix.example.com/rec/2353c790eefb11eaadc10242ac12000263042875";

const CHARGE = [
  ...["pix", "create", "--amount", "100.50", "--name", "Maria da Silva"],
  ...["--email", "maria@example.com", "--document", "529.982.247-25"],
  ...["--notification-url", "https://example.com/pix"],
];

const PAYMENT = { id: ID, status: "waiting_payment", amount: 100.5, copy_paste: CODE };

/** A service whose account is in order and which answers everything else as the test says. */
async function service(reply: (count: number) => Reply): Promise<Stub> {
  return stub(({ path }, count) =>
    path === "/account"
      ? { body: { environment: "staging", store: { id: ID, name: "Loja" } } }
      : reply(count),
  );
}

async function run(at: Stub, args: readonly string[]): Promise<PixResult> {
  const env = { PIX_API_KEY: KEY, PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
  return machine().pix(args, { env });
}

const failure = (code: string): unknown => ({
  error: { code, message: `the service says ${code}`, request_id: "req_42" },
});

interface Case {
  readonly name: string;
  readonly reply: Reply;
  /** Exit codes of a read and of the creation of a charge. */
  readonly get: number;
  readonly create: number;
  /** How often the creation is sent in all. */
  readonly sent: number;
  /** Words of the error of the creation. */
  readonly says: RegExp;
}

const CASES: readonly Case[] = [
  {
    name: "400",
    reply: { status: 400, body: failure("invalid_json") },
    get: 3,
    create: 3,
    sent: 1,
    says: /refused/,
  },
  {
    name: "401",
    reply: { status: 401, body: failure("unauthorized") },
    get: 4,
    create: 4,
    sent: 1,
    says: /refused/,
  },
  {
    name: "403",
    reply: { status: 403, body: failure("forbidden") },
    get: 4,
    create: 4,
    sent: 1,
    says: /refused/,
  },
  {
    name: "404",
    reply: { status: 404, body: failure("not_found") },
    get: 5,
    create: 5,
    sent: 1,
    says: /refused/,
  },
  {
    name: "409",
    reply: { status: 409, body: failure("idempotency_mismatch") },
    get: 6,
    create: 6,
    sent: 1,
    says: /refused/,
  },
  {
    name: "422",
    reply: { status: 422, body: failure("amount_below_minimum") },
    get: 3,
    create: 3,
    sent: 1,
    says: /refused/,
  },
  {
    name: "429",
    reply: { status: 429, body: failure("rate_limited") },
    get: 7,
    create: 7,
    sent: 4,
    says: /refused/,
  },
  {
    name: "500",
    reply: { status: 500, body: failure("internal_error") },
    get: 7,
    create: 8,
    sent: 4,
    says: /unknown/,
  },
  {
    name: "503",
    reply: { status: 503, body: failure("unavailable") },
    get: 7,
    create: 8,
    sent: 4,
    says: /unknown/,
  },
  {
    name: "HTML",
    reply: { body: "<html><h1>Hello</h1></html>" },
    get: 3,
    create: 8,
    sent: 1,
    says: /unknown/,
  },
  { name: "nothing", reply: { status: 200 }, get: 3, create: 8, sent: 1, says: /unknown/ },
  { name: "204", reply: { status: 204 }, get: 3, create: 8, sent: 1, says: /unknown/ },
  {
    name: "garbage",
    reply: { body: "\u0000{{{", headers: { "content-type": "application/json" } },
    get: 3,
    create: 8,
    sent: 1,
    says: /unknown/,
  },
  {
    name: "another shape",
    reply: { body: { hello: "world" } },
    get: 3,
    create: 8,
    sent: 1,
    says: /unknown/,
  },
  {
    name: "a redirect",
    reply: { status: 302, headers: { location: "https://evil.example/" } },
    get: 3,
    create: 8,
    sent: 1,
    says: /unknown/,
  },
  { name: "a lost answer", reply: { drop: true }, get: 7, create: 8, sent: 4, says: /unknown/ },
];

describe("a service that answers", () => {
  for (const { name, reply, get, create, sent, says } of CASES) {
    it(`${name}: exits ${get} for a read and ${create} for a charge, with one clear message`, async () => {
      const at = await service(() => reply);
      const read = await run(at, ["pix", "get", ID]);
      expect(read.code, read.stderr).toBe(get);
      const written = await run(at, CHARGE);
      expect(written.code, written.stderr).toBe(create);
      expect(written.stderr).toMatch(says);
      expect(at.of("POST", "/payments/pix").length).toBe(sent);
      const keys = at.of("POST", "/payments/pix").map(({ headers }) => headers["idempotency-key"]);
      expect(new Set(keys).size).toBe(1);
      const bodies = at.of("POST", "/payments/pix").map(({ body }) => body);
      expect(new Set(bodies).size).toBe(1);
      for (const { stdout, stderr } of [read, written]) {
        expect(stdout).toBe("");
        expect(stderr).toMatch(/^error: /);
        expect(stderr).not.toMatch(/^\s+at |undefined|\[object|NaN/m);
        expect(stderr).not.toContain(KEY);
        if (typeof reply.body === "object") expect(stderr).toMatch(/req_42|hello|field/);
      }
      // The machine's profile is made of variables: the command to paste must not name it.
      if (create === 8) expect(written.stderr).not.toContain("--profile");
      if (create === 8) expect(written.stderr).toContain(`--idempotency-key ${String(keys[0])}`);
    });
  }

  it("a readable answer after a lost one: the charge is shown, and only one key was used", async () => {
    const at = await service((count) => (count === 1 ? { drop: true } : { body: PAYMENT }));
    const { code, stdout } = await run(at, CHARGE);
    expect(code).toBe(0);
    expect(stdout).toContain(`id\t${ID}\n`);
    const keys = at.of("POST", "/payments/pix").map(({ headers }) => headers["idempotency-key"]);
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
  });

  it("a lost answer and then a refusal: the outcome is unknown, not refused", async () => {
    const at = await service((count) =>
      count === 1 ? { drop: true } : { status: 422, body: failure("limit_exceeded") },
    );
    const { code, stderr } = await run(at, CHARGE);
    expect(code, stderr).toBe(8);
    expect(stderr).toContain("outcome is unknown");
  });

  it("one JSON object on stderr where JSON was asked for", async () => {
    const at = await service(() => ({ status: 422, body: failure("amount_below_minimum") }));
    const { stdout, stderr } = await run(at, [...CHARGE, "--json"]);
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        code: "amount_below_minimum",
        request_id: "req_42",
        status: 422,
        exit_code: 3,
      },
    });
  });
});

describe("an answer that contradicts the request", () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ["another amount", { ...PAYMENT, amount: 10.05 }],
    ["an amount in cents", { ...PAYMENT, amount: 10050 }],
    ["another currency", { ...PAYMENT, currency: "USD" }],
    ["no amount", { id: ID, status: "waiting_payment", copy_paste: CODE }],
    ["a code with another amount", { ...PAYMENT, copy_paste: withAmount("999.99") }],
    ["a damaged code", { ...PAYMENT, copy_paste: CODE.replace("Fulano", "Fulana") }],
  ];
  for (const [name, body] of cases) {
    it(`${name}: exits 3 and the payer is not shown the code`, async () => {
      const at = await service(() => ({ status: 201, body }));
      for (const form of [[], ["--json"], ["--query", "copy_paste"]]) {
        const { code, stdout, stderr } = await run(at, [...CHARGE, ...form]);
        expect(code, stderr).toBe(3);
        expect(stdout).toBe("");
        expect(stderr).not.toContain("br.gov.bcb.pix");
        expect(stderr).toContain(ID);
      }
    });
  }

  it("is not imagined where the service is right, whatever it adds", async () => {
    const at = await service(() => ({ status: 201, body: { ...PAYMENT, colour: "blue" } }));
    const { code, stdout } = await run(at, [...CHARGE, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ ...PAYMENT, colour: "blue" });
  });
});

describe("an answer about something else", () => {
  const OTHER = "11111111-2222-4333-8444-555555555555";

  it("is never taken for the charge that was asked for, least of all as paid", async () => {
    const at = await service(() => ({ body: { ...PAYMENT, id: OTHER, status: "paid" } }));
    for (const verb of ["get", "wait", "cancel", "qr"]) {
      const { code, stdout, stderr } = await run(at, ["pix", verb, ID]);
      expect({ verb, code, stdout }, stderr).toEqual({ verb, code: 3, stdout: "" });
    }
  });

  it("does not make a cancelling of what the service did not cancel", async () => {
    for (const status of ["paid", "waiting_payment", "expired", "PAID"]) {
      const at = await service(() => ({ body: { ...PAYMENT, status } }));
      const { code, stderr } = await run(at, ["pix", "cancel", ID]);
      expect(code, stderr).toBe(3);
      expect(stderr).toContain(status);
    }
  });
});

describe("a key that the service repeats", () => {
  it("is printed from no answer, in no form", async () => {
    const body = { ...PAYMENT, store: { id: ID, name: `Loja ${KEY}` }, [KEY]: KEY };
    const at = await service(() => ({ body }));
    for (const form of [[], ["--json"], ["--debug"], ["--output", "csv"]]) {
      const { stdout, stderr } = await run(at, ["pix", "get", ID, ...form]);
      expect(stdout).toContain(ID);
      expect(stdout + stderr).not.toContain(KEY);
    }
  });
});

describe("what must not be sent", () => {
  it("nothing is written with a key of another environment", async () => {
    const at = await stub(() => ({ body: { environment: "production" } }));
    const { code, stderr } = await run(at, CHARGE);
    expect(code, stderr).toBe(4);
    expect(at.of("POST", "/payments/pix")).toEqual([]);
  });

  it("nothing at all goes out when a value is wrong", async () => {
    const at = await service(() => ({ body: PAYMENT }));
    const { code } = await run(at, [...CHARGE, "--amount", "1.234"]);
    expect(code).toBe(2);
    expect(at.received).toEqual([]);
  });

  it("a service that cannot be asked who we are: nothing was sent, and that is said", async () => {
    const at = await stub(() => ({ status: 503, body: {} }));
    const { code, stderr } = await run(at, CHARGE);
    expect(code).toBe(7);
    expect(stderr).toContain("Nothing was sent.");
  });

  it("a charge is in the ledger before its first byte is sent", async () => {
    const host = machine();
    const states: unknown[] = [];
    const at = await stub(({ path, headers }) => {
      if (path === "/account") return { body: { environment: "staging" } };
      states.push(headers["idempotency-key"]);
      return { status: 201, body: PAYMENT };
    });
    const env = { PIX_API_KEY: KEY, PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    const { code } = await host.pix(CHARGE, { env: { ...env, PIX_HOME: "/dev/null/nowhere" } });
    expect(code).toBe(1);
    expect(states).toEqual([]);
  });
});

/** The same code with another amount and a checksum that is right for it. */
function withAmount(amount: string): string {
  const body = CODE.slice(0, -4).replace(
    "5406100.50",
    `54${String(amount.length).padStart(2, "0")}${amount}`,
  );
  let crc = 0xffff;
  for (const byte of Buffer.from(body, "utf8")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    }
  }
  return body + (crc & 0xffff).toString(16).toUpperCase().padStart(4, "0");
}
