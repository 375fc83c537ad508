import type { Batch } from "../../../ledger/batch.ts";
import type { Batches } from "../../../ledger/batches.ts";
import type { Payout, PayoutState } from "../../../ledger/payout.ts";
import type { ListPage } from "../../../terminal/output.ts";
import { documentOf, payoutObject } from "./document.ts";

const PAGE_ROWS = 500;

/** The payments of a batch in the plan's order, a page in memory at a time. */
export async function* payoutPages(
  batch: Batch,
  { batches, states }: { readonly batches: Batches; readonly states?: readonly PayoutState[] },
): AsyncGenerator<ListPage<Payout>, void, undefined> {
  let afterId = 0;
  for (;;) {
    const query = { afterId, limit: PAGE_ROWS, ...(states === undefined ? {} : { states }) };
    const rows = batches.rows(batch, query);
    const last = rows.at(-1);
    if (last === undefined) return;
    const items = rows.map((value) => ({ value, document: documentOf(payoutObject(value)) }));
    yield { document: documentOf({ data: items.map(({ document }) => document.raw) }), items };
    afterId = last.id;
  }
}
