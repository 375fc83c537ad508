/** The service's own words, light enough for the command line to list them at start. */

export const PAYMENT_STATUSES = [
  "waiting_payment",
  "paid",
  "expired",
  "cancelled",
  "failed",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const WITHDRAWAL_STATUSES = [
  "pending",
  "processing",
  "paid",
  "failed",
  "cancelled",
] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export const LINK_STATUSES = ["active", "inactive", "expired", "exhausted"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const PIX_KEY_TYPES = ["cpf", "cnpj", "email", "phone", "evp"] as const;

export const PERMISSIONS = [
  "account:read",
  "pix:read",
  "pix:write",
  "payment_links:read",
  "payment_links:write",
  "balance:read",
  "withdrawals:read",
  "withdrawals:write",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const EVENT_KINDS = [
  "payment.paid",
  "payment.created",
  "payment.expired",
  "payment.cancelled",
  "payment.failed",
  "withdrawal.processing",
  "withdrawal.paid",
  "withdrawal.failed",
  "payment_link.paid",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** The specification: "String, up to 128 characters, scoped per store". */
export const IDEMPOTENCY_KEY_CHARACTERS_MAX = 128;
