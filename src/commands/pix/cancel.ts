import type { Context } from "../../context.ts";
import { AnswerError, UnknownOutcomeError } from "../../errors.ts";
import { commandFor } from "../../next.ts";
import { safe } from "../../terminal/safe.ts";
import { paymentFields } from "./view.ts";

/** Cancels a charge that waits for its payment; ends well only when the service says that it is cancelled. */
export async function cancel(context: Context, { id }: { readonly id: string }): Promise<void> {
  const { output, text } = context;
  const { client, profile } = await context.writer();
  const look = commandFor(profile, ["pix", "pix", "get", id]);
  const answer = await client.payments.cancel(id).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const { status, requestId } = error;
    const hint = text.charge.cancelUnknownHint(look);
    throw new UnknownOutcomeError(error.message, { status, requestId, hint, cause: error });
  });
  const fields = paymentFields(answer.value, text);
  await output.record(
    answer,
    fields.filter(({ key }) => key !== "copy_paste"),
  );
  const { status } = answer.value;
  if (status === "cancelled") return;
  throw new AnswerError(text.charge.notCancelled(id, safe(status)), {
    code: "contradiction",
    status: answer.status,
    requestId: answer.requestId,
    hint: text.charge.notCancelledHint(look),
  });
}
