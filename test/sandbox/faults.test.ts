import { describe, expect, it } from "vitest";
import { SendError } from "../../src/api/send/send.ts";
import type { SendRequest } from "../../src/api/send/send.ts";
import { parseOperation } from "../../src/sandbox/faults.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import {
  CHARGE,
  createClock,
  fault,
  open,
  openServed,
  temporaryFolder,
  WITHDRAWAL,
} from "./support.ts";
import type { HandClock } from "./support.ts";

const CREATE = "POST /withdrawals";

/** One that a client would make; what it does not say is long enough. */
function requestTo(sandbox: Sandbox, given: Partial<SendRequest> = {}): SendRequest {
  return {
    method: "POST",
    url: new URL("http://sandbox.test/v1/withdrawals"),
    headers: {
      authorization: `Bearer ${sandbox.defaultKey()}`,
      "content-type": "application/json",
      "idempotency-key": "k",
    },
    body: JSON.stringify(WITHDRAWAL),
    connectTimeoutMs: 1_000,
    answerTimeoutMs: 30_000,
    bodyBytesMax: 1_000_000,
    signal: new AbortController().signal,
    ...given,
  };
}

describe("a fault", () => {
  it.each([
    [503, "provider_unavailable"],
    [500, "internal_error"],
    [502, "internal_error"],
    [429, "rate_limited"],
    [401, "unauthorized"],
  ])("answers %i %s in place of the service, which does nothing", async (status, code) => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault(CREATE, { status, retryAfterSeconds: 7 }));
    const answer = await call(CREATE, { body: WITHDRAWAL });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.headers["retry-after"]).toBe("7");
    expect((await call("GET /withdrawals")).body.data).toEqual([]);
  });

  it("strikes only the operation it is for, as often as it says, and then no more", async () => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault(CREATE, { status: 503, times: 2 }));
    expect((await call("POST /payments/pix", { body: CHARGE })).status).toBe(201);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await call(CREATE, { body: WITHDRAWAL })).status);
    }
    expect(statuses).toEqual([503, 503, 201]);
    expect(sandbox.control.listFaults()).toMatchObject([{ times: 0 }]);
    expect(sandbox.control.clearFaults()).toBe(1);
    expect(sandbox.control.listFaults()).toEqual([]);
  });

  it("strikes every operation with *", async () => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault("*", { status: 500 }));
    expect((await call("GET /account")).status).toBe(500);
    expect((await call("GET /balance")).status).toBe(500);
  });

  it("is kept in the database: another process meets it as well", async () => {
    const path = `${temporaryFolder()}/sandbox.db`;
    const [one, other] = [await open({ path }), await open({ path })];
    one.sandbox.control.addFault(fault("GET /account", { status: 503, times: 1 }));
    expect((await other.call("GET /account")).status).toBe(503);
    expect((await one.call("GET /account")).status).toBe(200);
  });

  it("drops the request before the work: nothing was done, but a client cannot know", async () => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault(CREATE, { drop: true, times: 1 }));
    const error = await sandbox.send(requestTo(sandbox)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SendError);
    expect(error).toMatchObject({ fault: "reset", known: "unknown" });
    expect((await call("GET /withdrawals")).body.data).toEqual([]);
  });

  it("drops the answer after the work: the work is done, and its key is stored", async () => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault(CREATE, { drop: true, afterEffect: true, times: 1 }));
    await expect(sandbox.send(requestTo(sandbox))).rejects.toMatchObject({ fault: "reset" });
    const [made] = (await call("GET /withdrawals")).body.data;
    const replayed = await sandbox.send(requestTo(sandbox));
    expect(replayed.headers["idempotency-replayed"]).toBe("true");
    expect(JSON.parse(replayed.body).id).toBe(made?.id);
  });

  it("drops a served connection by closing its socket", async () => {
    const { call, sandbox } = await openServed();
    sandbox.control.addFault(fault(CREATE, { drop: true, afterEffect: true, times: 1 }));
    const error = await call(CREATE, { body: WITHDRAWAL }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(error).toMatchObject({
      cause: { code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/) },
    });
    expect((await call("GET /withdrawals")).body.data).toHaveLength(1);
  });

  it("delays the answer by the sandbox's clock", async () => {
    const clock = sleeper();
    const { call, sandbox } = await open({ clock });
    sandbox.control.addFault(fault("GET /account", { delayMs: 2_000, times: 1 }));
    expect((await call("GET /account")).status).toBe(200);
    expect(clock.slept).toEqual([2_000]);
  });

  it("holds the key while it delays: whoever comes with it is told 409 idempotency_in_progress", async () => {
    const clock = sleeper();
    const { call, sandbox } = await open({ clock });
    sandbox.control.addFault(fault(CREATE, { delayMs: 2_000, times: 1 }));
    clock.hold();
    const slow = call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" });
    await expect.poll(() => clock.slept).toEqual([2_000]);
    const early = await call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" });
    expect([early.status, early.body.error.code]).toEqual([409, "idempotency_in_progress"]);
    const other = await call(CREATE, { body: { ...WITHDRAWAL, amount: 5 }, idempotencyKey: "k" });
    expect([other.status, other.body.error.code]).toEqual([409, "idempotency_mismatch"]);
    clock.release();
    const first = await slow;
    expect(first.status).toBe(201);
    const late = await call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" });
    expect(late.text).toBe(first.text);
    expect((await call("GET /withdrawals")).body.data).toHaveLength(1);
  });

  it("gives the key back when the process that held it died", async () => {
    const clock = sleeper();
    const path = `${temporaryFolder()}/sandbox.db`;
    const dead = await open({ clock, path });
    dead.sandbox.control.addFault(fault(CREATE, { delayMs: 2_000, times: 1 }));
    clock.hold();
    void dead.call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" }).catch(() => undefined);
    await expect.poll(() => clock.slept).toEqual([2_000]);
    const { call } = await open({ clock, path });
    expect((await call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" })).status).toBe(409);
    clock.advance(2_000 + 60_000);
    expect((await call(CREATE, { body: WITHDRAWAL, idempotencyKey: "k" })).status).toBe(201);
  });

  it("delays longer than the client waits: the outcome is unknown, and the work is done", async () => {
    const { call, sandbox } = await open();
    sandbox.control.addFault(fault(CREATE, { delayMs: 50, afterEffect: true }));
    const request = requestTo(sandbox, { answerTimeoutMs: 5 });
    const error = await sandbox.send(request).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ fault: "answer_timeout", known: "unknown" });
    expect((await call("GET /withdrawals")).body.data).toHaveLength(1);
  });

  it("strikes the same calls for the same seed, and about as many as its percentage says", async () => {
    const struck = async (seed: number): Promise<readonly boolean[]> => {
      const { call, sandbox } = await open();
      sandbox.control.addFault(fault("GET /account", { status: 503, percent: 30, seed }));
      const found: boolean[] = [];
      for (let count = 0; count < 200; count += 1) {
        found.push((await call("GET /account")).status === 503);
      }
      return found;
    };
    const [first, again, other] = [await struck(7), await struck(7), await struck(8)];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    for (const all of [first, other]) {
      expect(all.filter(Boolean).length).toBeGreaterThan(35);
      expect(all.filter(Boolean).length).toBeLessThan(85);
    }
  });
});

describe("the embedded send", () => {
  it("sends nothing once its signal is aborted, and gives up when it becomes so", async () => {
    const { sandbox, call } = await open();
    const aborted = AbortSignal.abort();
    await expect(sandbox.send(requestTo(sandbox, { signal: aborted }))).rejects.toMatchObject({
      fault: "aborted",
      known: "not_sent",
    });
    expect((await call("GET /withdrawals")).body.data).toEqual([]);
    sandbox.control.addFault(fault(CREATE, { delayMs: 60_000 }));
    const later = new AbortController();
    const sent = sandbox.send(requestTo(sandbox, { signal: later.signal }));
    later.abort();
    await expect(sent).rejects.toMatchObject({ fault: "aborted", known: "unknown" });
  });

  it("refuses an answer that is larger than the client takes", async () => {
    const { sandbox } = await open();
    await expect(sandbox.send(requestTo(sandbox, { bodyBytesMax: 10 }))).rejects.toMatchObject({
      fault: "too_large",
      known: "unknown",
    });
  });
});

describe("the operation that a fault is for", () => {
  it.each([
    ["POST /withdrawals", "createWithdrawal"],
    ["post  /v1/payments/pix", "createPayment"],
    ["GET /payments/{id}", "getPayment"],
    [" * ", "*"],
  ])("is read from %j", (text, name) => {
    expect(parseOperation(text)).toEqual({ ok: true, value: name });
  });

  it.each([
    "",
    "POST",
    "/withdrawals",
    "DELETE /withdrawals",
    "GET /payments/1",
    "GET /account /x",
  ])("is not read from %j", (text) => {
    expect(parseOperation(text).ok).toBe(false);
  });
});

/** A clock on which sleeping takes no time, or for as long as it is held all the time in the world. */
function sleeper(): HandClock & { slept: number[]; hold(): void; release(): void } {
  const clock = createClock();
  const slept: number[] = [];
  let gate: Promise<void> | undefined;
  let release = (): void => undefined;
  return {
    ...clock,
    slept,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      const stopped = new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      await Promise.race([gate ?? Promise.resolve(), stopped]);
    },
    hold: () => {
      gate = new Promise((resolve) => (release = resolve));
    },
    release: () => release(),
  };
}
