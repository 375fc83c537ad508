import type { Random } from "../host.ts";
import { LINK_STATUSES, PAYMENT_STATUSES, WITHDRAWAL_STATUSES } from "../api/names.ts";
import type { OperationName } from "../api/operations.ts";
import { CREATED_STATUS, READ_STATUS } from "./assumed.ts";
import { copyPasteOf, qrcodeOf } from "./codes.ts";
import type { Keyholder } from "./keys.ts";
import { listParameters, pageOf } from "./lists.ts";
import { chargeOrder, linkOrder, withdrawalOrder } from "./orders.ts";
import type { Measure } from "./orders.ts";
import type { Answer } from "./refusal.ts";
import type { Resource } from "./rules/change.ts";
import type { Teller } from "./teller.ts";
import { accountView, balanceView, viewOf } from "./views.ts";

/** One call of an operation, let in and read. */
export interface Call {
  readonly holder: Keyholder;
  /** The id in the path; empty where there is none. */
  readonly id: string;
  readonly query: URLSearchParams;
  /** Parsed JSON; undefined where the operation takes none. */
  readonly body: unknown;
}

/**
 * Reads the call, does what takes time, and gives the work that is left: it runs to its end at once, inside a
 * transaction. Whichever of the two finds a reason to refuse throws a Refusal, before anything is changed.
 */
export type Handler = (call: Call) => (() => Answer) | Promise<() => Answer>;

export interface HandlerOptions {
  readonly teller: Teller;
  readonly random: Random;
  readonly now: () => number;
  readonly measure: () => Measure;
  readonly storeCreatedAt: (storeId: string) => number;
}

/** Every operation of the specification. */
export function createHandlers(options: HandlerOptions): Readonly<Record<OperationName, Handler>> {
  const { teller, measure, storeCreatedAt } = options;
  return {
    createPayment: createPayment(options),
    listPayments: list(teller, "charge", PAYMENT_STATUSES),
    getPayment: get(teller, "charge"),
    cancelPayment:
      ({ holder, id }) =>
      () =>
        answer(READ_STATUS, viewOf(teller.cancelCharge(holder.store.id, id), holder.store)),
    createLink: createLink(options),
    listLinks: list(teller, "link", LINK_STATUSES),
    getLink: get(teller, "link"),
    getBalance:
      ({ holder }) =>
      () =>
        answer(READ_STATUS, balanceView(teller.balance(holder.store.id), holder.store)),
    createWithdrawal: createWithdrawal(options),
    listWithdrawals: list(teller, "withdrawal", WITHDRAWAL_STATUSES),
    getWithdrawal: get(teller, "withdrawal"),
    getAccount:
      ({ holder }) =>
      () => {
        const { store, permissions } = holder;
        const createdAt = storeCreatedAt(store.id);
        const { assumed } = measure();
        return answer(READ_STATUS, accountView({ store, permissions, createdAt, assumed }));
      },
  };
}

function createPayment({ teller, random, measure }: HandlerOptions): Handler {
  return async ({ holder, body }) => {
    const { store } = holder;
    const wanted = chargeOrder(body, measure());
    const id = random.uuid();
    const copyPaste = copyPasteOf({ id, amountCents: wanted.amountCents, storeName: store.name });
    const qrcode = await qrcodeOf(copyPaste);
    const order = { ...wanted, id, storeId: store.id, copyPaste, qrcode, linkId: null };
    return () => answer(CREATED_STATUS, viewOf(teller.openCharge(order), store));
  };
}

function createLink({ teller, random, measure, now }: HandlerOptions): Handler {
  return ({ holder, body }) => {
    const { store } = holder;
    const order = linkOrder(body, { ...measure(), now: now() });
    const id = random.uuid();
    return () =>
      answer(CREATED_STATUS, viewOf(teller.openLink({ ...order, id, storeId: store.id }), store));
  };
}

function createWithdrawal({ teller, random, measure }: HandlerOptions): Handler {
  return ({ holder, body }) => {
    const { store } = holder;
    const order = { ...withdrawalOrder(body, measure()), id: random.uuid(), storeId: store.id };
    return () => answer(CREATED_STATUS, viewOf(teller.requestWithdrawal(order), store));
  };
}

function get(teller: Teller, kind: Resource["kind"]): Handler {
  return ({ holder, id }) =>
    () =>
      answer(READ_STATUS, viewOf(teller.get(holder.store.id, kind, id), holder.store));
}

function list(teller: Teller, kind: Resource["kind"], statuses: readonly string[]): Handler {
  return ({ holder, query }) => {
    const parameters = listParameters(query, statuses);
    return () => {
      const listed = teller.list({ ...parameters, storeId: holder.store.id, kind });
      const items = listed.resources.map((resource) => viewOf(resource, holder.store));
      return answer(READ_STATUS, pageOf(listed, parameters.limit, items));
    };
  };
}

function answer(status: number, value: unknown): Answer {
  return { status, body: JSON.stringify(value) };
}
