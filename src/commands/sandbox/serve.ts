import type { Context } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { sandboxOf } from "./open.ts";

export interface ServeInput {
  readonly port?: string;
  readonly strict?: boolean;
}

const PORT_DEFAULT = "4010";
const PORT_MAX = 65_535;

/** Puts the sandbox behind HTTP on this machine until the signal, and then ends with its reason. */
export async function serve(context: Context, input: ServeInput): Promise<void> {
  const { output, text, signal } = context;
  const port = portOf(context, input.port ?? PORT_DEFAULT);
  const sandbox = await sandboxOf(context);
  await sandbox.serve({
    port,
    strict: input.strict ?? false,
    ready: (url) => {
      if (output.form === "json" || output.form === "jsonl") output.line(JSON.stringify({ url }));
      output.note(text.sandbox.serving(url));
    },
    failed: (error) => {
      const message = error instanceof Error ? error.message : String(error);
      output.warn(text.sandbox.requestFailed(message));
    },
  });
  signal.throwIfAborted();
}

function portOf({ text }: Context, given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : PORT_MAX + 1;
  if (port > PORT_MAX) throw new UsageError(text.sandbox.badPort(given));
  return port;
}
