import type { Context } from "../../context.ts";
import { commandLine } from "../../domain/command-line.ts";
import { NotPaidError, PendingError, ServiceError, UnavailableError } from "../../errors.ts";
import { paymentFields } from "./view.ts";
import { WAIT_DEFAULT_MS } from "./flags.ts";

const POLL_MS = 2_000;
const POLL_MS_MAX = 10_000;
/** Each look is a little later than the one before: a payer who has not paid in a minute may take ten. */
const POLL_GROWTH = 1.2;

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
  const answer = await poll(context, id, timeoutMs);
  const fields = paymentFields(answer.value, text).filter(({ key }) =>
    brief ? key === "status" || key === "paid_at" : key !== "copy_paste",
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
      const again = commandLine(["pix", "pix", "wait", id]);
      const hint = text.charge.pendingHint(again);
      throw new PendingError(text.charge.pending(id, answer.value.status), { hint });
    }
  }
}

const FINAL: readonly string[] = ["paid", "expired", "cancelled", "failed"];

async function poll(context: Context, id: string, timeoutMs: number) {
  const { clock, signal, text, output } = context;
  const client = await context.api();
  const endsAt = clock.now().getTime() + timeoutMs;
  const progress = await context.progress(text.charge.waiting);
  let last: Awaited<ReturnType<typeof client.payments.get>> | undefined;
  let pauseMs = POLL_MS;
  try {
    for (;;) {
      try {
        last = await client.payments.get(id);
        if (FINAL.includes(last.value.status)) return last;
        progress.update(text.charge.waitingAt(last.value.status));
      } catch (error) {
        // The charge lives on while the service cannot be reached: only the time ends the waiting.
        if (!passes(error)) throw error;
        output.note(error.message);
      }
      const leftMs = endsAt - clock.now().getTime();
      if (leftMs <= 0 && last !== undefined) return last;
      if (leftMs <= 0) throw new PendingError(text.charge.pending(id, text.charge.statusUnknown));
      await clock.sleep(Math.min(pauseMs, leftMs), signal);
      pauseMs = Math.min(pauseMs * POLL_GROWTH, POLL_MS_MAX);
    }
  } finally {
    progress.stop();
  }
}

/** Whether a fault may be gone at the next look. */
function passes(error: unknown): error is Error {
  if (error instanceof UnavailableError) return true;
  return error instanceof ServiceError && (error.status === 429 || error.status >= 500);
}
