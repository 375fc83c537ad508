import type { LinkStatus } from "../../api/names.ts";
import { accepted, refused } from "../../domain/parsed.ts";
import { change } from "./change.ts";
import type { Change, Kept, Ruled } from "./change.ts";

export interface Link extends Kept {
  readonly kind: "link";
  readonly status: LinkStatus;
  readonly title: string;
  readonly description: string | null;
  /** Null: whoever pays says how much. */
  readonly amountCents: number | null;
  readonly paymentsMax: number | null;
  readonly paymentsCount: number;
  readonly receivedCents: number;
  readonly expiresAt: number | null;
  readonly redirectUrl: string | null;
}

export type LinkOrder = Pick<
  Link,
  | "id"
  | "storeId"
  | "title"
  | "description"
  | "amountCents"
  | "paymentsMax"
  | "expiresAt"
  | "redirectUrl"
  | "notificationUrl"
  | "metadata"
>;

/** Where a link may go from where; what leads nowhere is final. */
export const LINK_MOVES: Readonly<Record<LinkStatus, readonly LinkStatus[]>> = {
  active: ["inactive", "expired", "exhausted"],
  inactive: [],
  expired: [],
  exhausted: [],
};

export function openLink(order: LinkOrder, now: number): Change<Link> {
  return change({
    kind: "link",
    ...order,
    status: "active",
    paymentsCount: 0,
    receivedCents: 0,
    dueAt: order.expiresAt,
    createdAt: now,
    updatedAt: now,
  });
}

/** A charge that was made while the link was active may be paid later, and counts all the same. */
export function countPayment(link: Link, amountCents: number, now: number): Change<Link> {
  const paymentsCount = link.paymentsCount + 1;
  const last = link.paymentsMax !== null && paymentsCount >= link.paymentsMax;
  const exhausted = last && link.status === "active";
  const counted: Link = {
    ...link,
    paymentsCount,
    receivedCents: link.receivedCents + amountCents,
    status: exhausted ? "exhausted" : link.status,
    dueAt: exhausted ? null : link.dueAt,
    updatedAt: now,
  };
  return change(counted, { events: [{ kind: "payment_link.paid", at: now, resource: counted }] });
}

export function expireLink(link: Link, now: number): Ruled<Link> {
  return move(link, "expired", now);
}

export function deactivateLink(link: Link, now: number): Ruled<Link> {
  return move(link, "inactive", now);
}

function move(link: Link, status: LinkStatus, now: number): Ruled<Link> {
  if (!LINK_MOVES[link.status].includes(status)) return refused("invalid_state");
  return accepted(change({ ...link, status, dueAt: null, updatedAt: now }));
}
