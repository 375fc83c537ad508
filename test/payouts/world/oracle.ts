import type { Payout } from "../../../src/ledger/payout.ts";
import { toReais } from "../../../src/domain/money.ts";
import { CONFLICT } from "../../../src/payouts/step.ts";
import type { Made } from "./service.ts";

/** The service's ledger, which is the truth, at a time. */
export interface Truth {
  readonly made: readonly Made[];
  readonly nowMs: number;
}

/** Whether its money is, or may come to be, with its receiver. */
function moves({ fails, finalMs }: Made, nowMs: number): boolean {
  return !fails || nowMs < finalMs;
}

/** What is wrong with a payment that was just made; undefined where nothing is. */
export function faultOfPayment(made: Made, { made: all, nowMs }: Truth): string | undefined {
  if (made.key === undefined) return undefined;
  const others = all.filter(
    (one) => one !== made && one.key !== undefined && one.reference === made.reference,
  );
  const twice = others.find((one) => moves(one, nowMs));
  return twice && `${made.reference} is paid twice: ${twice.id} and ${made.id}`;
}

/** What the program's ledger says wrongly of a row in the end; undefined where it is right. */
export function faultOfRow(row: Payout, truth: Truth): string | undefined {
  const ours = truth.made.filter((one) => one.key !== undefined && one.reference === row.reference);
  const paid = ours.find((one) => moves(one, truth.nowMs));
  const told = `${row.rowId} is called ${row.state}`;
  if (row.failureCode === CONFLICT) return `${row.rowId} is in conflict with itself`;
  switch (row.state) {
    case "planned":
    case "sending":
      return paid === undefined ? `${told} in the end` : `${told}, and is paid as ${paid.id}`;
    case "refused":
      return paid && `${told}, and is paid as ${paid.id}`;
    case "unknown":
      return undefined;
    case "failed":
      return paid ? `${told}, and is paid as ${paid.id}` : faultOfAccepted(row, truth);
    case "accepted":
    case "paid":
      return faultOfAccepted(row, truth);
  }
}

function faultOfAccepted(row: Payout, { made, nowMs }: Truth): string | undefined {
  const told = `${row.rowId} is called ${row.state}`;
  const one = made.find(({ id }) => id === row.withdrawalId);
  if (one === undefined) return `${told} as ${row.withdrawalId}, which nobody made`;
  const isAnothers = one.key !== undefined && one.key !== row.key;
  const isOther = one.amount !== toReais(row.amountCents) || one.pixKey !== row.pixKey;
  if (isAnothers || isOther) return `${told} as ${one.id}, which is another payment`;
  const hasFailed = one.fails && nowMs >= one.finalMs;
  return hasFailed === (row.state === "failed") ? undefined : `${told}, and ${one.id} is not`;
}
