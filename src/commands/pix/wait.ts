import type { Context } from "../../context.ts";
import { NotPaidError, PendingError } from "../../errors.ts";
import { nextCommand } from "../../next.ts";
import { pollUntil } from "../../polling.ts";
import { safe } from "../../terminal/safe.ts";
import { WAIT_DEFAULT_MS } from "../../values.ts";
import { paymentFields } from "./view.ts";

/** Waits until a charge is final. */
export async function wait(context: Context, { id }: { readonly id: string }): Promise<void> {
  const timeoutMs = context.flags.timeoutMs ?? WAIT_DEFAULT_MS;
  await awaitFinal(context, id, { timeoutMs, brief: false });
}

/**
 * Asks `GET /payments/{id}` until it names a final status or the time is over, then shows the charge
 * (`brief`: its status alone). Ends well only when the service says `paid`; a status nobody knows is neither
 * final nor paid.
 */
export async function awaitFinal(
  context: Context,
  id: string,
  { timeoutMs, brief }: { timeoutMs: number; brief: boolean },
): Promise<void> {
  const { text, output } = context;
  const client = await context.api();
  const answer = await pollUntil(context, {
    look: async () => client.payments.get(id),
    isFinal: ({ value }) => FINAL.has(value.status),
    waiting: text.charge.waiting,
    timeoutMs,
  });
  if (answer === undefined) {
    throw new PendingError(text.charge.pending(id, text.charge.statusUnknown));
  }
  const fields = paymentFields(answer.value, text).filter(({ key }) =>
    brief ? key === "status" || key === "paid_at" : true,
  );
  await output.record(answer, fields);
  switch (answer.value.status) {
    case "paid":
      return;
    case "expired":
    case "cancelled":
    case "failed":
      throw new NotPaidError(text.charge.notPaid(id, answer.value.status));
    default: {
      const again = await nextCommand(context, ["pix", "pix", "wait", id]);
      const hint = text.charge.pendingHint(again);
      throw new PendingError(text.charge.pending(id, safe(answer.value.status)), { hint });
    }
  }
}

const FINAL: ReadonlySet<string> = new Set(["paid", "expired", "cancelled", "failed"]);
