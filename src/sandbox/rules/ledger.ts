/** What a store has. `blocked` is what its unfinished withdrawals have reserved. */
export interface Balance {
  readonly availableCents: number;
  readonly blockedCents: number;
}

export type EntryKind =
  | "starting_balance"
  | "charge_paid"
  | "withdrawal_requested"
  | "withdrawal_paid"
  | "withdrawal_returned";

/** One line of the ledger: what it adds to each part of the balance, negative where it takes. */
export interface Entry extends Balance {
  readonly kind: EntryKind;
  readonly storeId: string;
  readonly referenceId: string;
  readonly at: number;
}

export const NOTHING: Balance = { availableCents: 0, blockedCents: 0 };

/**
 * The balance after one more entry. No part of it can be negative: a rule that lets it come to that has a
 * bug.
 */
export function post(balance: Balance, entry: Balance): Balance {
  const availableCents = balance.availableCents + entry.availableCents;
  const blockedCents = balance.blockedCents + entry.blockedCents;
  if (availableCents < 0 || blockedCents < 0) throw new RangeError("the balance would be negative");
  return { availableCents, blockedCents };
}

/** Rounds half up, in whole numbers. */
export function feeOf(amountCents: number, basisPoints: number): number {
  return Math.floor((amountCents * basisPoints + 5_000) / 10_000);
}
