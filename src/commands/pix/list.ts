import { pages } from "../../api/pages.ts";
import type { Context } from "../../context.ts";
import { Problems, readList } from "../../values.ts";
import type { ListFlags } from "../../values.ts";
import { paymentColumns } from "./view.ts";

/** Lists charges, the newest first, a page in memory at a time. */
export async function list(context: Context, flags: ListFlags): Promise<void> {
  const { text, output } = context;
  const problems = new Problems(text);
  const { query, itemsMax } = readList(flags, { problems, text });
  problems.raise();

  const client = await context.api();
  const found = pages((page) => client.payments.list(page), query, { itemsMax, text });
  await output.list(found, paymentColumns(text), { empty: text.charge.none });
}
