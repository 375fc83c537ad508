import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { commandLine } from "../../domain/command-line.ts";
import { AuthError, UsageError } from "../../errors.ts";
import type { Profile } from "../../profiles/store.ts";
import {
  notificationUrlReader,
  readAmount,
  readCurrency,
  readDocument,
  readEmail,
  readName,
  readUrl,
} from "../../values.ts";
import type { Problems, Reader } from "../../values.ts";

/** The flags that say what to charge; each may also come from a file, the profile or a prompt. */
export interface ChargeFlags {
  readonly amount?: string;
  readonly name?: string;
  readonly email?: string;
  readonly document?: string;
  readonly phone?: string;
  readonly customer?: string;
  readonly notificationUrl?: string;
  readonly checkoutUrl?: string;
  readonly metadata?: readonly string[];
  readonly currency?: string;
}

/** A charge as it was asked for, every value checked. */
export interface Charge {
  readonly amountCents: number;
  readonly name: string;
  readonly email: string;
  /** The bare digits (and letters) of a CPF or CNPJ. */
  readonly document: string;
  readonly phone: string | undefined;
  readonly notificationUrl: string;
  readonly checkoutUrl: string | undefined;
  readonly currency: string | undefined;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

const REQUIRED = {
  amount: "--amount",
  name: "--name",
  email: "--email",
  document: "--document",
  notificationUrl: "--notification-url",
} as const;
type RequiredName = keyof typeof REQUIRED;
const REQUIRED_NAMES = ["amount", "name", "email", "document", "notificationUrl"] as const;

const CUSTOMER_NAMES = ["name", "email", "document", "phone"] as const;

/**
 * Reads flags over the customer's file over the profile over prompts. One error names everything that is
 * wrong or missing, and it comes before anything is asked or sent.
 */
export async function readCharge(
  context: Context,
  flags: ChargeFlags,
  problems: Problems,
): Promise<Charge> {
  const { text } = context;
  const profile = await profileOrError(context);
  const environment = profile instanceof AuthError ? undefined : profile.environment;
  const file = await readCustomer(context, flags.customer, problems);
  const given = merge(profile instanceof AuthError ? {} : defaultsOf(profile), file, flags);
  const first = readParts(given, environment, problems);
  const missing = REQUIRED_NAMES.filter((name) => given[name] === undefined);
  if (missing.length > 0 && !context.prompt.available) {
    problems.add(text.charge.missing(missing.map((name) => REQUIRED[name])));
  }
  const named = context.flags.profile === undefined ? [] : ["--profile", context.flags.profile];
  const words = [...exampleWords(given, flags), ...named];
  const example = commandLine(["pix", "pix", "create", ...words]);
  problems.raise(missing.length > 0 ? text.charge.missingHint(example) : undefined);
  if (profile instanceof AuthError) throw profile;
  if (missing.length === 0) return complete(first);
  const asked = await ask(context, missing, environment);
  return complete(readParts({ ...given, ...asked }, environment, problems));
}

type Given = { readonly [name in RequiredName]?: string } & {
  readonly phone?: string;
  readonly checkoutUrl?: string;
  readonly currency?: string;
  readonly metadata?: readonly string[];
};

type Parts = ReturnType<typeof readParts>;

function readParts(given: Given, environment: string | undefined, problems: Problems) {
  const url = notificationUrlReader(environment);
  return {
    amountCents: problems.read("--amount", given.amount, readAmount),
    name: problems.read("--name", given.name, readName),
    email: problems.read("--email", given.email, readEmail),
    document: problems.read("--document", given.document, readDocument),
    phone: problems.read("--phone", given.phone, readName),
    notificationUrl: problems.read("--notification-url", given.notificationUrl, url),
    checkoutUrl: problems.read("--checkout-url", given.checkoutUrl, readUrl),
    currency: problems.read("--currency", given.currency, readCurrency),
    metadata: readMetadata(given.metadata ?? [], problems),
  };
}

function complete(parts: Parts): Charge {
  const { amountCents, name, email, document, notificationUrl } = parts;
  const whole = amountCents !== undefined && name !== undefined && email !== undefined;
  if (!whole || document === undefined || notificationUrl === undefined) {
    throw new Error("a charge was completed before everything was read");
  }
  return { ...parts, amountCents, name, email, document, notificationUrl };
}

/** Later sources win; a source that does not name a field leaves it to the earlier ones. */
function merge(profile: Given, file: Given, flags: Given): Given {
  return { ...profile, ...file, ...flags };
}

function defaultsOf({ defaults }: Profile): Given {
  return {
    ...defaults.customer,
    ...(defaults.notificationUrl === undefined
      ? {}
      : { notificationUrl: defaults.notificationUrl }),
  };
}

/** What is wrong with the profile is told only once the flags are right: they are the nearer fault. */
async function profileOrError(context: Context): Promise<Profile | AuthError> {
  return context.profile().catch((error: unknown) => {
    if (error instanceof AuthError) return error;
    throw error;
  });
}

async function readCustomer(
  context: Context,
  file: string | undefined,
  problems: Problems,
): Promise<Given> {
  if (file === undefined) return {};
  const { text } = context;
  const path = resolve(context.host.currentFolder, file);
  const { readFile } = await import("node:fs/promises");
  const source = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UsageError(text.charge.customerUnreadable(path), { cause: error });
  });
  const parsed = parseObject(source);
  if (parsed === undefined) throw new UsageError(text.charge.customerNotJson(path));
  const known: readonly string[] = CUSTOMER_NAMES;
  for (const [name, value] of Object.entries(parsed)) {
    if (!known.includes(name)) problems.add(text.charge.customerUnknown(path, name, known));
    else if (typeof value !== "string") problems.add(text.charge.customerNotText(path, name));
  }
  return Object.fromEntries(
    Object.entries(parsed).filter(
      ([name, value]) => known.includes(name) && typeof value === "string",
    ),
  );
}

function parseObject(source: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(source.replace(/^\uFEFF/, ""));
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? { ...parsed } : undefined;
  } catch {
    // The caller says which file it is that holds no JSON.
    return undefined;
  }
}

function readMetadata(
  pairs: readonly string[],
  problems: Problems,
): Readonly<Record<string, string>> | undefined {
  if (pairs.length === 0) return undefined;
  const entries = pairs.flatMap((pair) => {
    const entry = problems.read("--metadata", pair, readPair);
    return entry === undefined ? [] : [entry];
  });
  return Object.fromEntries(entries);
}

const readPair: Reader<readonly [string, string]> = (pair, text) => {
  const at = pair.indexOf("=");
  if (at < 1) return { ok: false, problem: text.values.metadata(pair) };
  return { ok: true, value: [pair.slice(0, at), pair.slice(at + 1)] };
};

async function ask(
  context: Context,
  missing: readonly RequiredName[],
  environment: string | undefined,
): Promise<Given> {
  const { text } = context;
  const readers = {
    amount: readAmount,
    name: readName,
    email: readEmail,
    document: readDocument,
    notificationUrl: notificationUrlReader(environment),
  };
  const asked: { [name in RequiredName]?: string } = {};
  for (const name of missing) {
    asked[name] = await context.prompt.text({
      message: text.charge.ask[name],
      validate: (typed) => {
        const result = readers[name](typed, text);
        return result.ok ? undefined : result.problem;
      },
    });
  }
  return asked;
}

/** The command to paste: what was given, and a sample of everything that was not. */
function exampleWords(given: Given, flags: ChargeFlags): string[] {
  const samples = {
    amount: "19.90",
    name: "Maria da Silva",
    email: "maria@example.com",
    document: "529.982.247-25",
    notificationUrl: "https://example.com/pix",
  };
  return REQUIRED_NAMES.filter(
    (name) => given[name] === undefined || flags[name] !== undefined,
  ).flatMap((name) => [REQUIRED[name], flags[name] ?? samples[name]]);
}
