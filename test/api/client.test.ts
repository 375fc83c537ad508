import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import type { Client } from "../../src/api/client.ts";
import { operations } from "../../src/api/operations.ts";
import type { OperationName } from "../../src/api/operations.ts";
import { UsageError } from "../../src/errors.ts";
import { rejection, reply, script, transportOver } from "./scripted.ts";

const ID = "5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e";
const creation = { body: "{}", idempotencyKey: "k" };

/** Every operation of the service, and the line of the client that calls it. */
const calls: Readonly<Record<OperationName, (client: Client) => Promise<unknown>>> = {
  createPayment: ({ payments }) => payments.create(creation),
  listPayments: ({ payments }) => payments.list({ limit: 5, from: "2026-01-01" }),
  getPayment: ({ payments }) => payments.get(ID),
  cancelPayment: ({ payments }) => payments.cancel(ID),
  createLink: ({ links }) => links.create({ body: "{}" }),
  listLinks: ({ links }) => links.list(),
  getLink: ({ links }) => links.get(ID),
  getBalance: ({ balance }) => balance.get(),
  createWithdrawal: ({ withdrawals }) => withdrawals.create(creation),
  listWithdrawals: ({ withdrawals }) => withdrawals.list({ external_id: "folha 1" }),
  getWithdrawal: ({ withdrawals }) => withdrawals.get(ID),
  getAccount: ({ account }) => account.get(),
};

describe("the client", () => {
  it.each(Object.entries(operations))(
    "calls %s by the method and path of the specification",
    async (name, operation) => {
      const body = operation.list ? { data: [] } : { id: ID, status: "paid" };
      const { send, requests } = script(reply(200, body));
      const call = Object.entries(calls).find(([known]) => known === name)?.[1];
      await call?.(createClient(transportOver(send).transport));
      const [request] = requests;
      expect(requests).toHaveLength(1);
      expect(request?.method).toBe(operation.method);
      expect(request?.url.pathname).toBe(`/v1${operation.path.replace("{id}", ID)}`);
      expect(request?.headers["idempotency-key"]).toBe(operation.idempotent ? "k" : undefined);
    },
  );

  it("puts the filter of a list into the query, encoded", async () => {
    const { send, requests } = script(reply(200, { data: [] }), reply(200, { data: [] }));
    const client = createClient(transportOver(send).transport);
    await calls.listPayments(client);
    await calls.listWithdrawals(client);
    expect(requests.map(({ url }) => url.search)).toEqual([
      "?limit=5&from=2026-01-01",
      "?external_id=folha+1",
    ]);
  });

  it("asks for the charge when a cancelling is confirmed without it", async () => {
    const { send, requests } = script(reply(204), reply(200, { id: ID, status: "cancelled" }));
    const answer = await createClient(transportOver(send).transport).payments.cancel(ID);
    expect(answer.value).toEqual({ id: ID, status: "cancelled" });
    expect(requests.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
      `POST /v1/pix/${ID}/cancel`,
      `GET /v1/payments/${ID}`,
    ]);
  });

  it.each(["", "..", "a/../b"])("refuses the id %j and asks nobody", async (id) => {
    const { send, requests } = script();
    const client = createClient(transportOver(send).transport);
    for (const call of [
      client.payments.get,
      client.payments.cancel,
      client.links.get,
      client.withdrawals.get,
    ]) {
      expect(await rejection(call(id))).toBeInstanceOf(UsageError);
    }
    expect(requests).toEqual([]);
  });
});
