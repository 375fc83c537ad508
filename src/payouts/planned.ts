import { renameFields } from "../api/rename.ts";
import { toReais } from "../domain/money.ts";
import type { PixKey } from "../domain/pix-key.ts";
import type { Place, PlannedPayout } from "../ledger/payout.ts";
import type { Profile } from "../profiles/store.ts";
import { keyOf } from "./key.ts";

/** A payment to one person, every value checked. */
export interface WantedPayout {
  readonly amountCents: number;
  readonly pixKey: PixKey;
  readonly description: string | undefined;
  /** Fields that this program does not know, as the service names them. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The payment as the ledger keeps it: its place, its key and the exact bytes that are sent for ever. */
export function plannedPayout(
  wanted: WantedPayout,
  { place, profile }: { readonly place: Place; readonly profile: Pick<Profile, "name" | "fields"> },
): PlannedPayout {
  const { amountCents, pixKey, fields = {} } = wanted;
  const asked = askedFor(wanted, place);
  return {
    ...{ scope: place.scope, batch: place.batch, rowId: place.rowId },
    reference: asked.external_id,
    generation: 0,
    key: keyOf(place, 0),
    profile: profile.name,
    amountCents,
    pixKey: pixKey.key,
    asked: JSON.stringify({ ...asked, ...fields }),
    body: JSON.stringify({ ...renameFields("withdrawal", asked, profile.fields), ...fields }),
  };
}

/** The names, as the service says them, that the request of such a payment has already. */
export function namesTaken(wanted: WantedPayout, fields: Profile["fields"]): readonly string[] {
  const asked = askedFor(wanted, { scope: "", batch: "", rowId: "" });
  return Object.keys(renameFields("withdrawal", asked, fields));
}

function askedFor(
  { amountCents, pixKey, description }: WantedPayout,
  { batch, rowId }: Place,
): { readonly external_id: string } {
  return {
    ...{ amount: toReais(amountCents), pix_key: pixKey.key, pix_key_type: pixKey.kind },
    external_id: batch === "" ? rowId : `${batch}/${rowId}`,
    ...(description === undefined ? {} : { description }),
  };
}
