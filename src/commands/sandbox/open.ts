import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";

/** The sandbox of this machine; a command that names another profile means something else, and is told so. */
export async function sandboxOf(context: Context): Promise<Sandbox> {
  const { flags, text } = context;
  if (flags.profile !== undefined && flags.profile !== "sandbox") {
    const { message, hint } = text.sandbox.wrongProfile(flags.profile);
    throw new UsageError(message, { hint });
  }
  return context.sandbox();
}
