import { linkRequest, paymentRequest, withdrawalRequest } from "../api/contract.ts";
import { parsePixKey } from "../domain/pix-key.ts";
import { DESCRIPTION_CHARACTERS_MAX } from "./assumed.ts";
import type { Assumed } from "./assumed.ts";
import {
  amountOf,
  checkEmail,
  checkMetadata,
  checkText,
  checkUrl,
  detail,
  memberOf,
  refuseAny,
  refuseCurrency,
  refuseDocument,
  refuseNotificationUrl,
  shaped,
} from "./checks.ts";
import { Refusal } from "./refusal.ts";
import type { Kept } from "./rules/change.ts";
import type { ChargeOrder } from "./rules/charge.ts";
import type { LinkOrder } from "./rules/link.ts";
import type { WithdrawalOrder } from "./rules/withdrawal.ts";

/** What decides whether a request is good, besides the request. */
export interface Measure {
  readonly assumed: Assumed;
  /** As the real service: a notification URL must be public. */
  readonly strict: boolean;
}

type Given = "id" | "storeId";

/** The charge that a body asks for; a Refusal says why it cannot be. */
export function chargeOrder(
  body: unknown,
  { assumed, strict }: Measure,
): Omit<ChargeOrder, Given | "copyPaste" | "qrcode" | "linkId"> {
  const request = shaped(paymentRequest, body);
  const { name, email, document, phone } = request.customer;
  refuseAny([
    checkEmail("customer.email", email),
    checkText("customer.name", name),
    checkText("customer.document", document),
    checkText("customer.phone", phone),
    checkMetadata("metadata", memberOf(body, "metadata")),
    checkUrl("partner_checkout_url", request.partner_checkout_url),
  ]);
  refuseCurrency(request.currency);
  const { chargeCentsMin: centsMin, chargeCentsMax: centsMax } = assumed;
  const amountCents = amountOf("amount", request.amount, { centsMin, centsMax });
  refuseDocument("customer.document", document);
  refuseNotificationUrl(request.notification_url, strict);
  return {
    amountCents,
    customer: { name, email, document, ...(phone === undefined ? {} : { phone }) },
    notificationUrl: request.notification_url,
    metadata: metadataOf(body),
    partnerCheckoutUrl: request.partner_checkout_url ?? null,
  };
}

/** The payment link that a body asks for. */
export function linkOrder(
  body: unknown,
  { assumed, strict, now }: Measure & { readonly now: number },
): Omit<LinkOrder, Given> {
  const request = shaped(linkRequest, body);
  const { amount = null, expires_at: expires = null } = request;
  const expiresAt = expires === null ? null : new Date(expires).getTime();
  const past = expiresAt !== null && !(expiresAt > now);
  refuseAny([
    checkText("title", request.title),
    checkText("description", request.description, DESCRIPTION_CHARACTERS_MAX),
    checkMetadata("metadata", memberOf(body, "metadata")),
    checkUrl("redirect_url", request.redirect_url),
    past ? detail("expires_at", "invalid") : undefined,
  ]);
  refuseCurrency(request.currency);
  const { chargeCentsMin: centsMin, chargeCentsMax: centsMax } = assumed;
  const amountCents = amount === null ? null : amountOf("amount", amount, { centsMin, centsMax });
  refuseNotificationUrl(request.notification_url, strict);
  return {
    title: request.title,
    description: request.description ?? null,
    amountCents,
    paymentsMax: request.max_payments ?? null,
    expiresAt,
    redirectUrl: request.redirect_url ?? null,
    notificationUrl: request.notification_url ?? null,
    metadata: metadataOf(body),
  };
}

/** The withdrawal that a body asks for. */
export function withdrawalOrder(
  body: unknown,
  { assumed, strict }: Measure,
): Omit<WithdrawalOrder, Given> {
  const request = shaped(withdrawalRequest, body);
  refuseAny([
    checkText("description", request.description, DESCRIPTION_CHARACTERS_MAX),
    checkText("external_id", request.external_id),
    checkMetadata("metadata", memberOf(body, "metadata")),
  ]);
  const { withdrawalCentsMin: centsMin, withdrawalCentsMax: centsMax } = assumed;
  const amountCents = amountOf("amount", request.amount, { centsMin, centsMax });
  const pixKey = parsePixKey(request.pix_key, request.pix_key_type);
  if (!pixKey.ok) {
    throw new Refusal("invalid_pix_key", { details: [detail("pix_key", "invalid")] });
  }
  refuseNotificationUrl(request.notification_url, strict);
  return {
    amountCents,
    pixKey: pixKey.value,
    description: request.description ?? null,
    externalId: request.external_id ?? null,
    notificationUrl: request.notification_url ?? null,
    metadata: metadataOf(body),
  };
}

/** As it was sent: a check of the shape leaves out names that JavaScript gives a meaning to. */
function metadataOf(body: unknown): Kept["metadata"] {
  const metadata = memberOf(body, "metadata");
  return typeof metadata === "object" && metadata !== null ? { ...metadata } : null;
}
