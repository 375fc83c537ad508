import { createHash } from "node:crypto";

/** What makes a payment one and the same, whenever and wherever it is asked for. */
export interface PayoutIdentity {
  readonly environment: string;
  readonly storeId: string;
  /** Empty for a payment that belongs to no batch. */
  readonly batchId: string;
  /** The merchant's own: never the amount, a row's number or the date of a run. */
  readonly rowId: string;
  /** Rises only when a refused payment is tried again on purpose. */
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
