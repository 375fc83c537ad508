import type { Context } from "../../context.ts";
import { formatMoney, parseMoney } from "../../domain/money.ts";

/** Asks for an amount to be typed as it was shown; false where the answer is no. */
export async function typedAmount(
  cents: number,
  { context: { prompt, text }, message }: { readonly context: Context; readonly message: string },
): Promise<boolean> {
  const isAmount = (answer: string): boolean => {
    const parsed = parseMoney(answer);
    return parsed.ok && parsed.value === cents;
  };
  const isNo = (answer: string): boolean => /^(n|no|não|nao)$/i.test(answer.trim());
  const typed = await prompt.text({
    message,
    validate: (answer) =>
      isNo(answer) || isAmount(answer) ? undefined : text.withdraw.notTheAmount(formatMoney(cents)),
  });
  return isAmount(typed);
}
