import { AnswerError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import * as contract from "./contract.ts";
import { anyPage, anything, decoder, orNothing, pageDecoder } from "./decode.ts";
import type { Rename } from "./decode.ts";
import type { ListQuery } from "./pages.ts";
import { createPath } from "./path.ts";
import { checkNames, readFields, renameFields } from "./rename.ts";
import type { FieldNames, Resource } from "./rename.ts";
import type { Transport, WriteCall } from "./transport.ts";

export type { ListQuery } from "./pages.ts";
export type Client = ReturnType<typeof createClient>;

/** The exact JSON text of something to create, and the key that goes with it on every try. */
interface Creation {
  readonly body: string;
  readonly idempotencyKey: string;
}

/**
 * The whole service, a line an endpoint. What each call throws is described at Transport. Answers come under
 * this program's names, whatever the profile says that the service calls them; bodies are sent as they are.
 */
export function createClient(transport: Transport, names: FieldNames = {}) {
  checkNames(names, transport.text);
  const { read, write } = transport;
  const path = createPath(transport.text);
  const { account, balance, payment, payments, link, links, withdrawal, withdrawals } =
    decoders(names);
  const asked = (resource: Resource, query: ListQuery): object =>
    renameFields(resource, { ...query }, names);
  const same = <A extends Identified>(id: string, answer: A): A =>
    refuseAnother(id, answer, transport.text);
  const getPayment = async (id: string) =>
    same(id, await read({ path: path`/payments/${id}`, decode: payment }));
  return {
    account: {
      get: async () => read({ path: "/account", decode: account }),
    },
    payments: {
      create: async (creation: Creation) =>
        write({ path: "/payments/pix", ...creation, policy: "retry", decode: payment }),
      get: getPayment,
      list: async (query: ListQuery = {}) =>
        read({ path: "/payments", query: asked("payment", query), decode: payments }),
      /** The charge after it; asked for where the service confirms the cancelling without it. */
      cancel: async (id: string) => {
        const answer = await write({ path: path`/pix/${id}/cancel`, decode: orNothing(payment) });
        const { value } = answer;
        return value === undefined ? getPayment(id) : same(id, { ...answer, value });
      },
    },
    links: {
      create: async ({ body }: { readonly body: string }) =>
        write({ path: "/payment-links", body, decode: link }),
      get: async (id: string) =>
        same(id, await read({ path: path`/payment-links/${id}`, decode: link })),
      list: async (query: ListQuery = {}) =>
        read({ path: "/payment-links", query: asked("link", query), decode: links }),
    },
    balance: {
      get: async () => read({ path: "/balance", decode: balance }),
    },
    withdrawals: {
      create: async (creation: Creation) =>
        write({ path: "/withdrawals", ...creation, policy: "once", decode: withdrawal }),
      get: async (id: string) =>
        same(id, await read({ path: path`/withdrawals/${id}`, decode: withdrawal })),
      list: async (query: ListQuery = {}) =>
        read({ path: "/withdrawals", query: asked("withdrawal", query), decode: withdrawals }),
    },
    /** Any call, with the same key, tries and errors; the answer is whatever came. */
    raw: async ({ method, ...call }: RawCall) =>
      method === "GET"
        ? read({ path: call.path, headers: call.headers, decode: anything })
        : write({ ...call, method, policy: rawPolicy(call.path), decode: anything }),
    /** One page of a list of anything. */
    rawPage: async ({ path: list, headers }: Pick<RawCall, "path" | "headers">) =>
      read({ path: list, headers, decode: anyPage }),
  };
}

export interface RawCall extends Pick<WriteCall<unknown>, "body" | "idempotencyKey" | "headers"> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base URL; may carry a query. */
  readonly path: string;
}

interface Identified {
  readonly value: { readonly id: string };
  readonly status: number;
  readonly requestId: string | undefined;
}

/** An answer about another resource than the one that was asked for says nothing of that one. */
function refuseAnother<A extends Identified>(id: string, answer: A, text: Text): A {
  const { value, status, requestId } = answer;
  if (value.id.toLowerCase() === id.toLowerCase()) return answer;
  const { message, hint } = text.transport.another(id, value.id);
  throw new AnswerError(message, { code: "contradiction", status, requestId, hint });
}

function decoders(names: FieldNames) {
  const own =
    (resource: Resource): Rename =>
    (fields) =>
      readFields(resource, fields, names);
  return {
    account: decoder(contract.account, [], own("account")),
    balance: decoder(contract.balance, [], own("balance")),
    payment: decoder(contract.payment, ["id", "status"], own("payment")),
    payments: pageDecoder(contract.payment, ["id", "status"], own("payment")),
    link: decoder(contract.link, ["id"], own("link")),
    links: pageDecoder(contract.link, ["id"], own("link")),
    withdrawal: decoder(contract.withdrawal, ["id"], own("withdrawal")),
    withdrawals: pageDecoder(contract.withdrawal, ["id"], own("withdrawal")),
  };
}

/**
 * The specification gives a key a meaning for charges and withdrawals alone, and withdrawals move money
 * out.
 */
function rawPolicy(path: string): "retry" | "once" {
  return path === "/payments/pix" ? "retry" : "once";
}
