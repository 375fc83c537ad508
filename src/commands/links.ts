import { pages } from "../api/pages.ts";
import type { Context } from "../context.ts";
import type { QrSize } from "../terminal/qrcode.ts";
import { Problems, readList } from "../values.ts";
import type { ListFlags } from "../values.ts";
import { readLink, sendLink, warnOfAmount } from "./links/request.ts";
import type { LinkFlags } from "./links/request.ts";
import { linkColumns, showLink } from "./links/view.ts";

/** Creates a payment link and shows it. */
export async function create(
  context: Context,
  flags: LinkFlags & { readonly qr?: QrSize },
): Promise<void> {
  const link = await readLink(context, flags);
  const answer = await sendLink(context, link);
  warnOfAmount(context, link, answer.value);
  await showLink(context, answer, { size: flags.qr ?? "auto" });
}

/** Shows one payment link. */
export async function get(
  context: Context,
  { id, qr }: { readonly id: string; readonly qr?: QrSize },
): Promise<void> {
  const client = await context.api();
  await showLink(context, await client.links.get(id), { size: qr ?? "auto" });
}

/** Lists payment links, the newest first, a page in memory at a time. */
export async function list(context: Context, flags: ListFlags): Promise<void> {
  const { text, output } = context;
  const problems = new Problems(text);
  const { query, itemsMax } = readList(flags, { problems, text });
  problems.raise();

  const client = await context.api();
  const found = pages((page) => client.links.list(page), query, { itemsMax, text });
  await output.list(found, linkColumns(text), { empty: text.links.none });
}
