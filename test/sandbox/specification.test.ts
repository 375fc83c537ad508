import { describe, expect, it } from "vitest";
import { payment } from "../../src/api/contract.ts";
import { PERMISSIONS } from "../../src/api/names.ts";
import type { Permission } from "../../src/api/names.ts";
import { operations } from "../../src/api/operations.ts";
import type { Operation } from "../../src/api/operations.ts";
import { parseBrCode } from "../../src/domain/brcode.ts";
import * as v from "valibot";
import { ASSUMED } from "../../src/sandbox/assumed.ts";
import { operationNames } from "../../src/sandbox/faults.ts";
import { CHARGE, fault, open, openServed, WITHDRAWAL } from "./support.ts";
import type { CallOptions } from "./support.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The specification's rules, each under its own number, spoken to in both ways. */
describe.each([
  ["in process", open],
  ["served over HTTP", openServed],
])("the specification, %s", (_way, open) => {
  const creations = [
    ["POST /payments/pix", "GET /payments", CHARGE],
    ["POST /withdrawals", "GET /withdrawals", WITHDRAWAL],
  ] as const;

  describe.each(creations)("idempotency of %s", (create, list, body) => {
    it("1. the key is scoped to the store that owns the API key", async () => {
      const { call, sandbox } = await open();
      const { key } = sandbox.control.createKey({ store: "Outra Loja" });
      const mine = await call(create, { body, idempotencyKey: "k" });
      const theirs = await call(create, {
        body: { ...body, amount: 50 },
        idempotencyKey: "k",
        key,
      });
      expect([mine.status, theirs.status]).toEqual([201, 201]);
      expect(theirs.body.id).not.toBe(mine.body.id);
      const sameStore = sandbox.control.createKey().key;
      const again = await call(create, { body, idempotencyKey: "k", key: sameStore });
      expect(again.body.id).toBe(mine.body.id);
    });

    it("2. the same key with the same body returns the original response, and creates nothing", async () => {
      const { call, clock } = await open();
      const first = await call(create, { body, idempotencyKey: "k" });
      clock.advance(60_000);
      const second = await call(create, { body, idempotencyKey: "k" });
      expect(second.text).toBe(first.text);
      expect(second.status).toBe(first.status);
      expect(second.headers["idempotency-replayed"]).toBe("true");
      expect(first.headers["idempotency-replayed"]).toBeUndefined();
      expect((await call(list)).body.data).toHaveLength(1);
    });

    it("3. the same key with a different body is 409 idempotency_mismatch", async () => {
      const { call } = await open();
      await call(create, { body, idempotencyKey: "k" });
      const other = await call(create, { body: { ...body, amount: 20 }, idempotencyKey: "k" });
      expect(other.status).toBe(409);
      expect(other.body.error.code).toBe("idempotency_mismatch");
      expect((await call(list)).body.data).toHaveLength(1);
    });

    it("4. without a key, a retry creates another one", async () => {
      const { call } = await open();
      const first = await call(create, { body });
      const second = await call(create, { body });
      expect(second.body.id).not.toBe(first.body.id);
      expect((await call(list)).body.data).toHaveLength(2);
    });

    it("5. the key may stand in the header or in the body, and the header prevails", async () => {
      const { call } = await open();
      const first = await call(create, { body: { ...body, idempotency_key: "in-body" } });
      const byHeader = await call(create, { body, idempotencyKey: "in-body" });
      expect(byHeader.text).toBe(first.text);
      const both = await call(create, {
        body: { ...body, idempotency_key: "in-body" },
        idempotencyKey: "in-header",
      });
      expect(both.body.id).not.toBe(first.body.id);
      const headerAlone = await call(create, { body, idempotencyKey: "in-header" });
      expect(headerAlone.text).toBe(both.text);
    });

    it("6. the key is at most 128 characters", async () => {
      const { call } = await open();
      const longest = "k".repeat(128);
      expect((await call(create, { body, idempotencyKey: longest })).status).toBe(201);
      for (const options of [
        { body, idempotencyKey: `${longest}k` },
        { body: { ...body, idempotency_key: `${longest}k` } },
      ]) {
        const answer = await call(create, options);
        expect(answer.status).toBe(422);
        expect(answer.body.error.code).toBe("validation_failed");
        expect(answer.body.error.details?.[0]?.field).toBe("idempotency_key");
      }
      expect((await call(list)).body.data).toHaveLength(1);
    });

    it("7. a response of status 5xx does not store the key", async () => {
      const { call, sandbox } = await open();
      const count = async (): Promise<number> => (await call(list)).body.data.length;
      sandbox.control.addFault(fault(create, { status: 503, times: 1 }));
      const before = await call(create, { body, idempotencyKey: "k" });
      expect([before.status, before.body.error.code]).toEqual([503, "provider_unavailable"]);
      expect(await count()).toBe(0);
      sandbox.control.addFault(fault(create, { status: 500, afterEffect: true, times: 1 }));
      const after = await call(create, { body, idempotencyKey: "k" });
      expect([after.status, after.body.error.code]).toEqual([500, "internal_error"]);
      expect(await count()).toBe(1);
      // The danger of the rule: the work was done, and the same key does it again.
      const retried = await call(create, { body, idempotencyKey: "k" });
      expect([retried.status, retried.headers["idempotency-replayed"]]).toEqual([201, undefined]);
      expect(await count()).toBe(2);
    });
  });

  describe("authentication", () => {
    it("1. a key that was created works, and one that was not does not", async () => {
      const { call, sandbox } = await open();
      const { key, record } = sandbox.control.createKey();
      expect((await call("GET /account", { key })).status).toBe(200);
      sandbox.control.revokeKey(record.id);
      for (const unknown of [key, "pix_sandbox_nonsense"]) {
        const answer = await call("GET /account", { key: unknown });
        expect([answer.status, answer.body.error.code]).toEqual([401, "unauthorized"]);
      }
    });

    it("2. each key belongs to one store and carries its own permissions", async () => {
      const { call, sandbox } = await open();
      const { key } = sandbox.control.createKey({
        store: "Outra Loja",
        permissions: ["account:read", "pix:read"],
      });
      const { body } = await call("GET /account", { key });
      expect(body).toMatchObject({
        store: { name: "Outra Loja" },
        permissions: ["account:read", "pix:read"],
      });
      expect((await call("GET /payments", { key })).status).toBe(200);
      const refused = await call("GET /balance", { key });
      expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_permission"]);
    });

    it("3. requests carry Authorization: Bearer <API_KEY>", async () => {
      const { call, sandbox } = await open();
      const key = sandbox.defaultKey();
      const by = async (authorization: string): Promise<number> =>
        (await call("GET /account", { headers: { authorization } })).status;
      expect(await by(`Bearer ${key}`)).toBe(200);
      expect(await by(key)).toBe(401);
      expect(await by(`Basic ${key}`)).toBe(401);
      expect(await by("")).toBe(401);
    });

    it("4. no header selects a store: the key alone does", async () => {
      const { call, sandbox } = await open();
      const { key, record } = sandbox.control.createKey({ store: "Outra Loja" });
      const made = await call("POST /payments/pix", { body: CHARGE });
      const headers = { "x-store-id": record.store.id, store: record.store.id };
      const read = await call(`GET /payments/${made.body.id}`, { headers });
      expect(read.body).toMatchObject({ store: { name: "Loja de Teste" } });
      const foreign = await call(`GET /payments/${made.body.id}`, { key });
      expect([foreign.status, foreign.body.error.code]).toEqual([404, "not_found"]);
      expect((await call("GET /payments", { key })).body.data).toEqual([]);
      expect((await call(`POST /pix/${made.body.id}/cancel`, { key })).status).toBe(404);
    });

    it("5. GET /account validates a key without side effects", async () => {
      const { call, sandbox } = await open();
      await call("GET /account");
      const before = sandbox.control.summary();
      expect((await call("GET /account")).status).toBe(200);
      expect(sandbox.control.summary()).toEqual(before);
    });

    it("6. POST /payments/pix requires permission pix:write", async () => {
      const { call, sandbox } = await open();
      const others = PERMISSIONS.filter((permission) => permission !== "pix:write");
      const without = sandbox.control.createKey({ permissions: others }).key;
      const refused = await call("POST /payments/pix", { body: CHARGE, key: without });
      expect([refused.status, refused.body.error.code]).toEqual([403, "insufficient_permission"]);
      const withIt = sandbox.control.createKey({ permissions: ["pix:write"] }).key;
      expect((await call("POST /payments/pix", { body: CHARGE, key: withIt })).status).toBe(201);
    });

    it("7. every other operation requires the permission that the sandbox assumes", async () => {
      const { call, sandbox } = await open();
      const keyWith = (permissions: readonly Permission[]): string =>
        sandbox.control.createKey({ permissions }).key;
      for (const name of operationNames) {
        const { method, path, permission }: Operation = operations[name];
        const operation = `${method} ${path.replace("{id}", "6f1f7e0c-5a0e-4a43-a2ee-1f0f3f1c7a52")}`;
        const others = PERMISSIONS.filter((one) => one !== permission);
        const body = method === "POST" ? { body: {} } : {};
        expect((await call(operation, { ...body, key: keyWith(others) })).status).toBe(403);
        expect((await call(operation, { ...body, key: keyWith([permission]) })).status).not.toBe(
          403,
        );
        expect((await call(operation, { ...body, key: "nobody" })).status).toBe(401);
      }
    });
  });

  describe("the fields of POST /payments/pix", () => {
    const required = [
      "customer",
      "customer.email",
      "customer.name",
      "customer.document",
      "amount",
      "notification_url",
    ];

    it.each(required)("%s is required", async (field) => {
      const { call } = await open();
      const answer = await call("POST /payments/pix", { body: without(CHARGE, field) });
      expect([answer.status, answer.body.error.code]).toEqual([422, "validation_failed"]);
      expect(answer.body.error.details?.map((one) => one.field)).toContain(field);
    });

    it.each([
      ["customer.phone", "+55 11 98888-7777", 42],
      ["currency", "BRL", 42],
      ["metadata", { order: "A-1", constructor: "own", deep: { list: [1, null] } }, "text"],
      ["metadata", {}, [1]],
      ["partner_checkout_url", "https://loja.com.br/checkout", "http://loja.com.br/checkout"],
      ["idempotency_key", "k", 42],
      ["customer.email", "maria@loja.com.br", "maria"],
      ["customer.name", "Maria da Silva", "   "],
    ])("%s may be %j and not %j", async (field, good, bad) => {
      const { call } = await open();
      const kept = await call("POST /payments/pix", { body: withField(CHARGE, field, good) });
      expect(kept.status).toBe(201);
      if (field !== "idempotency_key") expect(valueAt(kept.body, field)).toEqual(good);
      const refused = await call("POST /payments/pix", { body: withField(CHARGE, field, bad) });
      expect([refused.status, refused.body.error.code]).toEqual([422, "validation_failed"]);
      expect(refused.body.error.details?.[0]?.field).toBe(field);
    });

    it.each(["52998224725", "529.982.247-25", "11.222.333/0001-81", "12ABC34501DE35"])(
      "customer.document is a CPF or CNPJ, formatted or not: %s",
      async (document) => {
        const { call } = await open();
        const body = withField(CHARGE, "customer.document", document);
        expect((await call("POST /payments/pix", { body })).status).toBe(201);
      },
    );

    it.each(["52998224724", "00000000000", "123", "ABC"])(
      "customer.document %s is 422 invalid_document",
      async (document) => {
        const { call } = await open();
        const body = withField(CHARGE, "customer.document", document);
        const answer = await call("POST /payments/pix", { body });
        expect([answer.status, answer.body.error.code]).toEqual([422, "invalid_document"]);
      },
    );

    it("currency other than BRL is 422 unsupported_currency", async () => {
      const { call } = await open();
      const answer = await call("POST /payments/pix", { body: { ...CHARGE, currency: "USD" } });
      expect([answer.status, answer.body.error.code]).toEqual([422, "unsupported_currency"]);
    });

    it("amount is in reais with two decimals at most, never text", async () => {
      const { call } = await open();
      for (const amount of [19.999, "19.90", null, true]) {
        const answer = await call("POST /payments/pix", { body: { ...CHARGE, amount } });
        expect([answer.status, answer.body.error.code]).toEqual([422, "validation_failed"]);
      }
      const answer = await call("POST /payments/pix", { body: { ...CHARGE, amount: 1234.56 } });
      expect(answer.body).toMatchObject({ amount: 1234.56 });
      const code = parseBrCode(String(answer.body["copy_paste"]));
      expect(code.ok && code.value.amountCents).toBe(123_456);
    });
  });

  describe("the fields of the payment", () => {
    it("the response has every field of the table", async () => {
      const { call } = await open();
      const { status, body } = await call("POST /payments/pix", { body: CHARGE });
      expect(status).toBe(201);
      expect(v.is(payment, body)).toBe(true);
      expect(Object.keys(body).toSorted()).toEqual(Object.keys(payment.entries).toSorted());
      expect(body).toMatchObject({
        id: expect.stringMatching(UUID),
        store: { id: expect.stringMatching(UUID), name: "Loja de Teste" },
        status: "waiting_payment",
        amount: 19.9,
        currency: "BRL",
        notification_url: CHARGE.notification_url,
        paid_at: null,
      });
    });

    it("copy_paste is a PIX EMV code with the amount, which nobody can pay for real", async () => {
      const { call } = await open();
      const { body } = await call("POST /payments/pix", { body: CHARGE });
      const code = parseBrCode(String(body["copy_paste"]));
      expect(code.ok && code.value).toMatchObject({
        type: "dynamic",
        amountCents: 1990,
        warnings: [],
      });
      expect(code.ok && code.value.url).toMatch(/^qr\.pix\.invalid\//);
    });

    it("qrcode is a PNG as a data URI", async () => {
      const { call } = await open();
      const { body } = await call("POST /payments/pix", { body: CHARGE });
      const [scheme, data = ""] = String(body["qrcode"]).split(",");
      expect(scheme).toBe("data:image/png;base64");
      expect(Buffer.from(data, "base64").subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    });
  });

  describe("states and transitions", () => {
    it("a valid request makes a charge that waits for its payment, with its codes", async () => {
      const { call } = await open();
      const { body } = await call("POST /payments/pix", { body: CHARGE });
      expect(body).toMatchObject({ status: "waiting_payment", paid_at: null });
      expect((await call(`GET /payments/${body.id}`)).body).toEqual(body);
    });

    it("a paid, expired, cancelled and failed charge is each seen as such, and stays so", async () => {
      const { call, sandbox, clock } = await open();
      const make = async (): Promise<string> =>
        (await call("POST /payments/pix", { body: CHARGE })).body.id;
      const [paid, expired, cancelled, failed] = [
        await make(),
        await make(),
        await make(),
        await make(),
      ];
      await sandbox.control.pay(paid);
      expect((await call(`POST /pix/${cancelled}/cancel`)).body.status).toBe("cancelled");
      await sandbox.control.fail(failed);
      clock.advance(ASSUMED.chargeExpiresAfterMs);
      const statusOf = async (id: string): Promise<string> =>
        (await call(`GET /payments/${id}`)).body.status;
      expect(await statusOf(paid)).toBe("paid");
      expect(await statusOf(expired)).toBe("expired");
      expect(await statusOf(cancelled)).toBe("cancelled");
      expect(await statusOf(failed)).toBe("failed");
      for (const id of [paid, expired, cancelled, failed]) {
        const answer = await call(`POST /pix/${id}/cancel`);
        expect([answer.status, answer.body.error.code]).toEqual([409, "invalid_state"]);
        await expect(sandbox.control.pay(id)).rejects.toMatchObject({ code: "invalid_state" });
      }
    });
  });

  describe("errors", () => {
    it.each([
      [422, "amount_below_minimum", { ...CHARGE, amount: 0.99 }],
      [422, "amount_below_minimum", { ...CHARGE, amount: 0 }],
      [422, "amount_below_minimum", { ...CHARGE, amount: -5 }],
      [422, "amount_above_maximum", { ...CHARGE, amount: 15_000.01 }],
    ])("%i %s", async (status, code, body) => {
      const { call } = await open();
      const answer = await call("POST /payments/pix", { body });
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    });

    it("every failure carries an error object with code, message and request_id", async () => {
      const { call } = await open();
      const failures: readonly (readonly [number, string, string, CallOptions])[] = [
        [400, "invalid_json", "POST /payments/pix", { raw: "{" }],
        [400, "invalid_json", "POST /payments/pix", { raw: "" }],
        [400, "invalid_json", "POST /payments/pix", { raw: new Uint8Array([0x22, 0xff, 0x22]) }],
        [400, "invalid_json", "POST /payments/pix", { raw: "[".repeat(500_000) }],
        [400, "invalid_json", "POST /payments/pix", { raw: `${"[".repeat(40)}${"]".repeat(40)}` }],
        [401, "unauthorized", "GET /account", { key: "nobody" }],
        [404, "not_found", "GET /nothing", {}],
        [404, "not_found", "GET /payments/6f1f7e0c-5a0e-4a43-a2ee-1f0f3f1c7a52", {}],
        [404, "not_found", "GET /payments/not-an-id", {}],
        [404, "not_found", "POST /pix/6f1f7e0c-5a0e-4a43-a2ee-1f0f3f1c7a52/cancel", {}],
        [405, "method_not_allowed", "DELETE /payments", {}],
        [405, "method_not_allowed", "PUT /withdrawals", { body: {} }],
        [413, "payload_too_large", "POST /payments/pix", { raw: `"${"x".repeat(1024 * 1024)}"` }],
        [
          415,
          "unsupported_media_type",
          "POST /payments/pix",
          { raw: "{}", headers: text("text/plain") },
        ],
        [
          415,
          "unsupported_media_type",
          "POST /withdrawals",
          { raw: "{}", headers: text("application/xml") },
        ],
        [422, "validation_failed", "POST /payments/pix", { body: [] }],
        [422, "validation_failed", "POST /payments/pix", { body: "text" }],
        [422, "validation_failed", "POST /withdrawals", { body: null }],
        [422, "validation_failed", "GET /payments?limit=0", {}],
      ];
      for (const [status, code, operation, options] of failures) {
        const answer = await call(operation, options);
        expect([operation, answer.status, answer.body.error.code]).toEqual([
          operation,
          status,
          code,
        ]);
        expect(answer.body.error.message).not.toBe("");
        expect(answer.body.error.request_id).toBe(answer.headers["x-request-id"]);
        expect(answer.headers["content-type"]).toBe("application/json");
      }
    });

    it("405 names the methods that there are", async () => {
      const { call } = await open();
      expect((await call("DELETE /payments")).headers["allow"]).toBe("GET");
      expect((await call("DELETE /withdrawals")).headers["allow"]).toBe("POST, GET");
    });
  });

  describe("limits", () => {
    it("amounts on the edges of the range are accepted", async () => {
      const { call } = await open();
      for (const amount of [1, 15_000]) {
        expect((await call("POST /payments/pix", { body: { ...CHARGE, amount } })).status).toBe(
          201,
        );
      }
    });

    it("the range is configured by the platform", async () => {
      const { call } = await open({ assumed: { chargeCentsMin: 500, chargeCentsMax: 1000 } });
      const code = async (amount: number): Promise<string | number> => {
        const answer = await call("POST /payments/pix", { body: { ...CHARGE, amount } });
        return answer.status === 201 ? 201 : answer.body.error.code;
      };
      expect(await code(4.99)).toBe("amount_below_minimum");
      expect(await code(5)).toBe(201);
      expect(await code(10)).toBe(201);
      expect(await code(10.01)).toBe("amount_above_maximum");
    });
  });

  describe("versioning", () => {
    it("the version is part of the path: /v1", async () => {
      const { call } = await open();
      expect((await call("GET /account")).status).toBe(200);
      for (const path of ["/../account", "/../v2/account", "/../v1account"]) {
        expect((await call(`GET ${path}`)).body.error.code).toBe("not_found");
      }
    });
  });

  describe("conventions", () => {
    it("public identifiers are UUIDs, and money is a number of reais", async () => {
      const { call } = await open();
      const charge = await call("POST /payments/pix", { body: CHARGE });
      const withdrawal = await call("POST /withdrawals", { body: WITHDRAWAL });
      const link = await call("POST /payment-links", { body: { title: "Camiseta", amount: 49.9 } });
      for (const { body } of [charge, withdrawal, link]) {
        expect(body.id).toMatch(UUID);
        expect(typeof body["amount"]).toBe("number");
        expect(body["currency"]).toBe("BRL");
      }
    });
  });
});

function text(contentType: string): Readonly<Record<string, string>> {
  return { "content-type": contentType };
}

type Tree = Readonly<Record<string, unknown>>;

function without(body: Tree, field: string): Tree {
  const [first = "", ...rest] = field.split(".");
  if (rest.length > 0) return { ...body, [first]: without(treeAt(body, first), rest.join(".")) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== first));
}

function withField(body: Tree, field: string, value: unknown): Tree {
  const [first = "", ...rest] = field.split(".");
  if (rest.length === 0) return { ...body, [first]: value };
  return { ...body, [first]: withField(treeAt(body, first), rest.join("."), value) };
}

function valueAt(body: Tree, field: string): unknown {
  const [first = "", ...rest] = field.split(".");
  return rest.length === 0 ? body[first] : valueAt(treeAt(body, first), rest.join("."));
}

function treeAt(body: Tree, field: string): Tree {
  const value = body[field];
  return typeof value === "object" && value !== null ? { ...value } : {};
}
