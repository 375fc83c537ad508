import {
  account,
  balance,
  link,
  linkRequest,
  page,
  payment,
  paymentRequest,
  withdrawal,
  withdrawalRequest,
} from "./contract.ts";
import type { Entry, Permission, Source } from "./contract.ts";

/** One row of the specification's tables of endpoints; paths are relative to the base URL. */
export interface Operation {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly permission: Permission;
  /** Whether the permission's name stands in the specification. */
  readonly permissionSource: Source;
  readonly request?: Entry;
  readonly response: Entry;
  /** A list takes `limit`, `cursor`, `status`, `from` and `to`. */
  readonly list: boolean;
  /** The specification gives idempotency rules for this operation. */
  readonly idempotent: boolean;
}

const read = {
  method: "GET",
  permissionSource: "assumed",
  list: false,
  idempotent: false,
} as const;
const list = { ...read, list: true } as const;
const write = { ...read, method: "POST" } as const;

export const operations = {
  createPayment: {
    ...write,
    path: "/payments/pix",
    permission: "pix:write",
    permissionSource: "specified",
    request: paymentRequest,
    response: payment,
    idempotent: true,
  },
  listPayments: { ...list, path: "/payments", permission: "pix:read", response: page(payment) },
  getPayment: { ...read, path: "/payments/{id}", permission: "pix:read", response: payment },
  cancelPayment: { ...write, path: "/pix/{id}/cancel", permission: "pix:write", response: payment },
  createLink: {
    ...write,
    path: "/payment-links",
    permission: "payment_links:write",
    request: linkRequest,
    response: link,
  },
  listLinks: {
    ...list,
    path: "/payment-links",
    permission: "payment_links:read",
    response: page(link),
  },
  getLink: {
    ...read,
    path: "/payment-links/{id}",
    permission: "payment_links:read",
    response: link,
  },
  getBalance: { ...read, path: "/balance", permission: "balance:read", response: balance },
  createWithdrawal: {
    ...write,
    path: "/withdrawals",
    permission: "withdrawals:write",
    request: withdrawalRequest,
    response: withdrawal,
    idempotent: true,
  },
  listWithdrawals: {
    ...list,
    path: "/withdrawals",
    permission: "withdrawals:read",
    response: page(withdrawal),
  },
  getWithdrawal: {
    ...read,
    path: "/withdrawals/{id}",
    permission: "withdrawals:read",
    response: withdrawal,
  },
  getAccount: { ...read, path: "/account", permission: "account:read", response: account },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
