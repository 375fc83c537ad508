import { describe, expect, it } from "vitest";
import type { Answer } from "../../src/api/answer.ts";
import { SendError } from "../../src/api/send/send.ts";
import type { SendFault } from "../../src/api/send/send.ts";
import { ServiceError, UnavailableError, UnknownOutcomeError } from "../../src/errors.ts";
import { payoutKey } from "../../src/payouts/key.ts";
import { outcomeOf } from "../../src/payouts/outcome.ts";
import type { Sent, Withdrawal } from "../../src/payouts/outcome.ts";

const CENTS = 15_000;

function answered(amount: number | string | undefined): Sent {
  const value = { id: "w", ...(amount === undefined ? {} : { amount }) } as Withdrawal;
  const answer = { value, raw: value, text: "{}", status: 201, headers: {} } as Answer<Withdrawal>;
  return { ok: true, answer };
}

const failed = (error: unknown): Sent => ({ ok: false, error });
const service = (status: number, code?: string, retryAfterMs?: number): Sent =>
  failed(new ServiceError("no", { status, code, retryAfterMs, effect: "refused" }));
const unknown = (status?: number, retryAfterMs?: number): Sent =>
  failed(new UnknownOutcomeError("?", { status, retryAfterMs }));

const cut = (fault: SendFault): Sent =>
  failed(new UnknownOutcomeError("?", { cause: new SendError(fault, "unknown") }));

/** The table of outcomes, row by row: what was seen, and what it means for the money. */
const TABLE: readonly (readonly [string, Sent, string, object?])[] = [
  [
    "nothing left this machine",
    failed(new UnavailableError("", { effect: "nothing_sent" })),
    "not_sent",
  ],
  [
    "not reached, after an answer",
    failed(new UnavailableError("", { effect: "refused" })),
    "unknown",
  ],
  ["2xx, and the amount agrees", answered(150), "accepted"],
  ["2xx, and the amount agrees as text", answered("150.00"), "accepted"],
  ["2xx of another amount", answered(1.5), "unknown", { lost: false }],
  ["2xx without an amount", answered(undefined), "unknown", { lost: false }],
  ["no answer", unknown(), "unknown", { lost: true }],
  ["a cut answer, which may have been a 5xx", cut("truncated"), "unknown", { lost: false }],
  ["an answer that is too large", cut("too_large"), "unknown", { lost: false }],
  ["garbage", cut("malformed"), "unknown", { lost: false }],
  ["a connection that was reset", cut("reset"), "unknown", { lost: true }],
  ["404 without a code, as a proxy's", service(404), "unknown", { lost: false }],
  ["408", unknown(408), "unknown", { lost: false }],
  ["3xx", unknown(302), "unknown", { lost: false }],
  ["500", unknown(500), "unknown", { lost: false }],
  ["503", unknown(503), "unknown", { lost: false }],
  ["503 with Retry-After", unknown(503, 5_000), "unknown", { lost: false }],
  ["500 with Retry-After", unknown(500, 5_000), "unknown", { lost: false }],
  ["400", service(400, "invalid_json"), "refused"],
  ["404", service(404, "not_found"), "refused"],
  ["422", service(422, "invalid_pix_key"), "refused"],
  ["insufficient balance", service(422, "insufficient_balance"), "blocked"],
  ["401", service(401), "blocked"],
  ["403", service(403), "blocked"],
  ["409 mismatch", service(409, "idempotency_mismatch"), "conflict"],
  ["409 in progress", service(409, "idempotency_in_progress"), "later"],
  ["429", service(429), "later"],
  ["429 that asks for an hour", service(429, "slow", 3_600_000), "later", { waitMs: 60_000 }],
  ["an answer nobody foresaw", service(418), "unknown", { lost: false }],
  ["409 of another kind", service(409, "invalid_state"), "unknown", { lost: false }],
  ["an error that is no error of ours", failed(new Error("bug")), "unknown", { lost: true }],
];

describe("the outcome of a send", () => {
  for (const [name, sent, kind, more = {}] of TABLE) {
    it(`${name}: ${kind}`, () => {
      expect(outcomeOf(sent, CENTS)).toMatchObject({ kind, ...more });
    });
  }
});

describe("the key of a payment", () => {
  const identity = {
    environment: "production",
    storeId: "s",
    batchId: "",
    rowId: "salary-1",
    generation: 0,
  };

  it("is the same for ever: a changed key would pay what was paid already", () => {
    expect(payoutKey(identity)).toBe("pix1.IHAzpOw5SL-BfL7ovWPuHle1VQ_KP6jaEFA4gcNH4iU");
  });

  it("changes with everything that makes the payment another one", () => {
    const others = [
      { environment: "staging" },
      { storeId: "t" },
      { batchId: "november" },
      { rowId: "salary-2" },
      { generation: 1 },
    ];
    const keys = [{}, ...others].map((other) => payoutKey(Object.assign({}, identity, other)));
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(key).toMatch(/^pix1\.[A-Za-z0-9_-]{43}$/);
  });

  it("does not confuse neighbours", () => {
    expect(payoutKey({ ...identity, batchId: "a", rowId: "b" })).not.toBe(
      payoutKey({ ...identity, batchId: "ab", rowId: "" }),
    );
  });
});
