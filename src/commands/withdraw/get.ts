import type { Context } from "../../context.ts";
import { Problems, readWait } from "../../values.ts";
import { awaitWithdrawal, showWithdrawal } from "./show.ts";

export interface GetFlags {
  readonly id: string;
  readonly wait?: string | boolean;
}

/** Shows one withdrawal, as the service says it is now; with `--wait`, once it is final. */
export async function get(context: Context, { id, wait }: GetFlags): Promise<void> {
  const problems = new Problems(context.text);
  const waitMs = problems.take(readWait(wait, context.text));
  problems.raise();
  if (waitMs !== undefined) return awaitWithdrawal(context, id, waitMs);
  const client = await context.api();
  await showWithdrawal(context, await client.withdrawals.get(id));
}
