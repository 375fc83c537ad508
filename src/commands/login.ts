import type { Context } from "../context.ts";
import { commandLine } from "../domain/command-line.ts";
import { AuthError, UsageError } from "../errors.ts";
import { baseUrlProblem, parseBaseUrl } from "../profiles/base-url.ts";
import { environmentMismatch } from "../profiles/environment.ts";
import { isProfileName, isReservedName } from "../profiles/profile.ts";
import { keyringProblem } from "../profiles/kept-key.ts";
import type { KeyPlace, Profile, Saved } from "../profiles/store.ts";
import { givenKeySource } from "../profiles/key-source.ts";
import { cell } from "../terminal/cell.ts";
import type { Field } from "../terminal/table.ts";

export interface LoginInput {
  /** Staging, unless the environment or the profile says otherwise. */
  readonly env?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** Where the key is kept; where it is kept already, or the file. */
  readonly store?: KeyPlace | undefined;
}

/**
 * Stores a profile and its key, after the service has accepted the key and named no other environment
 * than the profile's. A key that fails is not stored, and neither is anything else of the profile.
 */
export async function login(context: Context, input: LoginInput): Promise<void> {
  const profile = await readProfile(context, input);
  if (input.store !== undefined && profile.credentialCommand !== undefined) {
    const { message, hint } = context.text.login.storeAgainstCommand(profile.name);
    throw new UsageError(message, { hint });
  }
  const key = await readNewKey(context, profile);
  const place = input.store ?? (await (await context.profiles()).keyPlace(profile.name));
  const { store, saved } = await validateAndSave(context, { profile, key, place });
  await show(context, profile, store);
  tell(context, profile, saved);
}

/** Forgets the key of a profile; the profile stays. */
export async function logout(context: Context): Promise<void> {
  const { output, text, host, flags } = context;
  const { name, source, credentialCommand } = await context.profile();
  if (source !== "stored") {
    const { message, hint } = text.profiles.notStored(name);
    throw new UsageError(message, { hint });
  }
  const removed = await (await context.profiles()).removeKey(name);
  output.note(removed ? text.login.loggedOut(name) : text.login.noKey(name));
  if (removed) output.note(text.login.stillValid);
  const given = givenKeySource({ env: host.env, apiKeyStdin: flags.apiKeyStdin });
  const left = given ?? (credentialCommand === undefined ? undefined : "credential_command");
  if (left !== undefined) output.note(text.login.stillFrom(left));
}

async function validateAndSave(
  context: Context,
  {
    profile,
    key,
    place,
  }: { readonly profile: Profile; readonly key: string; readonly place: KeyPlace | undefined },
): Promise<{ readonly store: Store | undefined; readonly saved: Saved }> {
  const { output, text } = context;
  const progress = await context.progress(text.login.checking(profile.baseUrl));
  try {
    const client = await context.api(profile, key);
    const { value: account } = await client.account.get();
    const said = environmentMismatch(account, profile);
    if (said !== undefined) {
      const { message, hint } = text.profiles.mismatch(profile.name, profile.environment, said);
      throw new AuthError(message, { hint });
    }
    const profiles = await context.profiles();
    const kept = profile.credentialCommand === undefined ? key : undefined;
    return { store: account.store, saved: await profiles.save(profile, kept, place) };
  } catch (error) {
    output.note(text.login.nothingStored);
    throw error;
  } finally {
    progress.stop();
  }
}

/**
 * Everything of the profile but its key: flags first, then the environment, the stored profile, and
 * prompts.
 */
async function readProfile(context: Context, input: LoginInput): Promise<Profile> {
  const { text, host } = context;
  const given = input.env ?? host.env["PIX_ENVIRONMENT"];
  if (given !== undefined && !isEnvironment(given)) {
    const origin = input.env === undefined ? "PIX_ENVIRONMENT" : "--env";
    throw new UsageError(`${origin}: ${text.profiles.environmentValue(given)}`);
  }
  const name = await readName(context, given ?? "staging");
  const profiles = await context.profiles();
  const known = profiles.get(name);
  const baseUrl = await readBaseUrl(context, { name, given: input.baseUrl, known: known?.baseUrl });
  const environment = given ?? known?.environment ?? "staging";
  const fresh = {
    defaults: { customer: {} },
    limits: {},
    waits: {},
    approvals: 0 as const,
    fields: {},
    credentialCommand: undefined,
  };
  return { ...fresh, ...known, name, environment, baseUrl, source: "stored" };
}

async function readName(context: Context, fallback: string): Promise<string> {
  const { flags, host, prompt, text } = context;
  const problem = (name: string): string | undefined =>
    isProfileName(name) && !isReservedName(name) ? undefined : text.profiles.nameValue(name);
  const given = flags.profile ?? host.env["PIX_PROFILE"];
  if (given === undefined) {
    if (!prompt.available) return fallback;
    return prompt.text({ message: text.login.ask.profile, initial: fallback, validate: problem });
  }
  if (isReservedName(given)) {
    const { message, hint } = text.login.noLogin(given);
    throw new UsageError(message, { hint });
  }
  const sentence = problem(given);
  if (sentence === undefined) return given;
  throw new UsageError(`${flags.profile === undefined ? "PIX_PROFILE" : "--profile"}: ${sentence}`);
}

/** The specification leaves the addresses open, so there is none to fall back on. */
async function readBaseUrl(
  context: Context,
  options: { name: string; given: string | undefined; known: string | undefined },
): Promise<string> {
  const { host, prompt, text } = context;
  const fromEnvironment = host.env["PIX_BASE_URL"];
  const given = options.given ?? fromEnvironment ?? options.known;
  const problem = (typed: string): string | undefined => {
    const parsed = parseBaseUrl(typed);
    return parsed.ok ? undefined : baseUrlProblem(parsed, text);
  };
  if (given === undefined && !prompt.available) throw missing(context, options.name, undefined);
  const typed =
    given ?? (await prompt.text({ message: text.login.ask.baseUrl, validate: problem }));
  const parsed = parseBaseUrl(typed);
  if (parsed.ok) return parsed.value.url;
  const origin = options.given === undefined ? "PIX_BASE_URL" : "--base-url";
  throw new UsageError(`${origin}: ${baseUrlProblem(parsed, text)}`);
}

/** The key that this run was given, or the one that the profile's command prints, or what a person types. */
async function readNewKey(context: Context, profile: Profile): Promise<string> {
  const { host, flags, prompt, signal, text } = context;
  const { env, stdin, platform } = host;
  const { name, credentialCommand } = profile;
  const sources = { env, apiKeyStdin: flags.apiKeyStdin };
  const given = givenKeySource(sources);
  if (given !== undefined && credentialCommand !== undefined) {
    const { message, hint } = text.login.hasCommand(name);
    throw new UsageError(message, { hint });
  }
  const { checkTypedKey, readKey } = await import("../profiles/credentials.ts");
  if (given !== undefined || credentialCommand !== undefined) {
    const storedKey = async (): Promise<undefined> => undefined;
    return readKey({ ...sources, profile, stdin, platform, signal, text, storedKey });
  }
  if (!prompt.available) throw missing(context, name, profile.baseUrl);
  return checkTypedKey(await prompt.secret({ message: text.login.ask.key(name) }), text);
}

/** One error that names every flag that is missing, and the command to paste. */
function missing(
  { flags, host, text }: Context,
  name: string,
  baseUrl: string | undefined,
): UsageError {
  const keyGiven = givenKeySource({ env: host.env, apiKeyStdin: flags.apiKeyStdin }) !== undefined;
  const names = [
    ...(baseUrl === undefined ? ["--base-url"] : []),
    ...(keyGiven ? [] : ["--api-key-stdin"]),
  ];
  const words = ["pix", "login", "--profile", name, "--base-url", baseUrl ?? "https://ADDRESS/v1"];
  const command = `${commandLine([...words, "--api-key-stdin"])} < KEY-FILE`;
  const { missing: say, missingHint } = text.login;
  return new UsageError(say(names), { hint: missingHint(command) });
}

interface Store {
  readonly id?: unknown;
  readonly name?: unknown;
}

async function show(context: Context, profile: Profile, store: Store | undefined): Promise<void> {
  const { labels } = context.text.profiles;
  const { name, environment, baseUrl } = profile;
  const textOf = (value: unknown): string | undefined =>
    typeof value === "string" ? value : undefined;
  const isDefault = (await context.profiles()).defaultName === name;
  const raw = { profile: name, environment, base_url: baseUrl, store, default: isDefault };
  const fields: readonly Field[] = [
    { key: "profile", label: labels.name, cell: cell.text(name) },
    { key: "environment", label: labels.environment, cell: cell.text(environment) },
    { key: "base_url", label: labels.baseUrl, cell: cell.text(baseUrl) },
    {
      key: "store",
      label: labels.store,
      cell: cell.text(textOf(store?.name) ?? textOf(store?.id)),
    },
    { key: "default", label: labels.default, cell: cell.text(isDefault ? "yes" : undefined) },
  ];
  await context.output.record({ raw, text: JSON.stringify(raw) }, fields);
}

/** What a person has to know about where the key is now. */
function tell(context: Context, { name, credentialCommand }: Profile, saved: Saved): void {
  const { output, text, host, flags } = context;
  const say = text.login;
  const stored = saved.place === "keyring" ? say.inKeyring(name) : say.stored(name);
  if (saved.fellBack !== undefined) {
    output.warn(say.fellToFile(keyringProblem(saved.fellBack, text)));
  }
  output.note(credentialCommand === undefined ? stored : say.commandKept(name));
  if (saved.left !== undefined) output.warn(say.keyringLeft(saved.left));
  const given = givenKeySource({ env: host.env, apiKeyStdin: flags.apiKeyStdin });
  if (given !== undefined && given !== "stdin") output.note(text.login.fromVariable(given));
}

function isEnvironment(given: string): given is "staging" | "production" {
  return given === "staging" || given === "production";
}
