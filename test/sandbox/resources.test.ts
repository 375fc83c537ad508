import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { account, balance, link, withdrawal } from "../../src/api/contract.ts";
import { ASSUMED } from "../../src/sandbox/assumed.ts";
import { CHARGE, LINK, open, WITHDRAWAL } from "./support.ts";
import type { Answered, Call } from "./support.ts";

const codeOf = ({ status, body }: Answered): string =>
  status < 400 ? String(status) : body.error.code;

async function balanceOf(call: Call): Promise<readonly unknown[]> {
  const { body } = await call("GET /balance");
  return [body["available"], body["pending"], body["blocked"], body["total"]];
}

describe("a withdrawal", () => {
  it("has every field of the contract", async () => {
    const { call } = await open();
    const given = {
      ...WITHDRAWAL,
      description: "Comissão",
      external_id: "pedido-1",
      notification_url: "https://inbox.pix.invalid/w",
      metadata: { batch: 7 },
    };
    const { status, body } = await call("POST /withdrawals", { body: given });
    expect(status).toBe(201);
    expect(v.is(withdrawal, body)).toBe(true);
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(withdrawal.entries).toSorted());
    expect(body).toMatchObject({
      ...given,
      status: "pending",
      fee: 0.8,
      net_amount: 99.2,
      pix_key_type: "email",
      end_to_end_id: null,
      failure: null,
      receipt_url: null,
      paid_at: null,
    });
    expect((await call(`GET /withdrawals/${body.id}`)).body).toEqual(body);
  });

  it("reserves its amount at once, and is processed and paid as the clock moves", async () => {
    const { call, clock } = await open();
    const { body } = await call("POST /withdrawals", { body: WITHDRAWAL });
    expect(await balanceOf(call)).toEqual([900, 0, 100, 1000]);
    clock.advance(ASSUMED.withdrawalProcessingAfterMs - 1);
    expect((await call(`GET /withdrawals/${body.id}`)).body.status).toBe("pending");
    clock.advance(1);
    expect((await call(`GET /withdrawals/${body.id}`)).body.status).toBe("processing");
    clock.advance(ASSUMED.withdrawalSettledAfterMs);
    const paid = (await call(`GET /withdrawals/${body.id}`)).body;
    expect(paid).toMatchObject({ status: "paid", failure: null });
    expect(paid["end_to_end_id"]).toMatch(/^E\d{8}\d{12}[0-9a-f]{11}$/);
    expect(await balanceOf(call)).toEqual([900, 0, 0, 900]);
  });

  it("to falha@sandbox.pix fails, and gives its amount back", async () => {
    const { call, clock } = await open();
    const body = { ...WITHDRAWAL, pix_key: "falha@sandbox.pix" };
    const made = await call("POST /withdrawals", { body });
    clock.advance(60_000);
    expect((await call(`GET /withdrawals/${made.body.id}`)).body).toMatchObject({
      status: "failed",
      failure: { code: "rejected_by_recipient" },
      paid_at: null,
    });
    expect(await balanceOf(call)).toEqual([1000, 0, 0, 1000]);
  });

  it("to lento@sandbox.pix stays pending until somebody decides", async () => {
    const { call, clock, sandbox } = await open();
    const body = { ...WITHDRAWAL, pix_key: "lento@sandbox.pix" };
    const make = async (): Promise<string> => (await call("POST /withdrawals", { body })).body.id;
    const [paid, failed, cancelled] = [await make(), await make(), await make()];
    clock.advance(72 * 3_600_000);
    expect((await call(`GET /withdrawals/${paid}`)).body.status).toBe("pending");
    expect(await sandbox.control.pay(paid)).toMatchObject({ status: "paid" });
    expect(await sandbox.control.fail(failed)).toMatchObject({ status: "failed" });
    expect(await sandbox.control.expire(cancelled)).toMatchObject({ status: "cancelled" });
    expect(await balanceOf(call)).toEqual([900, 0, 0, 900]);
    for (const id of [paid, failed, cancelled]) {
      await expect(sandbox.control.pay(id)).rejects.toMatchObject({
        code: "invalid_state",
        status: 409,
      });
    }
  });

  it("is refused for what the service says no to", async () => {
    const { call } = await open({ assumed: { withdrawalDayCentsMax: 300_00 } });
    const ask = async (given: object): Promise<string> =>
      codeOf(await call("POST /withdrawals", { body: { ...WITHDRAWAL, ...given } }));
    expect(await ask({ amount: 0.99 })).toBe("amount_below_minimum");
    expect(await ask({ amount: 15_000.01 })).toBe("amount_above_maximum");
    expect(await ask({ amount: 1.001 })).toBe("validation_failed");
    expect(await ask({ pix_key: "not a key" })).toBe("invalid_pix_key");
    expect(await ask({ pix_key: "52998224725", pix_key_type: "phone" })).toBe("invalid_pix_key");
    expect(await ask({ pix_key_type: "iban" })).toBe("validation_failed");
    expect(await ask({ pix_key: "inexistente@sandbox.pix" })).toBe("pix_key_not_found");
    expect(await ask({ notification_url: "ftp://x" })).toBe("invalid_notification_url");
    expect(await ask({ external_id: "x".repeat(129) })).toBe("validation_failed");
    expect(await ask({ amount: 300.01 })).toBe("limit_exceeded");
    expect(await ask({ amount: 200 })).toBe("201");
    expect(await ask({ amount: 100.01 })).toBe("limit_exceeded");
    expect(await ask({ amount: 100 })).toBe("201");
  });

  it("counts a day's limit from São Paulo's midnight, without what came back", async () => {
    const { call, clock } = await open({ assumed: { withdrawalDayCentsMax: 100_00 } });
    const ask = async (pixKey: string): Promise<string> =>
      codeOf(await call("POST /withdrawals", { body: { ...WITHDRAWAL, pix_key: pixKey } }));
    expect(await ask("falha@sandbox.pix")).toBe("201");
    expect(await ask("a@b.com")).toBe("limit_exceeded");
    clock.advance(60_000);
    expect(await ask("a@b.com")).toBe("201");
    // 12:00 UTC is 09:00 there: the day ends in 15 hours.
    clock.advance(15 * 3_600_000 - 60_000 - 1);
    expect(await ask("a@b.com")).toBe("limit_exceeded");
    clock.advance(1);
    expect(await ask("a@b.com")).toBe("201");
  });

  it("over the available balance is 422 insufficient_balance, and nothing is reserved", async () => {
    const { call } = await open();
    const ask = async (amount: number): Promise<string> =>
      codeOf(await call("POST /withdrawals", { body: { ...WITHDRAWAL, amount } }));
    expect(await ask(1000.01)).toBe("insufficient_balance");
    expect(await balanceOf(call)).toEqual([1000, 0, 0, 1000]);
    expect(await ask(1000)).toBe("201");
    expect(await ask(1)).toBe("insufficient_balance");
    expect(await balanceOf(call)).toEqual([0, 0, 1000, 1000]);
  });

  it("is found by the merchant's own reference, whatever it is written with", async () => {
    const { call, sandbox } = await open();
    const references = [
      "pedido-1",
      "pedido 2/ç&=?",
      "\u0000",
      "\ud800",
      "'; DROP TABLE ledger; --",
    ];
    for (const external_id of references) {
      await call("POST /withdrawals", { body: { ...WITHDRAWAL, amount: 5, external_id } });
    }
    const { key } = sandbox.control.createKey({ store: "Outra Loja" });
    for (const reference of references.filter((one) => one !== "\ud800")) {
      const path = `GET /withdrawals?external_id=${encodeURIComponent(reference)}`;
      const { data } = (await call(path)).body;
      expect(data.map((one) => one["external_id"])).toEqual([reference]);
      expect((await call(path, { key })).body.data).toEqual([]);
    }
    expect((await call("GET /withdrawals?external_id=unknown")).body.data).toEqual([]);
  });
});

describe("a payment link", () => {
  it("has every field of the contract", async () => {
    const { call } = await open();
    const given = {
      title: "Camiseta",
      description: "Algodão",
      amount: 49.9,
      max_payments: 2,
      expires_at: "2026-02-01T00:00:00.000Z",
      redirect_url: "https://loja.com.br/obrigado",
      notification_url: "https://inbox.pix.invalid/l",
      metadata: { sku: "A" },
    };
    const { status, body } = await call("POST /payment-links", { body: given });
    expect(status).toBe(201);
    expect(v.is(link, body)).toBe(true);
    expect(Object.keys(body).toSorted()).toEqual(Object.keys(link.entries).toSorted());
    expect(body).toMatchObject({
      ...given,
      status: "active",
      payments_count: 0,
      amount_received: 0,
    });
    expect((await call(`GET /payment-links/${body.id}`)).body).toEqual(body);
  });

  it("counts its payments, and is exhausted by the last", async () => {
    const { call, sandbox } = await open();
    const made = await call("POST /payment-links", {
      body: { ...LINK, amount: 50, max_payments: 2 },
    });
    expect(await sandbox.control.pay(made.body.id)).toMatchObject({
      status: "active",
      payments_count: 1,
    });
    expect(await sandbox.control.pay(made.body.id)).toMatchObject({
      status: "exhausted",
      payments_count: 2,
      amount_received: 100,
    });
    await expect(sandbox.control.pay(made.body.id)).rejects.toMatchObject({
      code: "invalid_state",
    });
    const { data } = (await call("GET /payments?status=paid")).body;
    expect(data.map((one) => one["amount"])).toEqual([50, 50]);
    expect(await balanceOf(call)).toEqual([1099, 0, 0, 1099]);
  });

  it("expires by the clock or by hand, and is switched off by hand", async () => {
    const { call, sandbox, clock } = await open();
    const expires_at = new Date(clock.now().getTime() + 60_000).toISOString();
    const make = async (body: object): Promise<string> =>
      (await call("POST /payment-links", { body: { ...LINK, ...body } })).body.id;
    const [byClock, byHand, off] = [await make({ expires_at }), await make({}), await make({})];
    expect(await sandbox.control.expire(byHand)).toMatchObject({ status: "expired" });
    expect(await sandbox.control.fail(off)).toMatchObject({ status: "inactive" });
    expect((await call(`GET /payment-links/${byClock}`)).body.status).toBe("active");
    clock.advance(60_000);
    expect((await call(`GET /payment-links/${byClock}`)).body.status).toBe("expired");
  });

  it("is refused for what the service says no to", async () => {
    const { call } = await open();
    const ask = async (given: object): Promise<string> =>
      codeOf(await call("POST /payment-links", { body: { ...LINK, ...given } }));
    expect(await ask({ title: "" })).toBe("validation_failed");
    expect(await ask({ title: "  " })).toBe("validation_failed");
    expect(await ask({ title: "x".repeat(256) })).toBe("validation_failed");
    expect(await ask({ amount: 0.5 })).toBe("amount_below_minimum");
    expect(await ask({ amount: 1e9 })).toBe("amount_above_maximum");
    expect(await ask({ currency: "EUR" })).toBe("unsupported_currency");
    expect(await ask({ max_payments: 0 })).toBe("validation_failed");
    expect(await ask({ max_payments: 1.5 })).toBe("validation_failed");
    expect(await ask({ expires_at: "2020-01-01T00:00:00Z" })).toBe("validation_failed");
    expect(await ask({ expires_at: "tomorrow" })).toBe("validation_failed");
    expect(await ask({ redirect_url: "javascript:alert(1)" })).toBe("validation_failed");
    expect(await ask({ notification_url: "http://loja.com.br" })).toBe("invalid_notification_url");
    expect(await ask({ description: null, amount: null, max_payments: null })).toBe("201");
  });
});

describe("the account and the balance", () => {
  it("have every field of the contract", async () => {
    const { call } = await open();
    const shown = (await call("GET /account")).body;
    expect(v.is(account, shown)).toBe(true);
    expect(Object.keys(shown).toSorted()).toEqual(Object.keys(account.entries).toSorted());
    expect(shown).toMatchObject({ fees: { charge_percent: 0.99, withdrawal: 0.8 } });
    const held = (await call("GET /balance")).body;
    expect(v.is(balance, held)).toBe(true);
    expect(Object.keys(held).toSorted()).toEqual(Object.keys(balance.entries).toSorted());
    expect(await balanceOf(call)).toEqual([1000, 0, 0, 1000]);
  });

  it("grow by what a charge brings, less its fee", async () => {
    const { call, sandbox } = await open();
    const { body } = await call("POST /payments/pix", { body: { ...CHARGE, amount: 100 } });
    expect(body).toMatchObject({ fee: 0.99, net_amount: 99.01 });
    expect(await balanceOf(call)).toEqual([1000, 0, 0, 1000]);
    const paid = await sandbox.control.pay(body.id.toUpperCase());
    expect(paid).toMatchObject({ status: "paid", payer: { name: CHARGE.customer.name } });
    expect(await balanceOf(call)).toEqual([1099.01, 0, 0, 1099.01]);
  });
});

describe("lists", () => {
  const ids = (answer: Answered): readonly string[] => answer.body.data.map(({ id }) => id);

  async function withLinks(count: number) {
    const opened = await open();
    const made: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const body = { title: `Link ${number}` };
      made.unshift((await opened.call("POST /payment-links", { body })).body.id);
      opened.clock.advance(1_000);
    }
    return { ...opened, made };
  }

  it("are newest first, twenty unless told otherwise", async () => {
    const { call, made } = await withLinks(25);
    const first = await call("GET /payment-links");
    expect(ids(first)).toEqual(made.slice(0, 20));
    expect(first.body.pagination).toMatchObject({ limit: 20, has_more: true });
    const all = await call("GET /payment-links?limit=100");
    expect(ids(all)).toEqual(made);
    expect(all.body.pagination).toEqual({ limit: 100, has_more: false, next_cursor: null });
    expect((await call("GET /payments")).body.data).toEqual([]);
  });

  it("page by a cursor that what is created meanwhile does not move", async () => {
    const { call, made } = await withLinks(7);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page: Answered = await call(`GET /payment-links?limit=3${after}`);
      seen.push(...ids(page));
      cursor = page.body.pagination.next_cursor;
      await call("POST /payment-links", { body: { title: "In between" } });
    }
    expect(seen).toEqual(made);
  });

  it("are narrowed by status, from and to", async () => {
    const { call, made, sandbox, clock } = await withLinks(4);
    await sandbox.control.expire(made[1] ?? "");
    expect(ids(await call("GET /payment-links?status=expired"))).toEqual([made[1]]);
    const at = (secondsAgo: number): string =>
      encodeURIComponent(new Date(clock.now().getTime() - secondsAgo * 1_000).toISOString());
    expect(ids(await call(`GET /payment-links?from=${at(2)}`))).toEqual(made.slice(0, 2));
    expect(ids(await call(`GET /payment-links?to=${at(3)}`))).toEqual(made.slice(2));
    expect(ids(await call(`GET /payment-links?from=${at(3)}&to=${at(2)}`))).toEqual(
      made.slice(1, 3),
    );
    expect(ids(await call("GET /payment-links?from=2026-01-15&to=2026-01-15"))).toEqual(made);
    expect(ids(await call("GET /payment-links?to=2026-01-14"))).toEqual([]);
  });

  it.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "limit=",
    "status=nope",
    "cursor=nope",
    "from=x",
    "to=1",
  ])("refuse %s", async (query) => {
    const { call } = await open();
    const answer = await call(`GET /payments?${query}`);
    expect([answer.status, answer.body.error.code]).toEqual([422, "validation_failed"]);
    expect(answer.body.error.details?.[0]?.field).toBe(query.split("=")[0]);
  });
});

describe("what drives the sandbox", () => {
  it("refuses an id that is not there, as the service would", async () => {
    const { sandbox } = await open();
    const id = "6f1f7e0c-5a0e-4a43-a2ee-1f0f3f1c7a52";
    for (const verb of ["pay", "expire", "fail"] as const) {
      await expect(sandbox.control[verb](id)).rejects.toMatchObject({
        status: 404,
        code: "not_found",
      });
    }
    expect(() => sandbox.control.revokeKey(id)).toThrow("There is no such resource.");
  });

  it("keeps a key only as its hash, and shows its end", async () => {
    const { sandbox, call } = await open();
    const { key, record } = sandbox.control.createKey({ permissions: ["balance:read"] });
    expect(key).toMatch(/^pix_sandbox_[\w-]{43}$/);
    expect(sandbox.control.listKeys()).toEqual([record]);
    expect(JSON.stringify(sandbox.control.listKeys())).not.toContain(key);
    expect(record.hint).toBe(`pix_sandbox_...${key.slice(-4)}`);
    expect((await call("GET /balance", { key })).status).toBe(200);
    sandbox.control.revokeKey(record.id);
    expect(sandbox.control.listKeys()[0]?.revokedAt).not.toBeNull();
    expect(() => sandbox.control.revokeKey(record.id)).toThrow();
  });

  it("makes another default key when the first was revoked", async () => {
    const { sandbox, call } = await open();
    const first = sandbox.defaultKey();
    expect(sandbox.defaultKey()).toBe(first);
    sandbox.control.revokeKey(sandbox.control.listKeys()[0]?.id ?? "");
    expect(sandbox.defaultKey()).not.toBe(first);
    expect((await call("GET /account")).status).toBe(200);
  });

  it("forgets everything in a reset, and begins with the balance it is told", async () => {
    const { sandbox, call } = await open();
    const old = sandbox.defaultKey();
    await call("POST /payments/pix", { body: CHARGE, idempotencyKey: "k" });
    sandbox.control.reset({ startingBalanceCents: 5_000_00 });
    expect((await call("GET /account", { key: old })).status).toBe(401);
    expect(await balanceOf(call)).toEqual([5000, 0, 0, 5000]);
    expect((await call("GET /payments")).body.data).toEqual([]);
    const again = await call("POST /payments/pix", { body: CHARGE, idempotencyKey: "k" });
    expect(again.headers["idempotency-replayed"]).toBeUndefined();
    sandbox.control.reset();
    expect(await balanceOf(call)).toEqual([1000, 0, 0, 1000]);
  });

  it("sums up what there is", async () => {
    const { sandbox, call } = await open();
    const made = await call("POST /payments/pix", { body: CHARGE });
    await sandbox.control.pay(made.body.id);
    await call("POST /withdrawals", { body: WITHDRAWAL });
    expect(sandbox.control.summary()).toMatchObject({
      balance: { availableCents: 919_70, blockedCents: 100_00 },
      totals: [
        { kind: "charge", status: "paid", count: 1, cents: 19_90 },
        { kind: "withdrawal", status: "pending", count: 1, cents: 100_00 },
      ],
      notifications: { recorded: 2 },
      faults: 0,
    });
  });
});
