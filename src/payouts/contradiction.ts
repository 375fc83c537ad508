import { fromReais } from "../domain/money.ts";
import type { Payout } from "../ledger/payout.ts";
import type { Withdrawal } from "./outcome.ts";

/** A field in which the service shows another payment than the one that was asked for. */
export type Contradiction =
  | { readonly field: "amount"; readonly answered: unknown }
  | { readonly field: "receiver" | "reference"; readonly answered: string };

/** A key that a service shows in part alone: `***.456.789-**`. */
const MASKED = /[*•…]/;

/** What a withdrawal tells otherwise than its payment asked, in what it tells at all. */
export function contradictionsOf(
  { amount, pix_key: pixKey, external_id: reference }: Withdrawal,
  payout: Pick<Payout, "amountCents" | "pixKey" | "reference">,
): readonly Contradiction[] {
  const found: Contradiction[] = [];
  if (amount !== undefined && fromReais(amount) !== payout.amountCents) {
    found.push({ field: "amount", answered: amount });
  }
  if (pixKey !== undefined && pixKey !== payout.pixKey && !MASKED.test(pixKey)) {
    found.push({ field: "receiver", answered: pixKey });
  }
  if (typeof reference === "string" && reference !== payout.reference) {
    found.push({ field: "reference", answered: reference });
  }
  return found;
}
