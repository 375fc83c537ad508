import * as v from "valibot";
import {
  account,
  balance,
  failure,
  link,
  LINK_STATUSES,
  linkRequest,
  notification,
  page,
  payment,
  PAYMENT_STATUSES,
  paymentRequest,
  withdrawal,
  WITHDRAWAL_STATUSES,
  withdrawalRequest,
} from "../api/contract.ts";
import type { Entry, Source } from "../api/contract.ts";

/** A client takes any status and any currency; the service itself says these and no other. */
const said = {
  payment: v.looseObject({
    ...payment.entries,
    status: oneOf(PAYMENT_STATUSES, "specified"),
    currency: oneOf(["BRL"], "specified"),
  }),
  link: v.looseObject({
    ...link.entries,
    status: oneOf(LINK_STATUSES, "assumed"),
    currency: oneOf(["BRL"], "assumed"),
  }),
  withdrawal: v.looseObject({
    ...withdrawal.entries,
    status: oneOf(WITHDRAWAL_STATUSES, "assumed"),
    currency: oneOf(["BRL"], "assumed"),
  }),
};

/** Every shape of the contract, under the name that the document gives it. */
export const SCHEMAS = {
  Account: account,
  Balance: balance,
  Error: failure,
  Notification: notification,
  Payment: said.payment,
  PaymentRequest: paymentRequest,
  PaymentPage: page(said.payment),
  PaymentLink: said.link,
  PaymentLinkRequest: linkRequest,
  PaymentLinkPage: page(said.link),
  Withdrawal: said.withdrawal,
  WithdrawalRequest: withdrawalRequest,
  WithdrawalPage: page(said.withdrawal),
} as const satisfies Readonly<Record<string, Entry>>;

export type SchemaName = keyof typeof SCHEMAS;

function oneOf<const Values extends readonly string[]>(values: Values, source: Source) {
  return v.pipe(v.picklist(values), v.metadata({ source }));
}
