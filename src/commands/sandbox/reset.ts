import type { Context } from "../../context.ts";
import { formatMoney, parseMoney } from "../../domain/money.ts";
import { GuardedError, InterruptedError, UsageError } from "../../errors.ts";
import { sandboxOf } from "./open.ts";

export interface ResetInput {
  /** What every store begins with, in reais. */
  readonly balance?: string;
}

/** Forgets everything in the sandbox, after a yes. */
export async function reset(context: Context, input: ResetInput): Promise<void> {
  const { flags, output, prompt, text } = context;
  const say = text.sandbox;
  const balanceCents = input.balance === undefined ? undefined : balanceOf(context, input.balance);
  const sandbox = await sandboxOf(context);
  if (!flags.yes) {
    if (!prompt.available) throw new GuardedError(say.resetGuarded, { hint: say.resetGuardedHint });
    if (!(await prompt.confirm({ message: say.resetQuestion }))) throw new InterruptedError();
  }
  sandbox.control.reset(
    balanceCents === undefined ? undefined : { startingBalanceCents: balanceCents },
  );
  const { availableCents } = sandbox.control.summary().balance;
  output.note(say.resetDone(formatMoney(availableCents)));
}

function balanceOf({ text }: Context, given: string): number {
  const parsed = parseMoney(given);
  if (parsed.ok) return parsed.value;
  if (parsed.problem === "zero") return 0;
  throw new UsageError(text.sandbox.badBalance(given));
}
