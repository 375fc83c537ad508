import type { PaymentStatus } from "../../api/names.ts";
import { accepted, refused } from "../../domain/parsed.ts";
import type { Assumed } from "../assumed.ts";
import { change } from "./change.ts";
import type { Change, Kept, Ruled } from "./change.ts";
import { endToEndId } from "./end-to-end.ts";
import { feeOf } from "./ledger.ts";
import { countPayment } from "./link.ts";
import type { Link } from "./link.ts";

export interface Customer {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly email: string;
  readonly document: string;
  readonly phone?: string | undefined;
}

export interface Charge extends Kept {
  readonly kind: "charge";
  readonly notificationUrl: string;
  readonly status: PaymentStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly copyPaste: string;
  /** A PNG of the code as a data URI. */
  readonly qrcode: string;
  readonly customer: Customer;
  readonly partnerCheckoutUrl: string | null;
  readonly expiresAt: number;
  readonly paidAt: number | null;
  readonly endToEndId: string | null;
  readonly payer: { readonly name: string; readonly document: string } | null;
  /** The payment link it was made for. */
  readonly linkId: string | null;
}

export interface ChargeOrder {
  readonly id: string;
  readonly storeId: string;
  readonly amountCents: number;
  readonly copyPaste: string;
  readonly qrcode: string;
  readonly customer: Customer;
  readonly notificationUrl: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly partnerCheckoutUrl: string | null;
  readonly linkId: string | null;
}

/** Where a charge may go from where; what leads nowhere is final. */
export const CHARGE_MOVES: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  waiting_payment: ["paid", "expired", "cancelled", "failed"],
  paid: [],
  expired: [],
  cancelled: [],
  failed: [],
};

export function openCharge(order: ChargeOrder, now: number, assumed: Assumed): Change<Charge> {
  const expiresAt = now + assumed.chargeExpiresAfterMs;
  const charge: Charge = {
    kind: "charge",
    ...order,
    status: "waiting_payment",
    feeCents: feeOf(order.amountCents, assumed.chargeFeeBasisPoints),
    expiresAt,
    dueAt: expiresAt,
    paidAt: null,
    endToEndId: null,
    payer: null,
    createdAt: now,
    updatedAt: now,
  };
  return change(charge, { events: [{ kind: "payment.created", at: now, resource: charge }] });
}

/** The money arrives, less the fee; a charge that was made for a link is counted there. */
export function payCharge(charge: Charge, now: number, link: Link | undefined): Ruled<Charge> {
  const moved = move(charge, "paid", now);
  if (!moved.ok) return moved;
  const { name, document } = charge.customer;
  const paid: Charge = {
    ...moved.value.resource,
    paidAt: now,
    endToEndId: endToEndId(charge.id, now),
    payer: { name, document },
  };
  const counted = link && countPayment(link, charge.amountCents, now);
  return accepted({
    resource: paid,
    others: counted ? [counted.resource] : [],
    entries: [
      {
        kind: "charge_paid",
        storeId: charge.storeId,
        referenceId: charge.id,
        at: now,
        availableCents: charge.amountCents - charge.feeCents,
        blockedCents: 0,
      },
    ],
    events: [{ kind: "payment.paid", at: now, resource: paid }, ...(counted?.events ?? [])],
  });
}

export function cancelCharge(charge: Charge, now: number): Ruled<Charge> {
  return move(charge, "cancelled", now);
}

export function failCharge(charge: Charge, now: number): Ruled<Charge> {
  return move(charge, "failed", now);
}

/** Somebody lets it expire now; the clock does the same at `expiresAt`. */
export function expireCharge(charge: Charge, now: number): Ruled<Charge> {
  return move({ ...charge, expiresAt: Math.min(charge.expiresAt, now) }, "expired", now);
}

function move(
  charge: Charge,
  status: Exclude<PaymentStatus, "waiting_payment">,
  now: number,
): Ruled<Charge> {
  if (!CHARGE_MOVES[charge.status].includes(status)) return refused("invalid_state");
  const moved: Charge = { ...charge, status, dueAt: null, updatedAt: now };
  // The event of a payment tells more, which its own rule adds.
  if (status === "paid") return accepted(change(moved));
  return accepted(
    change(moved, { events: [{ kind: `payment.${status}`, at: now, resource: moved }] }),
  );
}
