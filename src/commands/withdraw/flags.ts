import type { Context } from "../../context.ts";
import { parsePixKey, pixKeyKinds } from "../../domain/pix-key.ts";
import type { PixKey, PixKeyKind } from "../../domain/pix-key.ts";
import { commandLine } from "../../domain/command-line.ts";
import type { Text } from "../../text/text.ts";
import { Problems, readAmount, readFields, readWait } from "../../values.ts";
import type { Reader } from "../../values.ts";

export interface CreateFlags {
  readonly amount?: string;
  readonly pixKey?: string;
  readonly keyType?: PixKeyKind;
  readonly id?: string;
  readonly description?: string;
  readonly field?: readonly string[];
  readonly wait?: string | boolean;
}

/** A withdrawal as it was asked for, every value checked. */
export interface Wanted {
  readonly amountCents: number;
  readonly pixKey: PixKey;
  /** The merchant's own name for it; without one the program makes one up, which only a person may want. */
  readonly reference: string;
  readonly description: string | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly waitMs: number | undefined;
}

const REFERENCE_CHARACTERS_MAX = 128;

/** Reads the flags; what is wrong or missing is named in one error, and what a terminal can ask is asked. */
export async function readWanted(context: Context, flags: CreateFlags): Promise<Wanted> {
  const { host, prompt, random, text } = context;
  const problems = new Problems(text);
  const keyReader = pixKeyReader(flags.keyType);
  const amountCents = problems.read("--amount", flags.amount, readAmount);
  const pixKey = problems.read("--pix-key", flags.pixKey, keyReader);
  const reference = problems.read("--id", flags.id, readReference);
  const waitMs = problems.take(readWait(flags.wait, text));
  const fields = await readFields(flags.field, { host, problems, text });
  const missing = [
    ...(flags.amount === undefined ? ["--amount"] : []),
    ...(flags.pixKey === undefined ? ["--pix-key"] : []),
    ...(flags.id === undefined ? ["--id"] : []),
  ];
  if (missing.length > 0 && !prompt.available) problems.add(text.withdraw.missing(missing));
  problems.raise(
    missing.length > 0 ? text.withdraw.missingHint(example(flags, context)) : undefined,
  );
  return {
    amountCents: amountCents ?? (await ask(context, text.withdraw.ask.amount, readAmount)),
    pixKey: pixKey ?? (await ask(context, text.withdraw.ask.pixKey, keyReader)),
    reference: reference ?? random.uuid(),
    description: flags.description,
    fields,
    waitMs,
  };
}

async function ask<T>(context: Context, message: string, reader: Reader<T>): Promise<T> {
  const { prompt, text } = context;
  const typed = await prompt.text({
    message,
    validate: (answer) => {
      const result = reader(answer, text);
      return result.ok ? undefined : result.problem;
    },
  });
  const result = reader(typed, text);
  if (!result.ok) throw new Error("a prompt let a wrong value pass");
  return result.value;
}

function pixKeyReader(kind: PixKeyKind | undefined): Reader<PixKey> {
  return (given, text) => {
    const parsed = parsePixKey(given, kind);
    if (parsed.ok) return parsed;
    const kinds = "kinds" in parsed ? parsed.kinds : pixKeyKinds;
    return { ok: false, problem: text.withdraw.pixKey(parsed.problem, given, kinds) };
  };
}

const readReference: Reader<string> = (given: string, text: Text) => {
  const fits = given.trim() === given && given !== "" && !/\p{C}/u.test(given);
  if (fits && [...given].length <= REFERENCE_CHARACTERS_MAX) return { ok: true, value: given };
  return { ok: false, problem: text.withdraw.reference(REFERENCE_CHARACTERS_MAX) };
};

function example(flags: CreateFlags, { flags: { profile } }: Pick<Context, "flags">): string {
  const words = ["pix", "withdraw", "create", "--amount", flags.amount ?? "150.00"];
  const key = flags.pixKey ?? "maria@example.com";
  const named = profile === undefined ? [] : ["--profile", profile];
  const id = flags.id ?? "salary-2026-11-maria";
  return commandLine([...words, "--pix-key", key, "--id", id, ...named]);
}
