import { commandLine } from "../../domain/command-line.ts";
import type { Context } from "../../context.ts";
import { UnknownOutcomeError } from "../../errors.ts";
import { paymentFields } from "./view.ts";

/** Cancels a charge that waits for its payment. */
export async function cancel(context: Context, { id }: { readonly id: string }): Promise<void> {
  const { client, profile } = await context.writer();
  const answer = await client.payments.cancel(id).catch((error: unknown) => {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const look = commandLine(["pix", "pix", "get", id, "--profile", profile.name]);
    const { status, requestId } = error;
    const hint = context.text.charge.cancelUnknownHint(look);
    throw new UnknownOutcomeError(error.message, { status, requestId, hint, cause: error });
  });
  const fields = paymentFields(answer.value, context.text);
  await context.output.record(
    answer,
    fields.filter(({ key }) => key !== "copy_paste"),
  );
}
