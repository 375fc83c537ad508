import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ASSUMED } from "../../src/sandbox/assumed.ts";
import { canonicalJson } from "../../src/sandbox/canonical.ts";
import { CHARGE, fault, open, WITHDRAWAL } from "./support.ts";

const CREATE = "POST /withdrawals";

describe("an idempotency key", () => {
  it("compares what the JSON says, however it is written, but for the key in it", async () => {
    const { call } = await open();
    const first = await call(CREATE, {
      raw: '{"amount":19.9,"pix_key":"a@b.com","metadata":{"x":1,"y":[1,2]}}',
      idempotencyKey: "k",
    });
    expect(first.status).toBe(201);
    for (const raw of [
      '{ "pix_key": "a@b.com", "metadata": {"y": [1, 2], "x": 1.0}, "amount": 19.90 }',
      '{"amount":1.99e1,"pix_key":"a@\\u0062.com","metadata":{"x":1,"y":[1,2]}}',
      '{"amount":19.9,"pix_key":"a@b.com","metadata":{"x":1,"y":[1,2]},"idempotency_key":"else"}',
    ]) {
      expect((await call(CREATE, { raw, idempotencyKey: "k" })).text).toBe(first.text);
    }
    for (const raw of [
      '{"amount":19.9,"pix_key":"a@b.com","metadata":{"x":1,"y":[2,1]}}',
      '{"amount":19.9,"pix_key":"a@b.com","metadata":{"x":"1","y":[1,2]}}',
      '{"amount":19.9,"pix_key":"a@b.com","metadata":{"x":1,"y":[1,2]},"unknown":1}',
      '{"amount":19.9,"pix_key":"a@b.com"}',
      "[]",
      '"text"',
    ]) {
      expect((await call(CREATE, { raw, idempotencyKey: "k" })).body.error.code).toBe(
        "idempotency_mismatch",
      );
    }
  });

  it("belongs to its operation too: the same key elsewhere is a mismatch", async () => {
    const { call } = await open();
    const body = { ...CHARGE, ...WITHDRAWAL };
    expect((await call("POST /payments/pix", { body, idempotencyKey: "k" })).status).toBe(201);
    expect((await call(CREATE, { body, idempotencyKey: "k" })).status).toBe(409);
  });

  it("repeats a refusal of the operation as well, with the first request's id", async () => {
    const { call, sandbox } = await open();
    const body = { ...WITHDRAWAL, amount: 5_000 };
    const first = await call(CREATE, { body, idempotencyKey: "k" });
    expect(first.body.error.code).toBe("insufficient_balance");
    const big = await call("POST /payments/pix", { body: { ...CHARGE, amount: 9_000 } });
    await sandbox.control.pay(big.body.id);
    const again = await call(CREATE, { body, idempotencyKey: "k" });
    expect([again.status, again.text]).toEqual([422, first.text]);
    expect((await call(CREATE, { body, idempotencyKey: "other" })).status).toBe(201);
  });

  it("is not stored by what never reached the operation", async () => {
    const { call, sandbox } = await open();
    const options = { body: WITHDRAWAL, idempotencyKey: "k" };
    const reader = sandbox.control.createKey({ permissions: ["withdrawals:read"] }).key;
    expect((await call(CREATE, { ...options, key: reader })).status).toBe(403);
    expect((await call(CREATE, { ...options, key: "nobody" })).status).toBe(401);
    expect((await call(CREATE, { raw: "{", idempotencyKey: "k" })).status).toBe(400);
    const headers = { "content-type": "text/plain" };
    expect((await call(CREATE, { ...options, headers })).status).toBe(415);
    sandbox.control.addFault(fault(CREATE, { status: 429, times: 1 }));
    expect((await call(CREATE, options)).status).toBe(429);
    expect((await call(CREATE, options)).status).toBe(201);
  });

  it("is kept for 24 hours, and then is new", async () => {
    const { call, clock } = await open();
    const options = { body: WITHDRAWAL, idempotencyKey: "k" };
    const first = await call(CREATE, options);
    clock.advance(ASSUMED.idempotencyKeptMs - 1);
    expect((await call(CREATE, options)).text).toBe(first.text);
    clock.advance(1);
    expect((await call(CREATE, options)).body.id).not.toBe(first.body.id);
  });

  it("may be any text of 1 to 128 characters", async () => {
    const { call } = await open();
    const keys = ["a b", "ção", "\u0000", "\ud800", "'", '"', "💚".repeat(64)];
    for (const idempotency_key of keys) {
      const body = { ...WITHDRAWAL, amount: 5, idempotency_key };
      const first = await call(CREATE, { body });
      expect(first.status).toBe(201);
      expect((await call(CREATE, { body })).text).toBe(first.text);
    }
    expect((await call("GET /withdrawals")).body.data).toHaveLength(keys.length);
    for (const idempotency_key of ["", 7, null, "x".repeat(129)]) {
      const answer = await call(CREATE, { body: { ...WITHDRAWAL, idempotency_key } });
      expect(answer.body.error.code).toBe("validation_failed");
    }
    expect(
      (await call(CREATE, { body: WITHDRAWAL, headers: { "idempotency-key": "" } })).status,
    ).toBe(422);
  });

  it("lets one of many simultaneous requests do the work, and the others repeat its answer", async () => {
    const { call } = await open();
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        call("POST /payments/pix", { body: CHARGE, idempotencyKey: "k" }),
      ),
    );
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(all.filter(({ headers }) => headers["idempotency-replayed"] === undefined)).toHaveLength(
      1,
    );
    expect((await call("GET /payments")).body.data).toHaveLength(1);
  });
});

describe("canonical JSON", () => {
  it("is the same for the same JSON, however it is written", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, spaced) => {
        const written: unknown = JSON.parse(JSON.stringify(reversed(value), null, spaced ? 2 : 0));
        expect(canonicalJson(written)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it("is JSON that says the same", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(plain) ?? "")).toEqual(plain);
      }),
    );
  });

  it("is not made of what is nested too deep", () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
    expect(canonicalJson(nested(32))).toBeDefined();
    expect(canonicalJson(nested(33))).toBeUndefined();
  });
});

/** The same value with the members of every object in the other order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.toReversed());
}
