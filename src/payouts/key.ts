import { createHash } from "node:crypto";
import type { Place } from "../ledger/payout.ts";

/** What makes a payment one and the same, whenever and wherever it is asked for. */
export interface PayoutIdentity {
  readonly environment: string;
  /** The store's id where the service names it, else the service's address. */
  readonly storeId: string;
  /** Empty for a payment that belongs to no batch. */
  readonly batchId: string;
  /** The merchant's own: never the amount, a row's number or the date of a run. */
  readonly rowId: string;
  /** Rises only when a refused or failed payment is tried again on purpose. */
  readonly generation: number;
}

/** The idempotency key of a payment; 48 characters. */
export function payoutKey(identity: PayoutIdentity): string {
  const { environment, storeId, batchId, rowId, generation } = identity;
  const canonical = JSON.stringify([
    "pix-payout-v1",
    environment,
    storeId,
    batchId,
    rowId,
    generation,
  ]);
  return `pix1.${createHash("sha256").update(canonical, "utf8").digest("base64url")}`;
}

/**
 * A store as the ledger names it: its id, where the service tells it, so that the same money behind another
 * address is the same store; else the address.
 */
export function scopeOf(
  { environment, baseUrl }: { readonly environment: string; readonly baseUrl: string },
  { storeId }: { readonly storeId: string | null },
): string {
  return `${environment} ${storeId ?? baseUrl}`;
}

/** What the same store was called before: by its address, and by both. */
export function earlierScopesOf(
  { environment, baseUrl }: { readonly environment: string; readonly baseUrl: string },
  { storeId }: { readonly storeId: string | null },
): readonly string[] {
  return [`${environment} ${baseUrl}`, `${baseUrl} ${storeId ?? ""}`.trimEnd(), baseUrl];
}

/** The key of a payment that the ledger knows by its place. */
export function keyOf({ scope, batch, rowId }: Place, generation: number): string {
  const at = scope.indexOf(" ");
  const store = { environment: scope.slice(0, at), storeId: scope.slice(at + 1) };
  return payoutKey({ ...store, batchId: batch, rowId, generation });
}
