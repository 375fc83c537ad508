import type { Context } from "../../context.ts";
import { describe, EXIT } from "../../errors.ts";

/** What one look came to. */
export interface Finding {
  /** `node`, `folder.config`, `profile.shop`: programs rely on it. */
  readonly name: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  readonly hint: string | undefined;
  /** What a failure makes of the exit code. */
  readonly exitCode: number;
}

type Told = Pick<Finding, "message"> & { readonly hint?: string | undefined };

export function fine(name: string, message: string): Finding {
  return { name, status: "ok", message, hint: undefined, exitCode: EXIT.ok };
}

export function warning(name: string, { message, hint }: Told): Finding {
  return { name, status: "warning", message, hint, exitCode: EXIT.ok };
}

export function failure(name: string, { message, hint }: Told): Finding {
  return { name, status: "failure", message, hint, exitCode: EXIT.failure };
}

/** Does the work; whatever it throws is what was found: this command is for where things fail. */
export async function finding(
  name: string,
  { text, signal }: Pick<Context, "text" | "signal">,
  work: () => Promise<Finding> | Finding,
): Promise<Finding> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    const { message, hint, exitCode } = describe(error, text);
    const told = exitCode === EXIT.auth || exitCode === EXIT.unavailable;
    return { ...failure(name, { message, hint }), exitCode: told ? exitCode : EXIT.failure };
  }
}
