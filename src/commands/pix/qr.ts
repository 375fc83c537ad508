import type { Context } from "../../context.ts";
import { parseBrCode } from "../../domain/brcode.ts";
import { AnswerError, UsageError } from "../../errors.ts";
import { toJson } from "../../terminal/json.ts";
import type { QrSize } from "../../terminal/qrcode.ts";
import { safe } from "../../terminal/safe.ts";
import { refuseContradictions } from "./check.ts";
import { pictureOf, writePng } from "./show.ts";

export interface QrFlags {
  readonly charge: string;
  readonly qr?: QrSize;
  readonly png?: string;
}

/** A copy-and-paste code begins with its format indicator; everything else is taken for an id. */
const LOOKS_LIKE_CODE = /^\s*0002/;

/** Shows the QR code of a charge, or of a copy-and-paste code without asking anybody. */
export async function qr(context: Context, flags: QrFlags): Promise<void> {
  const { output } = context;
  const code = LOOKS_LIKE_CODE.test(flags.charge)
    ? checked(context, flags.charge.trim())
    : await codeOfCharge(context, flags.charge);
  if (flags.png !== undefined) await writePng(context, code, flags.png);
  if (output.form === "human" && output.isTerminal) {
    const picture = await pictureOf(context, code, flags.qr ?? "auto");
    if (picture !== undefined) output.raw(`${picture}\n\n`);
    return output.line(code);
  }
  const source = toJson({ copy_paste: code });
  await output.record({ raw: { copy_paste: code }, text: source }, [
    {
      key: "copy_paste",
      label: context.text.charge.labels.copyPaste,
      cell: { kind: "text", value: code },
    },
  ]);
}

function checked({ text }: Context, code: string): string {
  const parsed = parseBrCode(code);
  if (parsed.ok) return code;
  throw new UsageError(text.brcode.invalid(text.brcode.problem(parsed.problem)));
}

async function codeOfCharge(context: Context, id: string): Promise<string> {
  const { text } = context;
  const answer = await (await context.api()).payments.get(id);
  const { status, copy_paste: code } = answer.value;
  if (status !== "waiting_payment") {
    throw new AnswerError(text.charge.notPayable(id, safe(status)), { code: "contradiction" });
  }
  await refuseContradictions(context, answer);
  if (code === undefined) throw new AnswerError(text.charge.noCode, { code: "unreadable_answer" });
  return code;
}
