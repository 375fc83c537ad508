import type { Assumed } from "./assumed.ts";
import { after } from "./rules/change.ts";
import type { Change, Resource, Ruled } from "./rules/change.ts";
import { expireCharge, failCharge, payCharge } from "./rules/charge.ts";
import { deactivateLink, expireLink } from "./rules/link.ts";
import type { Link } from "./rules/link.ts";
import { advanceWithdrawal, cancelWithdrawal, settleWithdrawal } from "./rules/withdrawal.ts";

/** A pending withdrawal passes two moments, no resource more. */
const STEPS_MAX = 2;

/**
 * Lets the clock have its way: a charge or a link expires, a withdrawal is processed and settled, each at its
 * own moment, however late somebody looks. Undefined when nothing was due.
 */
export function advance(resource: Resource, now: number, assumed: Assumed): Change | undefined {
  let all: Change | undefined;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const current: Resource = all?.resource ?? resource;
    const dueAt = current.dueAt;
    if (dueAt === null || dueAt > now) break;
    const next = stepOf(current, dueAt, assumed);
    if (!next.ok) break;
    all = all === undefined ? next.value : after(all, next.value);
  }
  return all;
}

/** Pays a charge, or settles a withdrawal. `link` is the one that the charge was made for. */
export function pay(
  resource: Exclude<Resource, Link>,
  options: { now: number; assumed: Assumed; link: Link | undefined },
): Ruled {
  const { now, assumed, link } = options;
  return resource.kind === "charge"
    ? payCharge(resource, now, link)
    : settleWithdrawal(resource, "paid", now, assumed);
}

/** A charge or a link expires now; a withdrawal that nobody has begun to handle is cancelled. */
export function expire(resource: Resource, now: number): Ruled {
  switch (resource.kind) {
    case "charge":
      return expireCharge(resource, now);
    case "link":
      return expireLink(resource, now);
    case "withdrawal":
      return cancelWithdrawal(resource, now);
  }
}

/** A charge or a withdrawal fails; a link is switched off. */
export function fail(resource: Resource, now: number, assumed: Assumed): Ruled {
  switch (resource.kind) {
    case "charge":
      return failCharge(resource, now);
    case "link":
      return deactivateLink(resource, now);
    case "withdrawal":
      return settleWithdrawal(resource, "failed", now, assumed);
  }
}

function stepOf(resource: Resource, at: number, assumed: Assumed): Ruled {
  return resource.kind === "withdrawal"
    ? advanceWithdrawal(resource, at, assumed)
    : expire(resource, at);
}
