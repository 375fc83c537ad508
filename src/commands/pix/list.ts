import { pages } from "../../api/pages.ts";
import type { Context } from "../../context.ts";
import { parseMoment } from "../../domain/moment.ts";
import { readCount } from "./flags.ts";
import { Problems } from "./flags.ts";
import { paymentColumns } from "./view.ts";

const LIMIT_DEFAULT = 20;
/** The most that one page of the service holds. */
const PAGE_ITEMS_MAX = 100;

export interface ListFlags {
  readonly status?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly all?: boolean;
}

/** Lists charges, the newest first, a page in memory at a time. */
export async function list(context: Context, flags: ListFlags): Promise<void> {
  const { text, output } = context;
  const problems = new Problems(text);
  const limit = readCount("--limit", flags.limit, context);
  const from = problems.read("--from", flags.from, (given) => {
    const parsed = parseMoment(given, "start");
    return parsed.ok ? parsed : { ok: false, problem: text.values.moment(given) };
  });
  const to = problems.read("--to", flags.to, (given) => {
    const parsed = parseMoment(given, "end");
    return parsed.ok ? parsed : { ok: false, problem: text.values.moment(given) };
  });
  if (limit !== undefined && flags.all === true) problems.add(text.values.limitAgainstAll);
  problems.raise();

  const itemsMax = flags.all === true ? Number.POSITIVE_INFINITY : (limit ?? LIMIT_DEFAULT);
  const query = {
    limit: Math.min(itemsMax, PAGE_ITEMS_MAX),
    ...(flags.status === undefined ? {} : { status: flags.status }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const client = await context.api();
  const found = pages((page) => client.payments.list(page), query, { itemsMax, text });
  await output.list(found, paymentColumns(text), { empty: text.charge.none });
}
