import type { Context } from "../../context.ts";
import { parseBrCode } from "../../domain/brcode.ts";
import { formatMoney, fromReais } from "../../domain/money.ts";
import { readFields } from "../../domain/tlv.ts";
import { AnswerError } from "../../errors.ts";
import { safe } from "../../terminal/safe.ts";
import { nextCommand } from "../../next.ts";
import type { Text } from "../../text/text.ts";
import type { Payment } from "./view.ts";

/** How every BR Code begins: the payload format indicator. */
const BR_CODE = /^000201/;

/** Rules that codes in use break and that every bank's reader forgives: they do not touch the money. */
const COSMETIC: ReadonlySet<string> = new Set([
  "initiation",
  "mcc",
  "name",
  "name_len",
  "city",
  "city_len",
  "txid",
]);

/**
 * Fails where the service's answer contradicts what was asked of it, or itself: a payer must not be shown a
 * code that takes another amount. A `copy_paste` that is no BR Code at all is the service's own affair.
 */
export async function refuseContradictions(
  context: Pick<Context, "profile" | "text">,
  answer: {
    readonly value: Payment;
    readonly status: number;
    readonly requestId: string | undefined;
  },
  /** What was asked for, where this run has asked for it. */
  amountCents?: number,
): Promise<void> {
  const { text } = context;
  const { id } = answer.value;
  const found = contradictions(answer.value, { amountCents, text });
  if (found.length === 0) return;
  const cancel = await nextCommand(context, ["pix", "pix", "cancel", id]);
  throw new AnswerError(text.charge.contradiction(id, found), {
    code: "contradiction",
    status: answer.status,
    requestId: answer.requestId,
    hint: text.charge.contradictionHint(cancel),
  });
}

function contradictions(
  payment: Payment,
  { amountCents, text }: { amountCents: number | undefined; text: Text },
): string[] {
  const say = text.charge.contradictions;
  const answered = fromReais(payment.amount);
  const expected = amountCents ?? answered;
  const found: string[] = [];
  if (amountCents !== undefined && answered !== amountCents) {
    const shown =
      answered === undefined ? safe(say.nothing(payment.amount)) : formatMoney(answered);
    found.push(say.amount(formatMoney(amountCents), shown));
  }
  if (payment.currency !== undefined && payment.currency !== "BRL") {
    found.push(say.currency(safe(payment.currency)));
  }
  const code = payment.copy_paste;
  if (code === undefined || !BR_CODE.test(code)) return found;
  const parsed = parseBrCode(code);
  if (!parsed.ok && !COSMETIC.has(parsed.problem)) {
    return [...found, say.code(text.brcode.problem(parsed.problem))];
  }
  const carried = parsed.ok ? parsed.value.amountCents : amountInside(code);
  // Zero is how some codes write that they carry no amount.
  if (carried !== undefined && carried !== 0 && expected !== undefined && carried !== expected) {
    found.push(say.codeAmount(formatMoney(expected), formatMoney(carried)));
  }
  return found;
}

/** Field 54 of a code that is no more than badly dressed. */
function amountInside(code: string): number | undefined {
  const fields = readFields(code);
  return fields.ok ? fromReais(fields.value.find(({ id }) => id === "54")?.value) : undefined;
}
