import { LocalError, UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { isProfileName, isReservedName, type Profile, sandboxName } from "./profile.ts";
import { isSettingName, profileOf, readSetting, settingNames, settingsOf } from "./settings.ts";
import { nearest } from "./nearest.ts";

/** What `config.json` holds; no secret is in it. */
export interface Config {
  /** The profile that `use` set. */
  readonly defaultName: string | undefined;
  readonly profiles: ReadonlyMap<string, Profile>;
}

/** A key and the origin it was given for: it is sent to no other. */
export type StoredKey =
  | { readonly origin: string; readonly key: string }
  /** The system's keyring has the key, under this account. */
  | { readonly origin: string; readonly keyring: string };

/** What `credentials.json` holds. */
export type Keys = ReadonlyMap<string, StoredKey>;

interface File {
  readonly path: string;
  readonly text: Text;
}

type Json = Readonly<Record<string, unknown>>;

const formatVersion = 1;
export const noConfig: Config = { defaultName: undefined, profiles: new Map() };

/**
 * Reads the file strictly: a misspelt limit that nobody notices would be no limit. Errors name file and
 * field.
 */
export function decodeConfig(source: string, file: File): Config {
  const json = parseFile(source, ["version", "default", "profiles"], file);
  const profiles = new Map<string, Profile>();
  for (const [name, settings] of Object.entries(objectAt(json, "profiles", file))) {
    const field = `profiles.${name}`;
    if (!isProfileName(name) || isReservedName(name)) {
      throw wrong(file, field, file.text.profiles.nameValue(name));
    }
    if (!isObject(settings)) throw wrong(file, field, file.text.profiles.notObject);
    profiles.set(name, decodeProfile(name, settings, file));
  }
  const defaultName = json["default"];
  if (defaultName === undefined) return { defaultName, profiles };
  if (typeof defaultName !== "string") throw wrong(file, "default", file.text.profiles.notText);
  if (!profiles.has(defaultName) && defaultName !== sandboxName) {
    throw wrong(file, "default", file.text.profiles.unknown(defaultName));
  }
  return { defaultName, profiles };
}

export function encodeConfig({ defaultName, profiles }: Config): Record<string, unknown> {
  const entries = [...profiles].map(([name, profile]) => [name, settingsOf(profile)]);
  return {
    version: formatVersion,
    ...(defaultName === undefined ? {} : { default: defaultName }),
    profiles: Object.fromEntries(entries),
  };
}

/** Reads the file of keys. No error shows anything of what it holds but the names of profiles. */
export function decodeKeys(source: string, file: File, { profiles }: Config): Keys {
  const json = parseFile(source, ["version", "keys"], file);
  const keys = new Map<string, StoredKey>();
  for (const [name, stored] of Object.entries(objectAt(json, "keys", file))) {
    const field = `keys.${profiles.has(name) ? name : "?"}`;
    if (!isObject(stored)) throw wrong(file, field, file.text.profiles.notObject);
    const { origin, key, keyring } = stored;
    if (typeof origin !== "string" || !URL.canParse(origin)) {
      throw wrong(file, `${field}.origin`, file.text.profiles.notAddress);
    }
    if (key === undefined && typeof keyring === "string") keys.set(name, { origin, keyring });
    else if (typeof key === "string") keys.set(name, { origin, key });
    else throw wrong(file, `${field}.key`, file.text.profiles.notText);
  }
  return keys;
}

export function encodeKeys(keys: Keys): Record<string, unknown> {
  return { version: formatVersion, keys: Object.fromEntries(keys) };
}

function decodeProfile(name: string, settings: Json, file: File): Profile {
  const { text } = file;
  const read = Object.entries(settings).map(([setting, value]) => {
    const field = `profiles.${name}.${setting}`;
    if (!isSettingName(setting)) {
      throw wrong(file, field, text.profiles.unknownField(nearest(setting, settingNames)));
    }
    const result = readSetting(setting, value, text);
    if (!result.ok) throw wrong(file, field, result.problem);
    return [setting, result.value] as const;
  });
  const profile = profileOf(name, Object.fromEntries(read));
  if (profile !== undefined) return profile;
  const missing = "environment" in settings ? "base_url" : "environment";
  throw wrong(file, `profiles.${name}.${missing}`, text.profiles.missing);
}

function parseFile(source: string, known: readonly string[], file: File): Json {
  const json = parseJson(source);
  if (!isObject(json)) throw notJson(file);
  const version = json["version"];
  if (typeof version === "number" && version > formatVersion) {
    const { message, hint } = file.text.database.newer(file.path);
    throw new LocalError(message, { hint });
  }
  if (version !== formatVersion)
    throw wrong(file, "version", file.text.profiles.version(formatVersion));
  const strange = Object.keys(json).find((name) => !known.includes(name));
  if (strange === undefined) return json;
  throw wrong(file, strange, file.text.profiles.unknownField(nearest(strange, known)));
}

/**
 * Undefined is no JSON value, so it can say that there was none; the engine's own message quotes the
 * text.
 */
function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function objectAt(json: Json, field: string, file: File): Json {
  const value = json[field];
  if (isObject(value)) return value;
  throw wrong(file, field, file.text.profiles.notObject);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function notJson({ path, text }: File): UsageError {
  const { message, hint } = text.profiles.notJson(path);
  return new UsageError(message, { hint });
}

function wrong({ path, text }: File, field: string, problem: string): UsageError {
  const { message, hint } = text.profiles.wrongFile(path, field, problem);
  return new UsageError(message, { hint });
}
