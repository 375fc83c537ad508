import type { Context } from "../../../context.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Batches } from "../../../ledger/batches.ts";
import { NotFoundError } from "../../../errors.ts";

/** The batch of that name in the profile's store; fails where there is none. */
export function batchNamed(
  name: string,
  { context, scope, batches }: { context: Context; scope: string; batches: Batches },
): Batch {
  const batch = batches.find(scope, name);
  if (batch !== undefined) return batch;
  const known = batches.list(scope).map((one) => one.batch);
  const { message, hint } = context.text.batch.noSuchBatch(name, known.slice(0, 5));
  throw new NotFoundError(message, { hint });
}
