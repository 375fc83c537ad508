import type { Context } from "../../context.ts";
import { commandLine } from "../../domain/command-line.ts";
import { decimalReais, toReais } from "../../domain/money.ts";
import { UnknownOutcomeError } from "../../errors.ts";
import type { QrSize } from "../../terminal/qrcode.ts";
import { readCharge } from "./charge.ts";
import type { Charge, ChargeFlags } from "./charge.ts";
import { refuseContradictions } from "./check.ts";
import { Problems, readIdempotencyKey, readWait } from "./flags.ts";
import { copyCode, showCharge, writePng } from "./show.ts";
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
  const idempotencyKey = givenKey ?? context.random.uuid();

  const answer = await send(context, charge, idempotencyKey);
  refuseContradictions(answer, { amountCents: charge.amountCents, text });
  if (answer.replayed) output.note(text.charge.replayed);
  if (flags.png !== undefined) await writePng(context, answer.value.copy_paste, flags.png);
  if (flags.copy === true) await copyCode(context, answer.value.copy_paste);

  const size = flags.qr ?? "auto";
  if (waitMs === undefined) return showCharge(context, answer, { size });
  // The payer needs the code now; a program that reads one document gets the last one.
  const shownFirst = output.form === "human" || output.form === "jsonl";
  if (shownFirst) await showCharge(context, answer, { size });
  await awaitFinal(context, answer.value.id, { timeoutMs: waitMs, brief: output.form === "human" });
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
    const again = commandLine(commandOf(charge, { profile: name, idempotencyKey }));
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
function commandOf(
  charge: Charge,
  { profile, idempotencyKey }: { profile: string; idempotencyKey: string },
): string[] {
  const flag = (name: string, value: string | undefined): string[] =>
    value === undefined ? [] : [name, value];
  const metadata = Object.entries(charge.metadata ?? {});
  return [
    ...["pix", "pix", "create", "--profile", profile],
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
