import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import type { Client } from "../../src/api/client.ts";
import { SendError } from "../../src/api/send/send.ts";
import type { SendFault, SendRequest } from "../../src/api/send/send.ts";
import {
  AnswerError,
  AuthError,
  describe as describeError,
  effectOf,
  InterruptedError,
  ServiceError,
  UnavailableError,
  UnknownOutcomeError,
  UsageError,
} from "../../src/errors.ts";
import { en } from "../../src/text/en.ts";
import {
  fakeClock,
  KEY,
  middling,
  rejection,
  reply,
  script,
  transportOver,
  type Step,
} from "./scripted.ts";

const PAYMENT = { id: "p1", status: "waiting_payment", amount: 19.9 };
const created = reply(201, PAYMENT);
const BODY = '{"amount":19.90, "customer":{"name":"José"}}';
const error = (code: string, message = "no"): unknown => ({
  error: { code, message, request_id: "req_1" },
});
const notSent = (fault: SendFault): SendError => new SendError(fault, "not_sent");
const unknown = (fault: SendFault): SendError => new SendError(fault, "unknown");

const calls = {
  read: (client: Client) => client.payments.get("p1"),
  charge: (client: Client) => client.payments.create({ body: BODY, idempotencyKey: "key-1" }),
  withdrawal: (client: Client) =>
    client.withdrawals.create({ body: BODY, idempotencyKey: "key-1" }),
  link: (client: Client) => client.links.create({ body: BODY }),
  cancel: (client: Client) => client.payments.cancel("p1"),
};
type CallName = keyof typeof calls;

/** Runs one call against a script: what came of it, in one line, with the requests and the pauses. */
async function run(
  name: CallName,
  steps: readonly Step[],
  changes: Parameters<typeof transportOver>[1] = {},
) {
  const { send, requests } = script(...steps);
  const { transport, clock } = transportOver(send, changes);
  const [settled] = await Promise.allSettled([calls[name](createClient(transport))]);
  const failure: unknown = settled.status === "rejected" ? settled.reason : undefined;
  const outcome =
    settled.status === "fulfilled"
      ? `ok ${settled.value.value.id}`
      : `${nameOf(failure)} ${effectOf(failure)}`;
  const said = failure === undefined ? undefined : describeError(failure, en);
  return { outcome, failure, said, exitCode: said?.exitCode ?? 0, requests, slept: clock.slept };
}

function nameOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure instanceof ServiceError ? `${failure.name} ${failure.status}` : failure.name;
}

const four = <T>(step: T): T[] => [step, step, step, step];

describe("what is sent", () => {
  it("carries the key, the version and the kinds of content, to the address below the base", async () => {
    const { requests } = await run("charge", [created]);
    const [request] = requests;
    expect(request?.url.href).toBe("https://service.example.com/v1/payments/pix");
    expect(request?.headers).toEqual({
      authorization: `Bearer ${KEY}`,
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "pix/9.9.9",
      "idempotency-key": "key-1",
    });
    expect(request).toMatchObject({ method: "POST", body: BODY, bodyBytesMax: 8 * 1024 * 1024 });
  });

  it("gives a connection 5 s, a read 30 s and a write 60 s", async () => {
    const read = await run("read", [reply(200, PAYMENT)]);
    const write = await run("charge", [created]);
    expect(read.requests[0]).toMatchObject({ connectTimeoutMs: 5_000, answerTimeoutMs: 30_000 });
    expect(write.requests[0]).toMatchObject({ connectTimeoutMs: 5_000, answerTimeoutMs: 60_000 });
  });

  it("takes the time from --timeout instead, for the connection too when it is shorter", async () => {
    const { requests } = await run("charge", [created], { answerTimeoutMs: 2_000 });
    expect(requests[0]).toMatchObject({ connectTimeoutMs: 2_000, answerTimeoutMs: 2_000 });
  });

  it("asks for the key once, and only when something is sent", async () => {
    let asked = 0;
    const { send } = script(created, created);
    const { transport } = transportOver(send, { key: async () => ((asked += 1), KEY) });
    expect(asked).toBe(0);
    const client = createClient(transport);
    await calls.charge(client);
    await calls.charge(client);
    expect(asked).toBe(1);
  });

  it.each([
    ["the key has a line break", { key: async () => "sk_live\nX-Evil: 1" }, AuthError],
    ["the key has a letter no header carries", { key: async () => "sk_ł" }, AuthError],
    ["the key is empty", { key: async () => "" }, AuthError],
  ])("is nothing when %s", async (_what, changes, kind) => {
    const { failure, requests } = await run("charge", [], changes);
    expect(failure).toBeInstanceOf(kind);
    expect(requests).toEqual([]);
    expect(String(failure)).not.toContain("sk_l");
  });

  it.each(["", " k", "k\n", "ключ", "x".repeat(129)])(
    "is nothing when the idempotency key is %j",
    async (key) => {
      const { send, requests } = script();
      const client = createClient(transportOver(send).transport);
      const failure = await rejection(client.payments.create({ body: BODY, idempotencyKey: key }));
      expect(failure).toBeInstanceOf(UsageError);
      expect(requests).toEqual([]);
    },
  );

  it.each([
    "http://service.example.com/v1",
    "ftp://service.example.com/v1",
    "https://user:password@service.example.com/v1",
    "https://service.example.com/v1?x=1",
    "service.example.com/v1",
  ])("never goes to %s", (baseUrl) => {
    expect(() => transportOver(script().send, { baseUrl })).toThrow(UsageError);
  });

  it.each(["http://127.0.0.1:4010/v1", "http://localhost:4010/v1/", "http://[::1]:4010/v1"])(
    "may go to %s without TLS, because it is this machine",
    async (baseUrl) => {
      const { requests } = await run("read", [reply(200, PAYMENT)], { baseUrl });
      expect(requests[0]?.url.pathname).toBe("/v1/payments/p1");
    },
  );
});

describe("an answer", () => {
  it("keeps what the service said: text, unknown fields, headers, request id and replay", async () => {
    const text =
      '{"id":"p1","status":"on_fire","amount":19.90,"new_field":{"a":12345678901234567890}}';
    const headers = { "x-request-id": "req_9", "idempotency-replayed": "true" };
    const { send } = script(reply(200, text, headers));
    const answer = await createClient(transportOver(send).transport).payments.get("p1");
    expect(answer).toMatchObject({ text, status: 200, requestId: "req_9", replayed: true });
    expect(answer.raw).toHaveProperty("new_field");
    expect(answer.value.status).toBe("on_fire");
  });
});

describe("a read", () => {
  it.each<[string, readonly Step[], string, number]>([
    ["200", [reply(200, PAYMENT)], "ok p1", 0],
    ["400", [reply(400, error("bad"))], "ServiceError 400 unknown", 3],
    ["401", [reply(401, error("unauthorized"))], "ServiceError 401 unknown", 4],
    ["403", [reply(403, error("insufficient_permission"))], "ServiceError 403 unknown", 4],
    ["404", [reply(404, error("not_found"))], "ServiceError 404 unknown", 5],
    ["409", [reply(409, error("invalid_state"))], "ServiceError 409 unknown", 6],
    ["422", [reply(422, error("invalid_document"))], "ServiceError 422 unknown", 3],
    ["429 to the end", four(reply(429, error("rate_limited"))), "ServiceError 429 unknown", 7],
    ["500 to the end", four(reply(500, error("internal_error"))), "ServiceError 500 unknown", 7],
    ["503, then 200", [reply(503), reply(200, PAYMENT)], "ok p1", 0],
    [
      "a redirect",
      [reply(302, "", { location: "https://elsewhere.example/x" })],
      "AnswerError unknown",
      3,
    ],
    ["304", [reply(304)], "AnswerError unknown", 3],
    ["an empty 200", [reply(200)], "AnswerError unknown", 3],
    ["204", [reply(204)], "AnswerError unknown", 3],
    ["HTML", [reply(200, "<!doctype html><title>Hi</title>")], "AnswerError unknown", 3],
    [
      "HTML with 502 to the end",
      four(reply(502, "<html>Bad Gateway</html>")),
      "ServiceError 502 unknown",
      7,
    ],
    [
      "broken JSON",
      [reply(200, '{"id":', { "content-type": "application/json" })],
      "AnswerError unknown",
      3,
    ],
    ["another shape", [reply(200, { id: "p1" })], "AnswerError unknown", 3],
    ["no connection to the end", four(notSent("refused")), "UnavailableError unknown", 7],
    ["no answer to the end", four(unknown("answer_timeout")), "UnavailableError unknown", 7],
    ["a reset, then 200", [unknown("reset"), reply(200, PAYMENT)], "ok p1", 0],
    ["an answer cut off, then 200", [unknown("truncated"), reply(200, PAYMENT)], "ok p1", 0],
    ["no HTTP to the end", four(unknown("malformed")), "AnswerError unknown", 3],
    ["too much", [unknown("too_large")], "AnswerError unknown", 3],
    ["a wrong certificate", [notSent("tls")], "UnavailableError unknown", 7],
  ])("that meets %s", async (_what, steps, outcome, exitCode) => {
    const seen = await run("read", steps);
    expect([seen.outcome, seen.exitCode, seen.requests.length]).toEqual([
      outcome,
      exitCode,
      steps.length,
    ]);
    expect(seen.said?.effect).toBeUndefined();
  });
});

describe("a charge", () => {
  it.each<[string, readonly Step[], string, number]>([
    ["201", [created], "ok p1", 0],
    ["400", [reply(400, error("bad"))], "ServiceError 400 refused", 3],
    ["401", [reply(401, error("unauthorized"))], "ServiceError 401 refused", 4],
    ["404", [reply(404)], "ServiceError 404 refused", 5],
    ["409 mismatch", [reply(409, error("idempotency_mismatch"))], "ServiceError 409 refused", 6],
    ["422", [reply(422, error("amount_below_minimum"))], "ServiceError 422 refused", 3],
    ["429 to the end", four(reply(429, error("rate_limited"))), "ServiceError 429 refused", 7],
    ["429, then 201", [reply(429), created], "ok p1", 0],
    [
      "409 in progress, then 201",
      [reply(409, error("idempotency_in_progress")), created],
      "ok p1",
      0,
    ],
    [
      "409 in progress to the end",
      four(reply(409, error("idempotency_in_progress"))),
      "UnknownOutcomeError unknown",
      8,
    ],
    ["408 to the end", four(reply(408)), "UnknownOutcomeError unknown", 8],
    ["500 to the end", four(reply(500)), "UnknownOutcomeError unknown", 8],
    ["500, then 201", [reply(500), created], "ok p1", 0],
    ["a redirect", [reply(307, "", { location: "/v2" })], "UnknownOutcomeError unknown", 8],
    ["an empty 201", [reply(201)], "UnknownOutcomeError unknown", 8],
    ["201 with HTML", [reply(201, "<html></html>")], "UnknownOutcomeError unknown", 8],
    [
      "201 without an id",
      [reply(201, { status: "waiting_payment" })],
      "UnknownOutcomeError unknown",
      8,
    ],
    ["no connection to the end", four(notSent("dns")), "UnavailableError nothing_sent", 7],
    ["no connection, then 201", [notSent("connect_timeout"), created], "ok p1", 0],
    ["no connection, then 422", [notSent("refused"), reply(422)], "ServiceError 422 refused", 3],
    ["a proxy that does not answer", four(notSent("proxy")), "UnavailableError nothing_sent", 7],
    ["a wrong certificate", [notSent("tls")], "UnavailableError nothing_sent", 7],
    ["a reset, then 201", [unknown("reset"), created], "ok p1", 0],
    ["a reset to the end", four(unknown("reset")), "UnknownOutcomeError unknown", 8],
    [
      "no answer in time to the end",
      four(unknown("answer_timeout")),
      "UnknownOutcomeError unknown",
      8,
    ],
    ["an answer too large", [unknown("too_large")], "UnknownOutcomeError unknown", 8],
  ])("that meets %s", async (_what, steps, outcome, exitCode) => {
    const seen = await run("charge", steps);
    expect([seen.outcome, seen.exitCode, seen.requests.length]).toEqual([
      outcome,
      exitCode,
      steps.length,
    ]);
  });

  it.each<[string, readonly Step[]]>([
    ["422 after a lost answer", [unknown("reset"), reply(422, error("amount_below_minimum"))]],
    ["409 after a 500", [reply(500), reply(409, error("idempotency_mismatch"))]],
    ["429 to the end after a 500", [reply(500), reply(429), reply(429), reply(429)]],
    ["401 after a 503", [reply(503), reply(401)]],
    ["404 after a 408", [reply(408), reply(404)]],
    [
      "no connection to the end after a lost answer",
      [unknown("reset"), ...four(notSent("refused")).slice(1)],
    ],
    ["a wrong certificate after a lost answer", [unknown("truncated"), notSent("tls")]],
  ])("stays unknown after one try in doubt, whatever follows: %s", async (_what, steps) => {
    const seen = await run("charge", steps);
    expect([seen.outcome, seen.exitCode]).toEqual(["UnknownOutcomeError unknown", 8]);
    expect(seen.requests).toHaveLength(steps.length);
    expect(seen.said?.message).toContain("A later try: ");
  });

  it("is known again when a later try is answered in full", async () => {
    const steps = [unknown("reset"), reply(500), notSent("refused"), created];
    expect(await run("charge", steps)).toMatchObject({ outcome: "ok p1" });
  });

  it("is the same bytes under the same key on every try", async () => {
    const { requests } = await run("charge", [
      notSent("dns"),
      unknown("reset"),
      reply(503),
      created,
    ]);
    const sent = requests.map(({ body, headers, url }) => [
      body,
      headers["idempotency-key"],
      url.href,
    ]);
    expect(sent).toEqual(four([BODY, "key-1", "https://service.example.com/v1/payments/pix"]));
  });
});

describe("a withdrawal", () => {
  it.each<[string, readonly Step[], string, number]>([
    ["201", [created], "ok p1", 0],
    ["no connection twice, then 201", [notSent("dns"), notSent("refused"), created], "ok p1", 0],
    ["no connection to the end", four(notSent("refused")), "UnavailableError nothing_sent", 7],
    ["a wrong certificate", [notSent("tls")], "UnavailableError nothing_sent", 7],
    ["a reset", [unknown("reset")], "UnknownOutcomeError unknown", 8],
    [
      "no connection, then a reset",
      [notSent("dns"), unknown("reset")],
      "UnknownOutcomeError unknown",
      8,
    ],
    ["no answer in time", [unknown("answer_timeout")], "UnknownOutcomeError unknown", 8],
    ["500", [reply(500)], "UnknownOutcomeError unknown", 8],
    ["503", [reply(503, "", { "retry-after": "7" })], "UnknownOutcomeError unknown", 8],
    ["408", [reply(408)], "UnknownOutcomeError unknown", 8],
    ["302", [reply(302)], "UnknownOutcomeError unknown", 8],
    ["201 with HTML", [reply(201, "<html>")], "UnknownOutcomeError unknown", 8],
    ["201 without an id", [reply(201, {})], "UnknownOutcomeError unknown", 8],
    ["422", [reply(422, error("insufficient_balance"))], "ServiceError 422 refused", 3],
    ["429", [reply(429, "", { "retry-after": "7" })], "ServiceError 429 refused", 7],
    ["409 mismatch", [reply(409, error("idempotency_mismatch"))], "ServiceError 409 refused", 6],
    [
      "409 in progress",
      [reply(409, error("idempotency_in_progress"))],
      "ServiceError 409 unknown",
      6,
    ],
  ])(
    "that meets %s is sent again only when no byte of it had left",
    async (_what, steps, outcome, exitCode) => {
      const seen = await run("withdrawal", steps);
      expect([seen.outcome, seen.exitCode, seen.requests.length]).toEqual([
        outcome,
        exitCode,
        steps.length,
      ]);
    },
  );

  it.each([429, 503])("hands back what the service asks to wait with a %i", async (status) => {
    const { failure } = await run("withdrawal", [reply(status, "", { "retry-after": "7" })]);
    expect(failure).toMatchObject({ status, retryAfterMs: 7_000 });
  });
});

describe.each<CallName>(["link", "cancel"])("a write without a key: %s", (name) => {
  it("is sent again only when no byte of it had left", async () => {
    expect(await run(name, [notSent("refused"), created])).toMatchObject({ outcome: "ok p1" });
    expect(await run(name, [unknown("reset")])).toMatchObject({
      outcome: "UnknownOutcomeError unknown",
    });
    expect(await run(name, [reply(503)])).toMatchObject({ outcome: "UnknownOutcomeError unknown" });
    expect(await run(name, [reply(429)])).toMatchObject({ outcome: "ServiceError 429 refused" });
  });

  it("carries no key", async () => {
    const { requests } = await run(name, [created]);
    expect(requests[0]?.headers).not.toHaveProperty("idempotency-key");
  });
});

describe("the pause between tries", () => {
  it("doubles from half a second, half of it left to chance", async () => {
    const { slept } = await run("read", four(unknown("reset")));
    expect(slept).toEqual([375, 750, 1_500]);
  });

  it.each([
    [0, [250, 500, 1_000]],
    [0.999_999, [500, 1_000, 2_000]],
  ])("spreads over the upper half when chance is %d", async (fraction, expected) => {
    const random = { ...middling, fraction: () => fraction };
    const { slept } = await run("read", four(reply(503)), { random });
    expect(slept).toEqual(expected);
  });

  it.each([
    ["seconds", "2", 2_000],
    ["nothing to wait", "0", 0],
    ["more than a minute", "3600", 60_000],
    ["a date", "Thu, 15 Jan 2026 12:00:05 GMT", 5_000],
    ["a date of the past", "Thu, 15 Jan 2026 11:59:00 GMT", 0],
    ["a date far away", "Fri, 16 Jan 2026 12:00:00 GMT", 60_000],
    ["nonsense", "soon", 375],
    ["a negative number", "-5", 375],
    ["a fraction", "1.5", 375],
    ["a number beyond all numbers", "9".repeat(400), 60_000],
  ])("is what Retry-After says: %s", async (_what, header, expected) => {
    const limited = reply(429, "", { "retry-after": header });
    const clock = fakeClock();
    await run("read", [limited, reply(200, PAYMENT)], { clock });
    expect(clock.slept).toEqual([expected]);
  });

  it("ends at once when the run is stopped, and says what that means for a write", async () => {
    const stopped = async (name: CallName, first: Step) => {
      const stopping = new AbortController();
      const clock = fakeClock({ onSleep: () => stopping.abort(new InterruptedError("SIGTERM")) });
      return run(name, [first], { clock, signal: stopping.signal });
    };
    expect(await stopped("read", reply(503))).toMatchObject({
      outcome: "InterruptedError unknown",
      exitCode: 143,
    });
    expect(await stopped("charge", notSent("dns"))).toMatchObject({
      outcome: "InterruptedError nothing_sent",
    });
    expect(await stopped("charge", reply(429))).toMatchObject({
      outcome: "InterruptedError refused",
    });
    expect(await stopped("charge", unknown("reset"))).toMatchObject({
      outcome: "UnknownOutcomeError unknown",
    });
    expect(await stopped("charge", reply(500))).toMatchObject({
      outcome: "UnknownOutcomeError unknown",
    });
  });
});

describe("a stop", () => {
  const reason = new InterruptedError("SIGINT");

  it("before a write leaves nothing sent, and nobody is asked", async () => {
    const seen = await run("charge", [], { signal: AbortSignal.abort(reason) });
    expect([seen.outcome, seen.exitCode]).toEqual(["InterruptedError nothing_sent", 130]);
    expect(seen.said?.effect).toBe(en.errors.effect.nothing_sent);
  });

  it("in the middle of a write leaves its outcome unknown, which outranks the interruption", async () => {
    const stopping = new AbortController();
    const step = (): SendError => {
      stopping.abort(reason);
      return unknown("aborted");
    };
    const seen = await run("withdrawal", [step], { signal: stopping.signal });
    expect([seen.outcome, seen.exitCode]).toEqual(["UnknownOutcomeError unknown", 8]);
  });

  it("in the middle of a read is the interruption itself", async () => {
    const signal = AbortSignal.abort(reason);
    const seen = await run("read", [unknown("aborted")], { signal });
    expect(seen.failure).toBe(reason);
  });
});

describe("a fault of this machine", () => {
  const broken = new TypeError("a bug");
  const breaking = (): never => {
    throw broken;
  };

  it("is passed on as it is", async () => {
    expect((await run("charge", [breaking])).failure).toBe(broken);
  });

  it("does not hide that a try before it left doubt", async () => {
    const { failure, outcome } = await run("charge", [reply(500), breaking]);
    expect(outcome).toBe("UnknownOutcomeError unknown");
    expect(failure).toHaveProperty("cause", broken);
  });
});

describe("the message of an error", () => {
  const messageFor = async (...steps: readonly Step[]): Promise<string | undefined> =>
    (await run("charge", steps)).said?.message;

  it.each<[string, readonly Step[], string]>([
    [
      "the specification's shape",
      [reply(422, error("amount_below_minimum", "O valor é menor."))],
      "POST /payments/pix: the service answered 422 amount_below_minimum: O valor é menor.",
    ],
    [
      "an envelope",
      [reply(422, { data: { error: { code: "x", message: "inside" } } })],
      "POST /payments/pix: the service answered 422 x: inside.",
    ],
    [
      "an envelope without an error in it",
      [reply(400, { data: { code: "x", message: "inside" } })],
      "POST /payments/pix: the service answered 400 x: inside.",
    ],
    [
      "Laravel",
      [
        reply(422, {
          message: "The given data was invalid.",
          errors: { amount: ["is required", "is odd"] },
        }),
      ],
      "POST /payments/pix: the service answered 422: The given data was invalid.",
    ],
    [
      "RFC 9457",
      [
        reply(403, {
          type: "https://example.com/probs/out-of-credit",
          title: "No credit",
          detail: "30, not 50.",
        }),
      ],
      "POST /payments/pix: the service answered 403 out-of-credit: 30, not 50.",
    ],
    [
      "OAuth",
      [reply(401, { error: "invalid_token", error_description: "expired" })],
      "POST /payments/pix: the service answered 401 invalid_token: expired.",
    ],
    [
      "a bare code",
      [reply(400, { error: "nope" })],
      "POST /payments/pix: the service answered 400 nope.",
    ],
    [
      "a list",
      [reply(400, { errors: [{ message: "first" }] })],
      "POST /payments/pix: the service answered 400: first.",
    ],
    [
      "plain text",
      [reply(404, "no route\nfor that")],
      "POST /payments/pix: the service answered 404: no route.",
    ],
    [
      "HTML",
      [reply(404, "<h1>Secret page</h1>")],
      "POST /payments/pix: the service answered 404 with a page of HTML.",
    ],
    ["nothing", [reply(400)], "POST /payments/pix: the service answered 400."],
    ["an empty object", [reply(400, {})], "POST /payments/pix: the service answered 400."],
    [
      "a redirect",
      [reply(301, "", { location: "https://new.example.com/v2/x?token=abc" })],
      "POST /payments/pix: the service answered 301 and points to https://new.example.com/v2/x; " +
        "redirects are never followed.",
    ],
    [
      "another type of content",
      [reply(200, "hello", { "content-type": "text/plain" })],
      "POST /payments/pix: the service's answer is not JSON but text/plain.",
    ],
    [
      "an array",
      [reply(200, [])],
      "POST /payments/pix: the service's answer has another shape than expected: array.",
    ],
    [
      "a field of another shape",
      [reply(200, { id: "1", status: 7 })],
      "POST /payments/pix: the field status of the service's answer has another shape than expected: number.",
    ],
    [
      "a field that is missing in an envelope",
      [reply(200, { data: { id: "1" } })],
      "POST /payments/pix: the field data.status is missing in the service's answer.",
    ],
    [
      "a fault of the network",
      four(notSent("refused")),
      "POST /payments/pix: service.example.com refused the connection (tried 4 times).",
    ],
    [
      "a wrong certificate",
      [
        new SendError("tls", "not_sent", {
          cause: Object.assign(new Error("no"), { code: "CERT_HAS_EXPIRED" }),
        }),
      ],
      "POST /payments/pix: no safe connection to service.example.com could be made (CERT_HAS_EXPIRED).",
    ],
  ])("tells what was seen: %s", async (_what, steps, message) => {
    expect(await messageFor(...steps)).toBe(message);
  });

  it("carries the request id of the body, else of the header", async () => {
    const headers = { "x-request-id": "req_header" };
    const inBody = await run("charge", [reply(422, error("x"), headers)]);
    const inHeader = await run("charge", [reply(422, "no", headers)]);
    const ofUnknown = await run("withdrawal", [reply(500, error("x"))]);
    expect([inBody, inHeader, ofUnknown].map(({ said }) => said?.requestId)).toEqual([
      "req_1",
      "req_header",
      "req_1",
    ]);
  });

  it.each([
    {
      error: {
        code: "validation_failed",
        message: "m",
        details: [{ field: "amount", code: "c", message: "no" }],
      },
    },
    { message: "m", errors: { amount: ["no"] } },
    { title: "m", "invalid-params": [{ name: "amount", reason: "no" }] },
    { message: "m", errors: [{ field: "amount", message: "no" }] },
  ])("names the fields: %j", async (body) => {
    const { said } = await run("charge", [reply(422, body)]);
    expect(said?.details).toEqual([{ field: "amount", message: "no" }]);
  });

  it("holds no key, document or e-mail, even where the service repeats them", async () => {
    const people = "529.982.247-25, 52998224725, maria@example.com, +55 11 99999-8888";
    const message = `key ${KEY}, Bearer abc.def, ${people}`;
    const body = {
      error: { code: KEY, message, request_id: KEY, details: [{ field: KEY, message }] },
    };
    const seen = [
      await run("charge", [reply(422, body)]),
      await run("charge", [reply(422, message)]),
      await run("charge", [
        reply(302, "", { location: `https://x.example/${KEY}/maria@example.com` }),
      ]),
      await run("charge", [reply(500, body), reply(422, body)]),
    ];
    const said = JSON.stringify(seen.map((each) => each.said));
    for (const secret of [KEY, "abc.def", "529.982.247-25", "52998224725", "maria@", "99999"]) {
      expect(said).not.toContain(secret);
    }
  });
});

describe("a hostile body", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  it.each<[string, string]>([
    ["nothing but brackets", deep],
    ["brackets in an error", `{"error":{"message":${deep}}}`],
    ["__proto__", '{"__proto__":{"id":"x","status":"paid"},"error":{"__proto__":{"code":"x"}}}'],
    [
      "a name of a method",
      '{"toString":1,"hasOwnProperty":2,"error":{"constructor":{"code":"x"}}}',
    ],
    [
      "a long message",
      JSON.stringify({ error: { message: "x".repeat(1_000_000), code: "y".repeat(1_000_000) } }),
    ],
    [
      "very many details",
      JSON.stringify({ errors: Array.from({ length: 100_000 }, () => ({ message: "x" })) }),
    ],
    [
      "details of every kind",
      '{"details":[null,1,"a",[],{"message":{}},{"message":null}],"errors":{"a":[null,{}]}}',
    ],
    ["null", "null"],
    ["a number", "1e999"],
    ["a byte order mark alone", "\uFEFF"],
    ["broken UTF-16", '"\\ud800"'],
    ["control characters", "\u001b[2J\u0000\u0007"],
    [
      "what is slow to match",
      `${"a@".repeat(50_000)}${"1.".repeat(50_000)}000201${"0".repeat(50_000)}`,
    ],
  ])("of %s becomes one short error, as an answer and as a failure", async (_what, body) => {
    const headers = { "content-type": "application/json" };
    for (const status of [200, 422]) {
      const seen = await run("charge", [reply(status, body, headers)], { log: () => undefined });
      expect(seen.failure).toBeInstanceOf(status === 200 ? UnknownOutcomeError : ServiceError);
      expect(seen.said?.message.length).toBeLessThan(800);
      expect(seen.said?.details.length).toBeLessThanOrEqual(50);
      expect(seen.said?.code.length).toBeLessThanOrEqual(100);
    }
  });

  it("cannot make a paid charge out of a prototype", async () => {
    const { failure } = await run("read", [reply(200, '{"__proto__":{"id":"x","status":"paid"}}')]);
    expect(failure).toBeInstanceOf(AnswerError);
  });
});

describe("whatever a service does with a charge", () => {
  const inDoubt: readonly Step[] = [
    unknown("reset"),
    unknown("answer_timeout"),
    unknown("truncated"),
    unknown("too_large"),
    reply(408),
    reply(500),
    reply(503, "", { "retry-after": "1" }),
    reply(302),
    reply(201),
    reply(201, "<html>"),
    reply(201, { status: "paid" }),
  ];
  const inProgress = reply(409, error("idempotency_in_progress"));
  const refusals: readonly Step[] = [400, 401, 403, 404, 409, 422, 429].map((status) =>
    reply(status),
  );
  const unsent: readonly Step[] = [
    notSent("dns"),
    notSent("refused"),
    notSent("tls"),
    notSent("proxy"),
  ];
  const steps = fc.array(fc.constantFrom(...inDoubt, inProgress, ...refusals, ...unsent, created), {
    minLength: 4,
    maxLength: 4,
  });

  it.each<CallName>(["charge", "withdrawal", "link"])(
    "%s never ends with a lie about the money",
    async (name) => {
      await fc.assert(
        fc.asyncProperty(steps, async (given) => {
          const { outcome, requests } = await run(name, given);
          const seen = given.slice(0, requests.length);
          const had = (kind: readonly Step[]): boolean => seen.some((step) => kind.includes(step));
          const answered = seen.findLast((step) => step === inProgress || refusals.includes(step));
          const expected = had([created])
            ? "ok"
            : had(inDoubt) || answered === inProgress
              ? "unknown"
              : answered === undefined
                ? "nothing_sent"
                : "refused";
          expect(outcome.startsWith("ok") ? "ok" : outcome.split(" ").at(-1)).toBe(expected);
          // What may have had its effect is never sent again without a key that the service honours.
          if (name !== "charge")
            expect(seen.slice(0, -1).every((step) => unsent.includes(step))).toBe(true);
        }),
        { numRuns: 1_000 },
      );
    },
  );
});

describe("errors of the three kinds", () => {
  it("say what is true of the money", async () => {
    const effects = await Promise.all([
      run("charge", four(notSent("dns"))),
      run("charge", [reply(422)]),
      run("withdrawal", [reply(500)]),
    ]);
    expect(effects.map(({ said }) => said?.effect)).toEqual([
      en.errors.effect.nothing_sent,
      en.errors.effect.refused,
      en.errors.effect.unknown,
    ]);
    expect(effects[0].failure).toBeInstanceOf(UnavailableError);
  });
});

describe("raw", () => {
  const raw = async (call: Parameters<Client["raw"]>[0], ...steps: readonly Step[]) => {
    const { send, requests } = script(...steps);
    const [settled] = await Promise.allSettled([
      createClient(transportOver(send).transport).raw(call),
    ]);
    return { settled, requests };
  };
  const sent = (requests: readonly SendRequest[]): string[] =>
    requests.map(({ method, url, body }) => `${method} ${url.href} ${body ?? ""}`.trim());

  it("takes whatever JSON comes back, or nothing, and no page of HTML", async () => {
    for (const response of [reply(200, [1]), reply(200, "7"), reply(204)]) {
      const { settled } = await raw({ method: "GET", path: "/anything?limit=1" }, response);
      expect(settled).toMatchObject({ status: "fulfilled", value: { text: response.body } });
    }
    const { settled } = await raw({ method: "GET", path: "/anything" }, reply(200, "<html>"));
    expect(settled).toMatchObject({ status: "rejected", reason: { code: "unreadable_answer" } });
  });

  it("sends any method with its body below the base", async () => {
    const { requests } = await raw(
      { method: "PATCH", path: "/things/1?a=b", body: "{}" },
      reply(200, {}),
    );
    expect(sent(requests)).toEqual(["PATCH https://service.example.com/v1/things/1?a=b {}"]);
  });

  it("repeats a charge with its key, and nothing else that writes", async () => {
    const call = { method: "POST", body: "{}", idempotencyKey: "k" } as const;
    expect(
      (await raw({ ...call, path: "/payments/pix" }, reply(503), created)).requests,
    ).toHaveLength(2);
    expect((await raw({ ...call, path: "/withdrawals" }, reply(503))).requests).toHaveLength(1);
    expect((await raw({ ...call, path: "/payment-links" }, reply(503))).requests).toHaveLength(1);
    expect(
      (await raw({ method: "POST", body: "{}", path: "/payments/pix" }, reply(503))).requests,
    ).toHaveLength(1);
  });

  it.each([
    "payments",
    "//evil.example/x",
    "/../admin",
    "/payments/..",
    "/payments/%2e%2E/x",
    "/payments/.",
    "/a//b",
    "/a\\b",
    "/a#b",
    "/a b",
    "/a\nb",
    "https://evil.example/x",
    "",
  ])("never leaves the base: %j", async (path) => {
    const { settled, requests } = await raw({ method: "GET", path });
    expect(settled).toMatchObject({ status: "rejected", reason: expect.any(UsageError) });
    expect(requests).toEqual([]);
  });

  it.each([
    "/x:y@evil.example/z",
    "/@evil.example",
    "/payments/?x=/../..",
    "/a/..b",
    "/a/%2e%2e%2fb",
  ])("stays on the service's origin and below its base: %s", async (path) => {
    const { requests } = await raw({ method: "GET", path }, reply(200, {}));
    expect(requests[0]?.url.origin).toBe("https://service.example.com");
    expect(requests[0]?.url.pathname).toMatch(/^\/v1\//);
  });
});
