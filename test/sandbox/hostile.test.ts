import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHARGE, LINK, open, WITHDRAWAL } from "./support.ts";
import type { Call, CallOptions } from "./support.ts";

/** What each creation takes, and the fields of it that are spoiled. */
const CREATIONS = [
  {
    operation: "POST /payments/pix",
    good: CHARGE,
    fields: [
      ...["amount", "currency", "customer", "customer.name", "customer.email", "customer.document"],
      ...["metadata.__proto__", "notification_url", "partner_checkout_url", "idempotency_key"],
    ],
  },
  {
    operation: "POST /payment-links",
    good: { ...LINK, amount: 5, expires_at: "2027-01-01T00:00:00Z" },
    fields: [
      ...[
        "title",
        "description",
        "amount",
        "currency",
        "max_payments",
        "expires_at",
        "redirect_url",
      ],
      ...["notification_url", "metadata", "metadata.constructor", "__proto__"],
    ],
  },
  {
    operation: "POST /withdrawals",
    good: { ...WITHDRAWAL, amount: 1, external_id: "a" },
    fields: [
      ...["amount", "pix_key", "pix_key_type", "description", "external_id", "notification_url"],
      ...["metadata", "metadata.__proto__", "idempotency_key"],
    ],
  },
] as const;

const nasty = fc.constantFrom<unknown>(
  ...["", " ", "\u0000", "\ud800", "\u202e", "'; DROP TABLE resources; --", "x".repeat(3_000)],
  ...[0, -0, -1, 1e308, Number.MIN_VALUE, 0.1 + 0.2, 1e21, 2 ** 53 + 2, 15_000.000_001],
  ...[null, true, [], {}, [[]], { toString: 1 }, { length: -1 }],
  ...[
    "https://[",
    "\u3000https://loja.com.br/\u00a0",
    "https://a.b\\c",
    "https://\u0430.com",
    "http://127.1",
    "http://0x7f.1:99999/",
  ],
  ...["9999-99-99T99:99:99Z", "275760-09-13T00:00:00Z", "2026-02-31T00:00:00Z", "-000001-01-01"],
);
const value = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: "binary" }));

/** A good body in which some fields are not good. */
const spoiled = fc.constantFrom(...CREATIONS).chain(({ operation, good, fields }) =>
  fc
    .array(fc.tuple(fc.constantFrom(...fields), value), { minLength: 1, maxLength: 3 })
    .map((changes): [string, CallOptions] => {
      const body = JSON.parse(JSON.stringify(good));
      for (const [name, changed] of changes) put(body, name.split("."), changed);
      return [operation, { raw: JSON.stringify(body) }];
    }),
);

const foreign = fc
  .tuple(
    fc.constantFrom(...CREATIONS.map(({ operation }) => operation)),
    fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)),
      fc.integer({ min: 1, max: 100_000 }).map((depth) => "[".repeat(depth)),
      fc.integer({ min: 1, max: 10_000 }).map((depth) => '{"a":'.repeat(depth)),
    ),
  )
  .map(([operation, raw]): [string, CallOptions] => [operation, { raw }]);

const latin = fc.string({
  unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
});

function put(target: Record<string, unknown>, path: readonly string[], changed: unknown): void {
  const [first = "", ...rest] = path;
  const inner = rest.length === 0 ? changed : { ...Object(target[first]) };
  // Defined, not assigned: `__proto__` is to be a name like any other.
  Object.defineProperty(target, first, {
    value: inner,
    enumerable: true,
    writable: true,
    configurable: true,
  });
  if (rest.length > 0) put(Object(inner), rest, changed);
}

async function judge(call: Call, operation: string, options: CallOptions): Promise<void> {
  const { status, body, headers } = await call(operation, options);
  expect(headers["content-type"]).toBe("application/json");
  if (status === 200 || status === 201) return;
  expect([400, 401, 403, 404, 405, 409, 413, 415, 422]).toContain(status);
  expect(body.error.code).toMatch(/^[a-z_]+$/);
  expect(body.error.message).not.toBe("");
  expect(body.error.request_id).toBe(headers["x-request-id"]);
}

describe("whatever is sent", () => {
  it("is answered without a 500, and a failure with the error object: 10,000 bodies", async () => {
    const { call } = await open({
      assumed: { startingBalanceCents: 1_000_000_00 },
      send: async () => ({ status: 200, headers: {}, body: "" }),
    });
    const bodies = fc.oneof(spoiled, foreign);
    await fc.assert(
      fc.asyncProperty(bodies, ([operation, options]) => judge(call, operation, options)),
      { numRuns: 10_000 },
    );
    const { body } = await call("GET /balance");
    expect(Number(body["available"]) + Number(body["blocked"])).toBe(body["total"]);
  });

  it("is answered so for any path, query and header as well", async () => {
    const { call } = await open();
    const path = fc.oneof(
      fc.webPath(),
      fc.string({ unit: "grapheme" }).map((text) => `/payments/${encodeURIComponent(text)}`),
      fc.webQueryParameters().map((query) => `/withdrawals?${query}`),
      fc
        .tuple(
          fc.constantFrom("limit", "cursor", "status", "from", "to", "external_id"),
          fc.webQueryParameters(),
        )
        .map(([name, query]) => `/payments?${name}=${query}`),
    );
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH");
    const header = fc.tuple(
      fc.constantFrom("idempotency-key", "authorization", "content-type"),
      latin,
    );
    await fc.assert(
      fc.asyncProperty(method, path, header, (verb, where, [name, text]) =>
        judge(call, `${verb} ${where.replaceAll(" ", "%20")}`, { headers: { [name]: text } }),
      ),
      { numRuns: 2_000 },
    );
  });
});
