import { pages } from "../../api/pages.ts";
import type { Context } from "../../context.ts";
import { Problems, readList } from "../../values.ts";
import type { ListFlags as Flags } from "../../values.ts";
import { withdrawalColumns } from "./show.ts";

export interface ListFlags extends Flags {
  /** The merchant's own reference. */
  readonly id?: string;
}

/** Lists withdrawals, the newest first, a page in memory at a time. */
export async function list(context: Context, flags: ListFlags): Promise<void> {
  const { text, output } = context;
  const problems = new Problems(text);
  const { query, itemsMax } = readList(flags, { problems, text });
  problems.raise();
  const client = await context.api();
  const wanted = flags.id === undefined ? query : { ...query, external_id: flags.id };
  const found = pages((page) => client.withdrawals.list(page), wanted, { itemsMax, text });
  await output.list(found, withdrawalColumns(text), { empty: text.withdraw.none });
}
