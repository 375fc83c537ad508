import type { Client } from "../api/client.ts";
import { fromReais } from "../domain/money.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Payouts } from "../ledger/payouts.ts";
import type { Withdrawal } from "./outcome.ts";

/** The most pages that are read to find one payment where the service does not search for it. */
const PAGES_MAX = 20;
const PAGE_ITEMS = 100;
/** How much older than the first send a page must be for the payment to be on none of the older ones. */
const MARGIN_MS = 24 * 3_600_000;

/** How far the service's clock may be behind this machine's. */
const SKEW_MS_MAX = 10 * 60_000;

/** What the service's list says of one payment. */
export type Found =
  | { readonly kind: "found"; readonly withdrawal: Withdrawal }
  /** It is not in the list. `trusted`: this list has shown a payment that is known to exist. */
  | { readonly kind: "absent"; readonly trusted: boolean }
  /** The list could not be read, or not to its end. */
  | { readonly kind: "unsure"; readonly error: unknown };

type Parts = {
  readonly client: Pick<Client, "withdrawals">;
  readonly payouts: Payouts;
  readonly signal: AbortSignal;
};

/**
 * Looks for a payment in the service's own list, by the merchant's reference. What has the reference but
 * another amount or another receiver is not taken for it, and not for its absence either. That it is absent
 * is trusted only while the same list shows a payment that is known to exist.
 */
export async function lookUp(payout: Payout, parts: Parts): Promise<Found> {
  const { payouts, signal } = parts;
  try {
    const found = await search(payout, parts);
    if (found.kind !== "absent") return found;
    const known = payouts.knownAccepted(payout.scope);
    return { kind: "absent", trusted: known !== undefined && (await isShown(known, parts)) };
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "unsure", error };
  }
}

/** It has to be found as a lost one would be: by what was asked for, not by the id that its answer gave. */
async function isShown(known: Payout, parts: Parts): Promise<boolean> {
  const found = await search(known, parts, (id) => id === known.withdrawalId);
  return found.kind === "found";
}

async function search(
  payout: Payout,
  { client, payouts }: Parts,
  mayBe = (id: string): boolean => !payouts.isAnothers(payout, id),
): Promise<Found> {
  const query = { external_id: payout.reference, limit: PAGE_ITEMS };
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const next = cursor === undefined ? {} : { cursor };
    const { value } = await client.withdrawals.list({ ...query, ...next });
    const withdrawals = value.items.map((item) => item.value);
    const candidates = withdrawals.filter(({ id }) => mayBe(id));
    const match = candidates.find((one) => isSame(one, payout));
    if (match !== undefined) return { kind: "found", withdrawal: match };
    // The reference on another payment: it may be ours told in other words, so nothing may be sent.
    if (candidates.some((one) => one.external_id === payout.reference)) break;
    if (!value.hasMore || isPast(withdrawals, payout)) return { kind: "absent", trusted: false };
    if (value.nextCursor === undefined) break;
    cursor = value.nextCursor;
  }
  return { kind: "unsure", error: undefined };
}

/** Whether this page, of a list that is seen to run from new to old, ends long before the first send. */
function isPast(withdrawals: readonly Withdrawal[], { firstSentAt }: Payout): boolean {
  const times = withdrawals.map(({ created_at: at }) => Date.parse(at ?? ""));
  const descends = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0));
  const [newest, oldest] = [times[0], times.at(-1)];
  if (newest === undefined || oldest === undefined || firstSentAt === null) return false;
  return descends && newest > oldest && oldest < Date.parse(firstSentAt) - MARGIN_MS;
}

/**
 * Ours as far as the list tells: the reference and the amount, and the receiver or at least the time.
 * What the list leaves open proves nothing, and what it says otherwise is another payment.
 */
function isSame(withdrawal: Withdrawal, payout: Payout): boolean {
  const { external_id: reference, pix_key: pixKey, created_at: createdAt } = withdrawal;
  if (reference !== payout.reference || fromReais(withdrawal.amount) !== payout.amountCents) {
    return false;
  }
  const firstSentMs = Date.parse(payout.firstSentAt ?? payout.createdAt);
  const sinceSent = createdAt === undefined || Date.parse(createdAt) >= firstSentMs - SKEW_MS_MAX;
  const told = pixKey !== undefined || createdAt !== undefined;
  return told && sinceSent && (pixKey === undefined || pixKey === payout.pixKey);
}
