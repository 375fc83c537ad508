import type { PayoutColumn, PayoutFault, PayoutPart } from "../../domain/payout-fault.ts";
import { payoutColumns } from "../../domain/payout-fault.ts";
import { nearest } from "../../profiles/nearest.ts";
import { characterFault, shown } from "./characters.ts";

export const requiredColumns = ["id", "amount", "pix_key"] as const;

/** Exactly as it is written; undefined for any other name. */
export function columnOf(name: string): PayoutColumn | undefined {
  return payoutColumns.find((column) => column === name);
}

/** What is wrong with a name that is no column's. */
export function nameFault(part: PayoutPart, name: string): PayoutFault {
  const near = nearest(shown(name), payoutColumns);
  return (
    characterFault(name) ?? {
      kind: "name_unknown",
      part,
      name: shown(name),
      near: near === undefined ? undefined : columnOf(near),
    }
  );
}
