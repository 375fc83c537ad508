import type { Account, Balance, Link, Payment, Withdrawal } from "../api/contract.ts";
import { toReais } from "../domain/money.ts";
import { PAGES_URL, STORE } from "./assumed.ts";
import type { Assumed } from "./assumed.ts";
import type { Resource } from "./rules/change.ts";
import type { Charge } from "./rules/charge.ts";
import type { Balance as Held } from "./rules/ledger.ts";
import type { Link as KeptLink } from "./rules/link.ts";
import type { Withdrawal as KeptWithdrawal } from "./rules/withdrawal.ts";

/** The store as every resource shows it. */
export interface Store {
  readonly id: string;
  readonly name: string;
}

/** A resource as the service says it: reais, ISO 8601 in UTC, every key present. */
export function viewOf(resource: Resource, store: Store): Payment | Link | Withdrawal {
  switch (resource.kind) {
    case "charge":
      return paymentView(resource, store);
    case "link":
      return linkView(resource, store);
    case "withdrawal":
      return withdrawalView(resource, store);
  }
}

function paymentView(charge: Charge, store: Store): Payment {
  return {
    id: charge.id,
    store: { id: store.id, name: store.name },
    status: charge.status,
    amount: toReais(charge.amountCents),
    currency: "BRL",
    qrcode: charge.qrcode,
    copy_paste: charge.copyPaste,
    notification_url: charge.notificationUrl,
    paid_at: timestamp(charge.paidAt),
    customer: { ...charge.customer },
    metadata: charge.metadata === null ? null : { ...charge.metadata },
    partner_checkout_url: charge.partnerCheckoutUrl,
    fee: toReais(charge.feeCents),
    net_amount: toReais(charge.amountCents - charge.feeCents),
    end_to_end_id: charge.endToEndId,
    payer: charge.payer === null ? null : { ...charge.payer },
    expires_at: timestamp(charge.expiresAt),
    created_at: moment(charge.createdAt),
    updated_at: moment(charge.updatedAt),
  };
}

function linkView(link: KeptLink, store: Store): Link {
  return {
    id: link.id,
    store: { id: store.id, name: store.name },
    url: `${PAGES_URL}/links/${link.id}`,
    title: link.title,
    description: link.description,
    amount: link.amountCents === null ? null : toReais(link.amountCents),
    currency: "BRL",
    status: link.status,
    max_payments: link.paymentsMax,
    payments_count: link.paymentsCount,
    amount_received: toReais(link.receivedCents),
    expires_at: timestamp(link.expiresAt),
    redirect_url: link.redirectUrl,
    notification_url: link.notificationUrl,
    metadata: link.metadata === null ? null : { ...link.metadata },
    created_at: moment(link.createdAt),
    updated_at: moment(link.updatedAt),
  };
}

function withdrawalView(withdrawal: KeptWithdrawal, store: Store): Withdrawal {
  const { id, status, failure, recipient, metadata } = withdrawal;
  return {
    id,
    store: { id: store.id, name: store.name },
    status,
    amount: toReais(withdrawal.amountCents),
    fee: toReais(withdrawal.feeCents),
    net_amount: toReais(withdrawal.amountCents - withdrawal.feeCents),
    currency: "BRL",
    pix_key: withdrawal.pixKey.key,
    pix_key_type: withdrawal.pixKey.kind,
    recipient: { ...recipient },
    description: withdrawal.description,
    external_id: withdrawal.externalId,
    end_to_end_id: withdrawal.endToEndId,
    receipt_url: status === "paid" ? `${PAGES_URL}/receipts/${id}` : null,
    failure: failure === null ? null : { ...failure },
    notification_url: withdrawal.notificationUrl,
    metadata: metadata === null ? null : { ...metadata },
    created_at: moment(withdrawal.createdAt),
    updated_at: moment(withdrawal.updatedAt),
    paid_at: timestamp(withdrawal.paidAt),
  };
}

export function balanceView(held: Held & { readonly at: number }, store: Store): Balance {
  const { availableCents, blockedCents } = held;
  return {
    store: { id: store.id, name: store.name },
    currency: "BRL",
    available: toReais(availableCents),
    pending: 0,
    blocked: toReais(blockedCents),
    total: toReais(availableCents + blockedCents),
    updated_at: moment(held.at),
  };
}

export function accountView(options: {
  readonly store: Store;
  readonly permissions: readonly string[];
  readonly createdAt: number;
  readonly assumed: Assumed;
}): Account {
  const { store, permissions, createdAt, assumed } = options;
  const dayCentsMax = assumed.withdrawalDayCentsMax;
  return {
    id: store.id,
    store: { id: store.id, name: store.name },
    name: store.name,
    email: STORE.email,
    document: STORE.document,
    document_type: STORE.documentType,
    status: "active",
    environment: assumed.environment,
    permissions: [...permissions],
    limits: {
      charge_min: toReais(assumed.chargeCentsMin),
      charge_max: toReais(assumed.chargeCentsMax),
      withdrawal_min: toReais(assumed.withdrawalCentsMin),
      withdrawal_max: toReais(assumed.withdrawalCentsMax),
      withdrawal_day_max: dayCentsMax === null ? null : toReais(dayCentsMax),
    },
    fees: {
      charge_percent: toReais(assumed.chargeFeeBasisPoints),
      withdrawal: toReais(assumed.withdrawalFeeCents),
    },
    created_at: moment(createdAt),
  };
}

function moment(at: number): string {
  return new Date(at).toISOString();
}

function timestamp(at: number | null): string | null {
  return at === null ? null : moment(at);
}
