import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { notification, payment } from "../../src/api/contract.ts";
import { createOnce } from "../../src/api/send/once.ts";
import { SendError } from "../../src/api/send/send.ts";
import type { Send, SendRequest } from "../../src/api/send/send.ts";
import { ASSUMED } from "../../src/sandbox/assumed.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { CHARGE, createClock, onEnd, open, openServed, temporaryFolder } from "./support.ts";
import type { Call } from "./support.ts";

const HOOK = "https://loja.com.br/hook";
const WITHIN_MS = 10_000;

/** A network that keeps what it was given and answers as it is told. */
function recorder(answer: (request: SendRequest, count: number) => number | SendError = () => 200) {
  const sent: SendRequest[] = [];
  const send: Send = async (request) => {
    sent.push(request);
    const result = answer(request, sent.length);
    if (result instanceof SendError) throw result;
    return { status: result, headers: {}, body: "" };
  };
  return { sent, send, bodies: () => sent.map(({ body }) => JSON.parse(body ?? "")) };
}

/** A receiver that never answers. */
const hanging: Send = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new SendError("aborted", "unknown")));
  });

async function charge(call: Call, url = HOOK): Promise<string> {
  const made = await call("POST /payments/pix", { body: { ...CHARGE, notification_url: url } });
  expect(made.status).toBe(201);
  return made.body.id;
}

const deliver = (sandbox: Sandbox): Promise<void> => sandbox.control.deliverDue(WITHIN_MS);

describe("events", () => {
  it("1. go to the notification_url given at creation, which must be a public HTTPS URL", async () => {
    const { sent, send } = recorder();
    const { call, sandbox } = await open({ send, strict: true });
    await charge(call, HOOK);
    await deliver(sandbox);
    expect(sent.map(({ url, method }) => [method, url.href])).toEqual([["POST", HOOK]]);
    for (const url of [
      "http://loja.com.br/hook",
      "https://10.0.0.1/hook",
      "https://localhost/hook",
      "http://127.0.0.1:3000/hook",
      "https://user:secret@loja.com.br/hook",
      "loja.com.br/hook",
      "",
    ]) {
      const body = { ...CHARGE, notification_url: url };
      const answer = await call("POST /payments/pix", { body });
      expect([url, answer.status, answer.body.error.code]).toEqual([
        url,
        422,
        "invalid_notification_url",
      ]);
    }
  });

  it("1. take a loopback URL as well, unless the sandbox is strict", async () => {
    const { call } = await open({ send: recorder().send });
    await charge(call, "http://127.0.0.1:3000/hook");
    const body = { ...CHARGE, notification_url: "https://192.168.0.1/hook" };
    expect((await call("POST /payments/pix", { body })).status).toBe(422);
  });

  it("2. include payment.paid, which says that a payment was paid", async () => {
    const { send, bodies } = recorder();
    const { call, sandbox } = await open({ send });
    const id = await charge(call);
    await sandbox.control.pay(id);
    await deliver(sandbox);
    const [created, paid] = bodies();
    expect(created).toMatchObject({
      event: "payment.created",
      data: { status: "waiting_payment" },
    });
    expect(paid).toMatchObject({ event: "payment.paid", data: { id, status: "paid" } });
  });

  it("3. are a hint that GET /payments/{id} confirms", async () => {
    const { send, bodies } = recorder();
    const { call, sandbox } = await open({ send });
    const id = await charge(call);
    await sandbox.control.pay(id);
    await deliver(sandbox);
    expect(bodies()[1].data).toEqual((await call(`GET /payments/${id}`)).body);
  });

  it("4. are of every other kind that the sandbox assumes", async () => {
    const { send, bodies } = recorder();
    const { call, sandbox, clock } = await open({ send });
    await charge(call);
    await call(`POST /pix/${await charge(call)}/cancel`);
    await sandbox.control.fail(await charge(call));
    await sandbox.control.pay(await charge(call));
    const hook = { notification_url: HOOK };
    const link = await call("POST /payment-links", { body: { title: "Camiseta", ...hook } });
    await sandbox.control.pay(link.body.id);
    await call("POST /withdrawals", { body: { amount: 5, pix_key: "a@b.com", ...hook } });
    await call("POST /withdrawals", { body: { amount: 5, pix_key: "falha@sandbox.pix", ...hook } });
    clock.advance(ASSUMED.chargeExpiresAfterMs);
    sandbox.control.settle();
    await deliver(sandbox);
    expect([...new Set(bodies().map(({ event }) => event))].toSorted()).toEqual([
      ...["payment.cancelled", "payment.created", "payment.expired", "payment.failed"],
      ...["payment.paid", "payment_link.paid"],
      ...["withdrawal.failed", "withdrawal.paid", "withdrawal.processing"],
    ]);
  });

  it("5. have the payload, the signature and the retries that the sandbox assumes", async () => {
    const { sent, send, bodies } = recorder((_request, count) => (count === 1 ? 500 : 204));
    const { call, sandbox, clock } = await open({ send });
    await charge(call);
    await deliver(sandbox);
    const [first] = sent;
    const [body] = bodies();
    expect(v.is(notification, body) && v.is(payment, body.data)).toBe(true);
    expect(Object.keys(body)).toEqual(["id", "event", "created_at", "attempt", "data"]);
    const { "x-webhook-id": id, "x-webhook-signature": signature = "" } = first?.headers ?? {};
    expect(id).toBe(body.id);
    const [, at = "", digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    expect(Number(at) * 1000).toBe(clock.now().getTime());
    const hmac = createHmac("sha256", sandbox.webhookSecret()).update(`${at}.${first?.body}`);
    expect(digest).toBe(hmac.digest("hex"));
    clock.advance(30_000);
    await deliver(sandbox);
    expect(bodies().map(({ id: one, attempt }) => [one, attempt])).toEqual([
      [body.id, 1],
      [body.id, 2],
    ]);
  });
});

describe("the outbox", () => {
  it("tries again after 30 s, 1, 5 and 15 minutes, and then gives up", async () => {
    const { sent, send } = recorder(() => 503);
    const { call, sandbox, clock } = await open({ send });
    await charge(call);
    const pauses = [0, ...ASSUMED.deliveryRetryAfterMs];
    expect(pauses).toEqual([0, 30_000, 60_000, 300_000, 900_000]);
    for (const [index, pause] of pauses.entries()) {
      if (pause > 0) clock.advance(pause - 1);
      await deliver(sandbox);
      expect(sent).toHaveLength(Math.max(1, index));
      if (pause > 0) clock.advance(1);
      await deliver(sandbox);
      expect(sent).toHaveLength(index + 1);
    }
    clock.advance(24 * 3_600_000);
    const events = sandbox.control.summary().notifications;
    expect(events["failed"]).toBe(1);
  });

  it.each([
    [200, "delivered"],
    [204, "delivered"],
    [299, "delivered"],
    [301, "pending"],
    [404, "pending"],
    [500, "pending"],
    [new SendError("refused", "not_sent"), "pending"],
    [new SendError("answer_timeout", "unknown"), "pending"],
  ])("takes %s for %s", async (answer, status) => {
    const { send } = recorder(() => answer);
    const { call, sandbox } = await open({ send });
    await charge(call);
    await deliver(sandbox);
    expect(sandbox.control.summary().notifications).toEqual({ [status]: 1 });
  });

  it("never follows a redirect", async () => {
    const { url, requests } = await receiver((_incoming, respond) =>
      respond(302, { location: "/other" }),
    );
    const { call, sandbox } = await open({ send: createOnce() });
    await charge(call, `${url}/hook`);
    await deliver(sandbox);
    expect(requests()).toEqual(["POST /hook"]);
  });

  it("reaches a listener on this machine for real", async () => {
    const { url, requests, bodies } = await receiver((_incoming, respond) => respond(200));
    const { call, sandbox } = await open({ send: createOnce() });
    await sandbox.control.pay(await charge(call, `${url}/hook`));
    await deliver(sandbox);
    expect(requests()).toEqual(["POST /hook", "POST /hook"]);
    expect(bodies().map((body) => JSON.parse(body).event)).toEqual([
      "payment.created",
      "payment.paid",
    ]);
    expect(sandbox.control.summary().notifications).toEqual({ delivered: 2 });
  });

  it("records what goes to a reserved name, and never contacts it", async () => {
    const { sent, send } = recorder();
    const { call, sandbox } = await open({ send });
    await charge(call, "https://inbox.pix.invalid/hook");
    await charge(call, "https://example.com/hook");
    await charge(call, "https://shop.example.org/hook");
    await deliver(sandbox);
    expect(sent).toEqual([]);
    expect(sandbox.control.summary().notifications).toEqual({ recorded: 3 });
  });

  it("keeps the order of what happened to one resource", async () => {
    const { send, bodies } = recorder();
    const { call, sandbox } = await open({ send });
    const ids = [await charge(call), await charge(call), await charge(call)];
    for (const id of ids) await sandbox.control.pay(id);
    await deliver(sandbox);
    for (const id of ids) {
      const events = bodies().filter(({ data }) => data.id === id);
      expect(events.map(({ event }) => event)).toEqual(["payment.created", "payment.paid"]);
    }
  });

  it("survives the process: what was not delivered is left to the next one", async () => {
    const path = `${temporaryFolder()}/sandbox.db`;
    const clock = createClock();
    const failing = recorder(() => new SendError("refused", "not_sent"));
    const first = await open({ path, clock, send: failing.send });
    await charge(first.call);
    await first.sandbox.close();
    expect(failing.sent).toHaveLength(1);
    clock.advance(30_000);
    const { sent, send } = recorder();
    const second = await open({ path, clock, send });
    await second.sandbox.close();
    expect(sent).toHaveLength(1);
  });

  it("takes back what a process was delivering when it died", async () => {
    const path = `${temporaryFolder()}/sandbox.db`;
    const clock = createClock();
    const dead = await open({ path, clock, send: hanging });
    await charge(dead.call);
    void dead.sandbox.control.deliverDue(WITHIN_MS);
    const { sent, send } = recorder();
    const next = await open({ path, clock, send });
    await deliver(next.sandbox);
    expect(sent).toHaveLength(0);
    clock.advance(ASSUMED.deliveryTimeoutMs + 10_000);
    await deliver(next.sandbox);
    expect(sent).toHaveLength(1);
  });

  it("is never sent twice by two processes that look at once", async () => {
    const path = `${temporaryFolder()}/sandbox.db`;
    const clock = createClock();
    const { sent, send } = recorder();
    const [one, other] = [await open({ path, clock, send }), await open({ path, clock, send })];
    for (let count = 0; count < 10; count += 1) await charge(one.call);
    await Promise.all([deliver(one.sandbox), deliver(other.sandbox)]);
    expect(sent).toHaveLength(10);
  });

  it("lets no command wait longer than 2 s, and counts what was cut short as an attempt", async () => {
    const clock = createClock();
    const path = `${temporaryFolder()}/sandbox.db`;
    const { sandbox, call } = await open({ path, clock, send: hanging });
    for (let count = 0; count < 20; count += 1) await charge(call);
    const started = performance.now();
    await sandbox.close();
    // Ten times the limit would still be a limit; that it ends at all is what is shown.
    expect(performance.now() - started).toBeLessThan(20_000);
    const next = await open({ path, clock, send: recorder().send });
    expect(next.sandbox.control.summary().notifications).toEqual({ pending: 20 });
  });

  it("is worked on by the embedded service as soon as it has answered", async () => {
    const { sent, send } = recorder();
    const { sandbox } = await open({ send });
    await sandbox.send({
      method: "POST",
      url: new URL("http://sandbox.test/v1/payments/pix"),
      headers: {
        authorization: `Bearer ${sandbox.defaultKey()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ ...CHARGE, notification_url: HOOK }),
      ...{ connectTimeoutMs: 1_000, answerTimeoutMs: 30_000, bodyBytesMax: 1_000_000 },
      signal: new AbortController().signal,
    });
    await expect.poll(() => sent.length).toBe(1);
  });

  it("is worked on by serve, in the background, as the clock moves", async () => {
    const { send, bodies } = recorder();
    const { call, clock } = await openServed({ send });
    await charge(call);
    await expect.poll(() => bodies().length, { timeout: 20_000 }).toBe(1);
    clock.advance(ASSUMED.chargeExpiresAfterMs);
    await expect.poll(() => bodies().length, { timeout: 20_000 }).toBe(2);
    expect(bodies()[1]).toMatchObject({ event: "payment.expired" });
  });
});

type Respond = (status: number, headers?: Readonly<Record<string, string>>) => void;

async function receiver(answer: (incoming: IncomingMessage, respond: Respond) => void) {
  const requests: string[] = [];
  const bodies: string[] = [];
  const server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      bodies.push(body);
      answer(incoming, (status, headers = {}) => outgoing.writeHead(status, headers).end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onEnd(() => new Promise((resolve) => server.close(() => resolve())));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, requests: () => requests, bodies: () => bodies };
}
