import type { Context } from "../context.ts";
import { AuthError, UsageError } from "../errors.ts";
import { sameOrigin } from "../profiles/base-url.ts";
import { environmentProfile } from "../profiles/choose.ts";
import { keySource, type KeySource, withoutKeys } from "../profiles/key-source.ts";
import { nearest } from "../profiles/nearest.ts";
import { sandboxName } from "../profiles/profile.ts";
import { commandField, isSettingName, settingNames, settingsOf } from "../profiles/settings.ts";
import type { SettingValue } from "../profiles/settings.ts";
import type { Profile, Profiles } from "../profiles/store.ts";
import { type Cell, cell } from "../terminal/cell.ts";
import type { ListPage } from "../terminal/output.ts";
import type { Column } from "../terminal/table.ts";
import type { Text } from "../text/text.ts";
import type { Check } from "./profiles/check.ts";
import { fieldsOf, jsonOf, type Shown } from "./profiles/view.ts";

/**
 * Lists every profile; with `check`, asks each service about its key and fails with an AuthError if any
 * refuses.
 */
export async function list(context: Context, input: { readonly check?: boolean }): Promise<void> {
  const { output, text, host } = context;
  const profiles = await context.profiles();
  const made = environmentProfile({ env: host.env, text });
  const all = made === undefined ? profiles.all() : [made, ...profiles.all()];
  const checks = input.check === true ? await checked(context, all) : undefined;
  const rows = await Promise.all(
    all.map(async (profile, index) => ({
      profile,
      isDefault: profile.name === profiles.defaultName,
      key: await ownKeySource(context, profile, profiles),
      check: checks?.[index],
    })),
  );
  const columns = checks === undefined ? columnsOf(text) : checkColumnsOf(text);
  await output.list(onePage(rows), columns, { empty: text.profiles.noProfiles });
  const failed = rows.filter(({ check }) => check?.ok === false);
  if (failed.length === 0) return;
  const { message, hint } = text.profiles.checkFailed(failed.map(({ profile }) => profile.name));
  throw new AuthError(message, { hint });
}

/** Shows one profile and where its key comes from; never anything of the key. */
export async function show(context: Context, input: { readonly name?: string }): Promise<void> {
  const { output, text, host, flags } = context;
  const profiles = await context.profiles();
  const profile =
    input.name === undefined ? await context.profile() : known(input.name, profiles, text);
  const key = await keySource({
    profile,
    env: host.env,
    apiKeyStdin: flags.apiKeyStdin,
    keyPlace: (name) => profiles.keyPlace(name),
  });
  const shown = { profile, key, isDefault: profile.name === profiles.defaultName };
  const raw = jsonOf(shown);
  await output.record({ raw, text: JSON.stringify(raw) }, fieldsOf(shown, text));
}

/** Makes a profile the default. */
export async function use(context: Context, { name }: { readonly name: string }): Promise<void> {
  const { output, text } = context;
  const profiles = await context.profiles();
  await profiles.use(known(name, profiles, text).name);
  output.note(name === sandboxName ? text.profiles.usedSandbox : text.profiles.used(name));
}

/** Changes one setting of the chosen profile; an empty value unsets it. */
export async function set(
  context: Context,
  input: { readonly field: string; readonly value: readonly string[] },
): Promise<void> {
  const { output, text } = context;
  const { field } = input;
  const { name, source, baseUrl } = await context.profile();
  const profiles = await context.profiles();
  const profile = profiles.get(name);
  if (source !== "stored" || profile === undefined) throw notStored(name, text);
  const value = settingValue(input, text);
  if (field.startsWith("field.") && isSettingName(field)) {
    const { renameProblem } = await import("../api/rename.ts");
    const wire = typeof value === "string" ? value.trim() : undefined;
    const renamed = field.slice("field.".length);
    const problem = renameProblem({ field: renamed, wire, names: profile.fields }, text);
    if (problem !== undefined) throw new UsageError(`${field}: ${problem}`);
  }
  const after = await profiles.set(name, field, value);
  const stored = settingsOf(after)[field];
  output.note(
    stored === undefined
      ? text.profiles.unset(name, field)
      : text.profiles.changed(name, field, words(stored)),
  );
  if (!sameOrigin(baseUrl, after.baseUrl) && (await profiles.hasKey(name))) {
    output.warn(text.profiles.addressMoved(name));
  }
}

/** Forgets a profile and its key. */
export async function remove(context: Context, { name }: { readonly name: string }): Promise<void> {
  const { output, text } = context;
  const profiles = await context.profiles();
  const { source } = known(name, profiles, text);
  if (source !== "stored") throw notStored(name, text);
  const wasDefault = profiles.defaultName === name;
  await profiles.remove(name);
  output.note(text.profiles.removed(name));
  if (wasDefault) output.note(text.profiles.removedDefault);
}

interface Row extends Shown {
  readonly check: Check | undefined;
}

async function checked(context: Context, profiles: readonly Profile[]): Promise<readonly Check[]> {
  const { checkAll } = await import("./profiles/check.ts");
  const progress = await context.progress(context.text.profiles.checking(profiles.length));
  try {
    return await checkAll(context, profiles);
  } finally {
    progress.stop();
  }
}

/** Where each profile's own key comes from: one in the environment belongs to no stored profile. */
function ownKeySource({ host }: Context, profile: Profile, profiles: Profiles): Promise<KeySource> {
  const env = profile.source === "environment" ? host.env : withoutKeys(host.env);
  const keyPlace: Profiles["keyPlace"] = (name) => profiles.keyPlace(name);
  return keySource({ profile, env, apiKeyStdin: false, keyPlace });
}

/** A profile that an operand names. */
function known(name: string, profiles: Profiles, text: Text): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const names = profiles.all().map((other) => other.name);
  const near = nearest(name, names);
  const { message, hint } = text.profiles.noSuchProfile({
    name,
    origin: "<name>",
    known: names,
    near,
  });
  throw new UsageError(message, { hint });
}

function notStored(name: string, text: Text): UsageError {
  const { message, hint } = text.profiles.notStored(name);
  return new UsageError(message, { hint });
}

/** What was typed, as the store takes it: a command as words or as one JSON array, all else as one text. */
function settingValue(
  { field, value }: { readonly field: string; readonly value: readonly string[] },
  text: Text,
): SettingValue | undefined {
  const [first = ""] = value;
  if (value.length === 1 && first.trim() === "") return undefined;
  if (field === commandField) return value.length === 1 ? commandWords(first, text) : value;
  if (!isSettingName(field)) {
    const problem = text.profiles.unknownField(nearest(field, settingNames));
    const hint = text.profiles.knownFields(settingNames);
    throw new UsageError(`${field}: ${problem}`, { hint });
  }
  if (value.length > 1) throw new UsageError(text.profiles.oneValue(field));
  return first;
}

function commandWords(typed: string, text: Text): SettingValue {
  if (!typed.trim().startsWith("[")) return [typed];
  const problem = `${commandField}: ${text.profiles.command.not_words}`;
  let parsed: unknown;
  try {
    parsed = JSON.parse(typed);
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(problem);
    throw error;
  }
  if (!Array.isArray(parsed) || !parsed.every((word) => typeof word === "string")) {
    throw new UsageError(problem);
  }
  return parsed;
}

function words(value: SettingValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function columnsOf({ profiles: { labels } }: Text): readonly Column<Row>[] {
  return [
    { key: "name", label: labels.name, cell: ({ profile }) => cell.text(profile.name) },
    {
      key: "environment",
      label: labels.environment,
      cell: ({ profile }) => cell.text(profile.environment),
    },
    { key: "base_url", label: labels.baseUrl, cell: ({ profile }) => cell.text(profile.baseUrl) },
    { key: "key", label: labels.key, cell: (row) => cell.text(row.key) },
    {
      key: "default",
      label: labels.default,
      cell: ({ isDefault }) => cell.text(isDefault ? "yes" : undefined),
    },
  ];
}

function checkColumnsOf(text: Text): readonly Column<Row>[] {
  const { labels } = text.profiles;
  const named = columnsOf(text).filter(({ key }) => key === "name" || key === "environment");
  const result = ({ check }: Row): Cell => {
    if (check === undefined) return cell.text(undefined);
    return check.ok ? cell.status("ok", "good") : cell.status(check.code, "bad");
  };
  const store = ({ check }: Row): Cell => cell.text(check?.ok === true ? check.store : undefined);
  const message = ({ check }: Row): Cell =>
    cell.text(check?.ok === false ? check.message : undefined);
  return [
    ...named,
    { key: "result", label: labels.result, cell: result },
    { key: "store", label: labels.store, cell: store },
    { key: "message", label: labels.message, cell: message },
  ];
}

async function* onePage(rows: readonly Row[]): AsyncGenerator<ListPage<Row>, void, undefined> {
  const documents = rows.map((row) => {
    const { check } = row;
    const raw = { ...jsonOf(row), ...(check === undefined ? {} : { check }) };
    return { value: row, document: { raw, text: JSON.stringify(raw) } };
  });
  const raw = { data: documents.map(({ document }) => document.raw) };
  yield { document: { raw, text: JSON.stringify(raw) }, items: documents };
}
