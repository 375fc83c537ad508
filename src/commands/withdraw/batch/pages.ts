import type { Batch } from "../../../ledger/batch.ts";
import { payoutPagesOf } from "../../../ledger/batches.ts";
import type { Batches } from "../../../ledger/batches.ts";
import type { Payout, PayoutState } from "../../../ledger/payout.ts";
import type { ListPage } from "../../../terminal/output.ts";
import { documentOf, payoutObject } from "./document.ts";

/** The payments of a batch as what is shown of them. */
export async function* payoutPages(
  batch: Batch,
  options: { readonly batches: Batches; readonly states?: readonly PayoutState[] },
): AsyncGenerator<ListPage<Payout>, void, undefined> {
  for (const page of payoutPagesOf(batch, options)) {
    const items = page.map((value) => ({ value, document: documentOf(payoutObject(value)) }));
    yield { document: documentOf({ data: items.map(({ document }) => document.raw) }), items };
  }
}
