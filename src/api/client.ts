import * as contract from "./contract.ts";
import { anything, decoder, orNothing, pageDecoder } from "./decode.ts";
import type { ListQuery } from "./pages.ts";
import { createPath } from "./path.ts";
import type { Transport, WriteCall } from "./transport.ts";

export type { ListQuery } from "./pages.ts";
export type Client = ReturnType<typeof createClient>;

/** The exact JSON text of something to create, and the key that goes with it on every try. */
interface Creation {
  readonly body: string;
  readonly idempotencyKey: string;
}

const account = decoder(contract.account, []);
const balance = decoder(contract.balance, []);
const payment = decoder(contract.payment, ["id", "status"]);
const payments = pageDecoder(contract.payment, ["id", "status"]);
const link = decoder(contract.link, ["id"]);
const links = pageDecoder(contract.link, ["id"]);
const withdrawal = decoder(contract.withdrawal, ["id"]);
const withdrawals = pageDecoder(contract.withdrawal, ["id"]);

/** The whole service, a line an endpoint. What each call throws is described at Transport. */
export function createClient(transport: Transport) {
  const { read, write } = transport;
  const path = createPath(transport.text);
  const getPayment = async (id: string) => read({ path: path`/payments/${id}`, decode: payment });
  return {
    account: {
      get: async () => read({ path: "/account", decode: account }),
    },
    payments: {
      create: async (creation: Creation) =>
        write({ path: "/payments/pix", ...creation, policy: "retry", decode: payment }),
      get: getPayment,
      list: async (query: ListQuery = {}) => read({ path: "/payments", query, decode: payments }),
      /** The charge after it; asked for where the service confirms the cancelling without it. */
      cancel: async (id: string) => {
        const answer = await write({ path: path`/pix/${id}/cancel`, decode: orNothing(payment) });
        return answer.value === undefined ? getPayment(id) : { ...answer, value: answer.value };
      },
    },
    links: {
      create: async ({ body }: { readonly body: string }) =>
        write({ path: "/payment-links", body, decode: link }),
      get: async (id: string) => read({ path: path`/payment-links/${id}`, decode: link }),
      list: async (query: ListQuery = {}) => read({ path: "/payment-links", query, decode: links }),
    },
    balance: {
      get: async () => read({ path: "/balance", decode: balance }),
    },
    withdrawals: {
      create: async (creation: Creation) =>
        write({ path: "/withdrawals", ...creation, policy: "once", decode: withdrawal }),
      get: async (id: string) => read({ path: path`/withdrawals/${id}`, decode: withdrawal }),
      list: async (query: ListQuery = {}) =>
        read({ path: "/withdrawals", query, decode: withdrawals }),
    },
    /** Any call, with the same key, tries and errors; the answer is whatever came. */
    raw: async ({ method, ...call }: RawCall) =>
      method === "GET"
        ? read({ path: call.path, decode: anything })
        : write({ ...call, method, policy: rawPolicy(call.path), decode: anything }),
  };
}

export interface RawCall extends Pick<WriteCall<unknown>, "body" | "idempotencyKey"> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base URL; may carry a query. */
  readonly path: string;
}

/**
 * The specification gives a key a meaning for charges and withdrawals alone, and withdrawals move money
 * out.
 */
function rawPolicy(path: string): "retry" | "once" {
  return path === "/payments/pix" ? "retry" : "once";
}
