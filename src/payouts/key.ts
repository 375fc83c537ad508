import { createHash } from "node:crypto";
import type { Place } from "../ledger/payout.ts";

/** Whose money it is, and where idempotency keys count. */
export interface Store {
  readonly environment: string;
  /** The store's id where the service names it, else the service's address. */
  readonly storeId: string;
}

/** What makes a payment one and the same, whenever and wherever it is asked for. */
export interface PayoutIdentity extends Store {
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

/** A store as the ledger names it: the same money behind another address is the same store. */
export function scopeOf({ environment, storeId }: Store): string {
  return `${environment} ${storeId}`;
}

/** The key of a payment that the ledger knows by its place. */
export function keyOf({ scope, batch, rowId }: Place, generation: number): string {
  const at = scope.indexOf(" ");
  const store = { environment: scope.slice(0, at), storeId: scope.slice(at + 1) };
  return payoutKey({ ...store, batchId: batch, rowId, generation });
}
