import type { Context } from "../../context.ts";
import { refuseContradictions } from "./check.ts";
import { showCharge } from "./show.ts";

/** Shows one charge, as the service says it is now. */
export async function get(context: Context, { id }: { readonly id: string }): Promise<void> {
  const client = await context.api();
  const answer = await client.payments.get(id);
  if (answer.value.status === "waiting_payment") {
    await refuseContradictions(context, answer);
  }
  await showCharge(context, answer, { size: "auto" });
}
