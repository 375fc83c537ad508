import type { Answer } from "../../api/answer.ts";
import type { Context } from "../../context.ts";
import { decimalReais, toReais } from "../../domain/money.ts";
import { NotPaidError, UnknownOutcomeError } from "../../errors.ts";
import { commandFor, nextCommand } from "../../next.ts";
import type { QrSize } from "../../terminal/qrcode.ts";
import { Problems, readIdempotencyKey, readWait } from "../../values.ts";
import { readCharge } from "./charge.ts";
import type { Charge, ChargeFlags } from "./charge.ts";
import { refuseContradictions } from "./check.ts";
import { copyCode, refuseUnwritable, showCharge, writePng } from "./show.ts";
import type { Payment } from "./view.ts";
import { awaitFinal } from "./wait.ts";

export interface CreateFlags extends ChargeFlags {
  readonly idempotencyKey?: string;
  readonly wait?: string | boolean;
  readonly qr?: QrSize;
  readonly png?: string;
  readonly copy?: boolean;
}

const PATH = "/payments/pix";

/** Creates a charge and shows it; with `--wait`, until it is paid or final. */
export async function create(context: Context, flags: CreateFlags): Promise<void> {
  const { text, output } = context;
  const problems = new Problems(text);
  const waitMs = problems.take(readWait(flags.wait, text));
  const givenKey = problems.read("--idempotency-key", flags.idempotencyKey, readIdempotencyKey);
  const charge = await readCharge(context, flags, problems);
  if (flags.png !== undefined) await refuseUnwritable(context, flags.png);
  const idempotencyKey = givenKey ?? context.random.uuid();

  const answer = await send(context, charge, idempotencyKey);
  await refuseContradictions(context, answer, charge.amountCents);
  const { id } = answer.value;
  try {
    await present(context, answer, { flags, waitMs });
  } catch (error) {
    // Whatever is wrong here, somebody can still pay the charge.
    if (!(error instanceof NotPaidError)) {
      output.warn(text.charge.exists(id, await nextCommand(context, ["pix", "pix", "get", id])));
    }
    throw error;
  }
}

/**
 * Shows the charge before anything that can fail on this machine, and before any waiting: it can be paid
 * now.
 */
async function present(
  context: Context,
  answer: Answer<Payment>,
  { flags, waitMs }: { readonly flags: CreateFlags; readonly waitMs: number | undefined },
): Promise<void> {
  const { output, text } = context;
  const { id, copy_paste: code } = answer.value;
  if (answer.replayed) output.note(text.charge.replayed);
  // A program that reads one document gets the last one; its user needs the code meanwhile.
  const shown = waitMs === undefined || output.form === "human" || output.form === "jsonl";
  if (shown) await showCharge(context, answer, { size: flags.qr ?? "auto" });
  else if (code !== undefined) output.note(text.charge.payable(id, code));
  if (flags.png !== undefined) await writePng(context, code, flags.png);
  if (flags.copy === true) await copyCode(context, code);
  if (waitMs === undefined) return;
  await awaitFinal(context, id, { timeoutMs: waitMs, brief: output.form === "human" });
}

/** Records the charge in the ledger, sends it, records the answer. */
async function send(context: Context, charge: Charge, idempotencyKey: string) {
  const { profile, client, writes } = await context.writer();
  const { name, environment, baseUrl } = profile;
  const body = JSON.stringify(requestOf(charge));
  const write = { profile: name, environment, baseUrl, method: "POST", path: PATH } as const;
  try {
    return await writes.record(
      { ...write, idempotencyKey, body },
      () => client.payments.create({ body, idempotencyKey }),
      ({ value, status, requestId }) => ({ resourceId: value.id, status, requestId }),
    );
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const { status, requestId } = error;
    const again = commandFor(profile, commandOf(charge, idempotencyKey));
    const hint = context.text.charge.unknownHint(again);
    throw new UnknownOutcomeError(error.message, { status, requestId, hint, cause: error });
  }
}

function requestOf(charge: Charge): Record<string, unknown> {
  const { name, email, document, phone, amountCents, currency, metadata } = charge;
  return {
    customer: { name, email, document, ...(phone === undefined ? {} : { phone }) },
    amount: toReais(amountCents),
    ...(currency === undefined ? {} : { currency }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(charge.checkoutUrl === undefined ? {} : { partner_checkout_url: charge.checkoutUrl }),
    notification_url: charge.notificationUrl,
  };
}

/** The command that asks for exactly this charge again, under the same key. */
function commandOf(charge: Charge, idempotencyKey: string): string[] {
  const flag = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [name, value];
  const metadata = Object.entries(charge.metadata ?? {});
  return [
    ...["pix", "pix", "create"],
    ...flag("--amount", decimalReais(charge.amountCents)),
    ...flag("--name", charge.name),
    ...flag("--email", charge.email),
    ...flag("--document", charge.document),
    ...flag("--phone", charge.phone),
    ...flag("--notification-url", charge.notificationUrl),
    ...flag("--checkout-url", charge.checkoutUrl),
    ...flag("--currency", charge.currency),
    ...metadata.flatMap(([name, value]) => ["--metadata", `${name}=${value}`]),
    ...flag("--idempotency-key", idempotencyKey),
  ];
}
