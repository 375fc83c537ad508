import { renameFields } from "../../api/rename.ts";
import type { Context } from "../../context.ts";
import { commandLine } from "../../domain/command-line.ts";
import { formatMoney, fromReais, toReais } from "../../domain/money.ts";
import { UnknownOutcomeError } from "../../errors.ts";
import {
  momentReader,
  notificationUrlReader,
  Problems,
  readAmount,
  readCount,
  readFields,
  readName,
  readUrl,
} from "../../values.ts";
import type { Link } from "./view.ts";

/** What to make a link of; the service may want more or less than its flags, so none but one is asked for. */
export interface LinkFlags {
  readonly title?: string;
  readonly amount?: string;
  readonly description?: string;
  readonly maxPayments?: string;
  readonly expiresAt?: string;
  readonly redirectUrl?: string;
  readonly notificationUrl?: string;
  readonly field?: readonly string[];
}

/** A link as it was asked for, every value checked. */
export interface LinkOrder {
  readonly amountCents: number | undefined;
  /** By this program's names. */
  readonly known: Readonly<Record<string, unknown>>;
  /** What `-F` adds, by the service's names. */
  readonly further: Readonly<Record<string, unknown>>;
}

const PATH = "/payment-links";

/** Reads the flags, and asks for a title where somebody can answer; one error names all that is wrong. */
export async function readLink(context: Context, flags: LinkFlags): Promise<LinkOrder> {
  const { host, prompt, text } = context;
  const problems = new Problems(text);
  const profile = await context.profile();
  const url = notificationUrlReader(profile.environment);
  const amountCents = problems.read("--amount", flags.amount, readAmount);
  const known = {
    title: problems.read("--title", flags.title, readName),
    description: problems.read("--description", flags.description, readName),
    amount: amountCents === undefined ? undefined : toReais(amountCents),
    max_payments: problems.read("--max-payments", flags.maxPayments, readCount),
    expires_at: problems.read("--expires-at", flags.expiresAt, momentReader("end")),
    redirect_url: problems.read("--redirect-url", flags.redirectUrl, readUrl),
    notification_url: problems.read("--notification-url", flags.notificationUrl, url),
  };
  const further = await readFields(flags.field, { host, problems, text });
  const [amountName = "amount"] = Object.keys(renameFields("link", { amount: 0 }, profile.fields));
  if (amountName in further) problems.add(text.links.amountField);
  const bare = flags.title === undefined && Object.keys(further).length === 0;
  if (bare && !prompt.available) problems.add(text.links.missing);
  problems.raise(bare ? text.links.missingHint(exampleOf(flags)) : undefined);
  if (!bare) return { amountCents, known, further };
  const title = await prompt.text({
    message: text.links.askTitle,
    validate: (typed) => (typed.trim() === "" ? text.values.empty : undefined),
  });
  return { amountCents, known: { ...known, title: title.trim() }, further };
}

/** Records the link in the ledger, sends it once, records the answer. */
export async function sendLink(context: Context, { known, further }: LinkOrder) {
  const { profile, client, writes } = await context.writer();
  const { name, environment, baseUrl } = profile;
  const body = JSON.stringify({ ...renameFields("link", known, profile.fields), ...further });
  const write = { profile: name, environment, baseUrl, method: "POST", path: PATH } as const;
  // The specification gives links no key: this one names the row in the ledger and is not sent.
  const idempotencyKey = context.random.uuid();
  try {
    return await writes.record(
      { ...write, idempotencyKey, body },
      () => client.links.create({ body }),
      ({ value, status, requestId }) => ({ resourceId: value.id, status, requestId }),
    );
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const { status, requestId } = error;
    const look = commandLine(["pix", "links", "list", "--profile", name]);
    const hint = context.text.links.unknownHint(look);
    throw new UnknownOutcomeError(error.message, { status, requestId, hint, cause: error });
  }
}

/** The field is one that the specification leaves open: a difference is told, and proves no fault. */
export function warnOfAmount(
  { output, text }: Context,
  { amountCents }: LinkOrder,
  link: Link,
): void {
  const { id, amount } = link;
  if (amountCents === undefined || amount === undefined || amount === null) return;
  const answered = fromReais(amount);
  if (answered === amountCents) return;
  const shown = answered === undefined ? String(amount) : formatMoney(answered);
  output.warn(text.links.otherAmount(id, formatMoney(amountCents), shown));
}

function exampleOf({ amount }: LinkFlags): string {
  return commandLine([
    ...["pix", "links", "create", "--title", "Order 42"],
    ...["--amount", amount ?? "19.90"],
  ]);
}
