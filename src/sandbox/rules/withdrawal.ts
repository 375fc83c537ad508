import type { WithdrawalStatus } from "../../api/names.ts";
import { accepted, refused } from "../../domain/parsed.ts";
import type { PixKey } from "../../domain/pix-key.ts";
import {
  PIX_KEY_NOBODY_HAS,
  PIX_KEY_THAT_FAILS,
  PIX_KEY_THAT_STAYS_PENDING,
  RECIPIENT,
  WITHDRAWAL_FAILURE,
} from "../assumed.ts";
import type { Assumed } from "../assumed.ts";
import { after, change } from "./change.ts";
import type { Change, Kept, Ruled } from "./change.ts";
import { endToEndId } from "./end-to-end.ts";
import type { Balance, Entry, EntryKind } from "./ledger.ts";

export interface Withdrawal extends Kept {
  readonly kind: "withdrawal";
  readonly status: WithdrawalStatus;
  readonly amountCents: number;
  readonly feeCents: number;
  readonly pixKey: PixKey;
  readonly recipient: { readonly name: string; readonly document: string };
  readonly description: string | null;
  /** The merchant's own reference. */
  readonly externalId: string | null;
  readonly endToEndId: string | null;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly paidAt: number | null;
}

export type WithdrawalOrder = Pick<
  Withdrawal,
  | "id"
  | "storeId"
  | "amountCents"
  | "pixKey"
  | "description"
  | "externalId"
  | "notificationUrl"
  | "metadata"
>;

/** What a request for a withdrawal is decided by, besides the request. */
export interface Means {
  readonly balance: Balance;
  /** What this store has asked for since the day began, without what it got back. */
  readonly requestedTodayCents: number;
}

/** Where a withdrawal may go from where; what leads nowhere is final. */
export const WITHDRAWAL_MOVES: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  pending: ["processing", "cancelled"],
  processing: ["paid", "failed"],
  paid: [],
  failed: [],
  cancelled: [],
};

/** The amount is reserved at once. */
export function requestWithdrawal(
  order: WithdrawalOrder,
  { balance, requestedTodayCents }: Means,
  now: number,
  assumed: Assumed,
): Ruled<Withdrawal> {
  const { amountCents, pixKey } = order;
  const dayCentsMax = assumed.withdrawalDayCentsMax;
  if (pixKey.key === PIX_KEY_NOBODY_HAS) return refused("pix_key_not_found");
  if (dayCentsMax !== null && requestedTodayCents + amountCents > dayCentsMax) {
    return refused("limit_exceeded");
  }
  if (amountCents > balance.availableCents) return refused("insufficient_balance");
  const stays = pixKey.key === PIX_KEY_THAT_STAYS_PENDING;
  const withdrawal: Withdrawal = {
    kind: "withdrawal",
    ...order,
    status: "pending",
    feeCents: assumed.withdrawalFeeCents,
    recipient: RECIPIENT,
    endToEndId: null,
    failure: null,
    paidAt: null,
    dueAt: stays ? null : now + assumed.withdrawalProcessingAfterMs,
    createdAt: now,
    updatedAt: now,
  };
  const reserved = entry(withdrawal, "withdrawal_requested", now);
  return accepted(change(withdrawal, { entries: [reserved] }));
}

/** The next step that the clock brings. */
export function advanceWithdrawal(
  withdrawal: Withdrawal,
  now: number,
  assumed: Assumed,
): Ruled<Withdrawal> {
  if (withdrawal.status === "pending") {
    return processWithdrawal(withdrawal, now, assumed);
  }
  return withdrawal.pixKey.key === PIX_KEY_THAT_FAILS
    ? end(withdrawal, "failed", now)
    : end(withdrawal, "paid", now);
}

export function settleWithdrawal(
  withdrawal: Withdrawal,
  status: "paid" | "failed",
  now: number,
  assumed: Assumed,
): Ruled<Withdrawal> {
  if (withdrawal.status !== "pending") return end(withdrawal, status, now);
  const started = processWithdrawal(withdrawal, now, assumed);
  if (!started.ok) return started;
  const ended = end(started.value.resource, status, now);
  return ended.ok ? accepted(after(started.value, ended.value)) : ended;
}

/** Nobody has begun to handle it: it is dropped, and the amount given back. */
export function cancelWithdrawal(withdrawal: Withdrawal, now: number): Ruled<Withdrawal> {
  return end(withdrawal, "cancelled", now);
}

function processWithdrawal(
  withdrawal: Withdrawal,
  now: number,
  assumed: Assumed,
): Ruled<Withdrawal> {
  if (!WITHDRAWAL_MOVES[withdrawal.status].includes("processing")) return refused("invalid_state");
  const wait = assumed.withdrawalSettledAfterMs - assumed.withdrawalProcessingAfterMs;
  const processing: Withdrawal = {
    ...withdrawal,
    status: "processing",
    dueAt: now + Math.max(0, wait),
    updatedAt: now,
  };
  return accepted(
    change(processing, {
      events: [{ kind: "withdrawal.processing", at: now, resource: processing }],
    }),
  );
}

function end(
  withdrawal: Withdrawal,
  status: "paid" | "failed" | "cancelled",
  now: number,
): Ruled<Withdrawal> {
  if (!WITHDRAWAL_MOVES[withdrawal.status].includes(status)) return refused("invalid_state");
  const paid = status === "paid";
  const ended: Withdrawal = {
    ...withdrawal,
    status,
    dueAt: null,
    paidAt: paid ? now : null,
    endToEndId: paid ? endToEndId(withdrawal.id, now) : null,
    failure: status === "failed" ? WITHDRAWAL_FAILURE : null,
    updatedAt: now,
  };
  const entries = [entry(withdrawal, paid ? "withdrawal_paid" : "withdrawal_returned", now)];
  // A cancelled withdrawal has no event of its own.
  if (status === "cancelled") return accepted(change(ended, { entries }));
  const events: Change["events"] = [{ kind: `withdrawal.${status}`, at: now, resource: ended }];
  return accepted(change(ended, { entries, events }));
}

function entry(withdrawal: Withdrawal, kind: EntryKind, at: number): Entry {
  const { id: referenceId, storeId, amountCents } = withdrawal;
  const requested = kind === "withdrawal_requested";
  const returned = kind === "withdrawal_returned";
  return {
    kind,
    storeId,
    referenceId,
    at,
    availableCents: (returned ? amountCents : 0) - (requested ? amountCents : 0),
    blockedCents: requested ? amountCents : -amountCents,
  };
}
