import { join } from "node:path";
import type { Host } from "../host.ts";
import { AuthError, LocalError, UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { makePrivateFolder } from "../private-folder.ts";
import { sameOrigin } from "./base-url.ts";
import { decodeConfig, decodeKeys, encodeConfig, encodeKeys, noConfig } from "./config.ts";
import type { Config, Keys, StoredKey } from "./config.ts";
import { forgetKey, keepKey, type KeyPlace, placeOf, readKept, type Saved } from "./kept-key.ts";
import { checkPrivateFolder, readPrivateFile } from "./private-file.ts";
import { isProfileName, isReservedName, type Profile, sandboxProfile } from "./profile.ts";
import { nearest } from "./nearest.ts";
import { isSettingName, profileOf, readSetting, settingNames, settingsOf } from "./settings.ts";
import type { SettingValue } from "./settings.ts";
import type { Replacement } from "./write.ts";

export type { Profile } from "./profile.ts";

/**
 * The profiles and where their keys lie: `config.json` without secrets and `credentials.json` with them,
 * both 0600 in a 0700 folder. Every change is made to what the files hold at that moment, under a lock,
 * so that of two processes that change something at the same time neither loses its change.
 */
export interface Profiles {
  /** The stored ones by name, then the sandbox. */
  all(): readonly Profile[];
  get(name: string): Profile | undefined;
  /** The profile that `use` set. */
  readonly defaultName: string | undefined;
  /**
   * Stores a profile, and its key where one is given; the first one stored becomes the default. A keyring
   * that fails makes way for the file, and the result says so.
   */
  save(profile: Profile, key?: string, place?: KeyPlace): Promise<Saved>;
  /** Forgets a profile and its key; a LocalError when a keyring keeps the key all the same. */
  remove(name: string): Promise<void>;
  use(name: string): Promise<void>;
  /** Changes one setting; undefined unsets it. A value that cannot be is a UsageError. */
  set(name: string, field: string, value: SettingValue | undefined): Promise<Profile>;
  /**
   * Fails with an AuthError when the profile's address is no longer on the origin the key was given for, and
   * when the keyring that has the key does not give it.
   */
  storedKey(name: string): Promise<string | undefined>;
  hasKey(name: string): Promise<boolean>;
  /** Where the key lies, without reading it. */
  keyPlace(name: string): Promise<KeyPlace | undefined>;
  /** Whether there was one; a LocalError when a keyring keeps it all the same. */
  removeKey(name: string): Promise<boolean>;
}

interface Place {
  readonly folder: string;
  readonly host: Pick<
    Host,
    "platform" | "userId" | "clock" | "random" | "signal" | "env" | "keyring"
  >;
  readonly text: Text;
}

export type { KeyPlace, Saved } from "./kept-key.ts";

interface Stored {
  readonly config: Config;
  readonly keys: Keys;
}

/** Reads the profiles, without loading what writes them; a folder or file that is missing holds none. */
export async function openProfiles(place: Place): Promise<Profiles> {
  const { host, text } = place;
  let config = readConfig(place);
  const keyOf = (name: string): StoredKey | undefined => readKeys(place, config).get(name);
  const change = async (work: (stored: Stored) => Partial<Stored>): Promise<void> => {
    const changed = await update(place, work);
    config = changed.config;
  };
  const stored = (name: string, from: Config = config): Profile => {
    const profile = from.profiles.get(name);
    if (profile !== undefined) return profile;
    const { message, hint } = text.profiles.notStored(name);
    throw new UsageError(message, { hint });
  };
  const forget = async (name: string, work: Parameters<typeof change>[0]): Promise<void> => {
    let forgotten: StoredKey | undefined;
    await change((before) => {
      forgotten = before.keys.get(name);
      return work(before);
    });
    await forgetKey(forgotten, place);
  };
  return {
    all: () => [...config.profiles.values()].toSorted(byName).concat(sandboxProfile),
    get: (name) => (name === sandboxProfile.name ? sandboxProfile : config.profiles.get(name)),
    get defaultName() {
      return config.defaultName;
    },
    save: async (profile, key, wanted = "file") => {
      const { name } = profile;
      checkName(name, text);
      return keepKey({ profile, key, place: wanted }, host, async (kept) => {
        let replaced: StoredKey | undefined;
        await change((before) => {
          replaced = kept && before.keys.get(name);
          return withProfile(before, profile, kept);
        });
        return replaced;
      });
    },
    remove: (name) =>
      forget(name, (before) => {
        stored(name, before.config);
        return withoutProfile(before, name);
      }),
    use: (name) =>
      change(({ config: before }) => {
        if (name !== sandboxProfile.name) stored(name, before);
        return { config: { ...before, defaultName: name } };
      }),
    set: async (name, field, value) => {
      await change(({ config: before }) => {
        const profile = changed(stored(name, before), field, value, text);
        return { config: { ...before, profiles: new Map(before.profiles).set(name, profile) } };
      });
      return stored(name);
    },
    storedKey: async (name) => {
      const found = keyOf(name);
      return found === undefined ? undefined : readOwn(stored(name), found, place);
    },
    hasKey: async (name) => keyOf(name) !== undefined,
    keyPlace: async (name) => placeOf(keyOf(name)),
    removeKey: async (name) => {
      if (keyOf(name) === undefined) return false;
      await forget(name, ({ keys }) => ({ keys: without(keys, name) }));
      return true;
    },
  };
}

/** Makes one change under the lock and gives what the files hold now. */
async function update(place: Place, work: (stored: Stored) => Partial<Stored>): Promise<Stored> {
  const { folder, host, text } = place;
  try {
    if (!checkPrivateFolder(folder, place)) makePrivateFolder(folder);
    const [{ withLock }, { loadWriter }] = await Promise.all([
      import("./lock.ts"),
      import("./write.ts"),
    ]);
    const replace = await loadWriter({ folder, platform: host.platform });
    return await withLock({ path: join(folder, "config.lock"), host, text }, (held) => {
      const config = readConfig(place);
      const before = { config, keys: readKeys(place, config) };
      const after = work(before);
      // Keys come first: a key without its profile is never used, a profile may well be without a key.
      const files: readonly Replacement[] = [
        ...(after.keys === undefined
          ? []
          : [{ name: "credentials", value: encodeKeys(after.keys) }]),
        ...(after.config === undefined
          ? []
          : [{ name: "config", value: encodeConfig(after.config) }]),
      ];
      if (replace(files, held)) return { ...before, ...after };
      const { message, hint } = text.profiles.locked(folder);
      throw new LocalError(message, { hint });
    });
  } catch (error) {
    throw explained(error, place);
  }
}

function readConfig(place: Place): Config {
  const path = join(place.folder, "config.json");
  const source = readPrivateFile(path, place);
  return source === undefined ? noConfig : decodeConfig(source, { path, text: place.text });
}

function readKeys(place: Place, config: Config): Keys {
  const path = join(place.folder, "credentials.json");
  const source = readPrivateFile(path, place);
  return source === undefined ? new Map() : decodeKeys(source, { path, text: place.text }, config);
}

function changed(
  profile: Profile,
  field: string,
  value: SettingValue | undefined,
  text: Text,
): Profile {
  if (!isSettingName(field)) {
    const near = nearest(field, settingNames);
    throw new UsageError(`${field}: ${text.profiles.unknownField(near)}`, {
      hint: text.profiles.knownFields(settingNames),
    });
  }
  const { [field]: _before, ...others } = settingsOf(profile);
  if (value === undefined) {
    const rest = profileOf(profile.name, others);
    if (rest !== undefined) return rest;
    throw new UsageError(text.profiles.cannotUnset(field));
  }
  const read = readSetting(field, value, text);
  if (!read.ok) throw new UsageError(`${field}: ${read.problem}`);
  const next = profileOf(profile.name, { ...others, [field]: read.value });
  if (next === undefined) throw new Error(`the setting ${field} made no profile`);
  return next;
}

/** A key goes to the origin that it was given for and to no other. */
async function readOwn({ name, baseUrl }: Profile, kept: StoredKey, place: Place): Promise<string> {
  if (sameOrigin(kept.origin, baseUrl)) return readKept(name, kept, place);
  const { message, hint } = place.text.profiles.otherOrigin(name, kept.origin, baseUrl);
  throw new AuthError(message, { hint });
}

/** The first profile stored becomes the default. */
function withProfile(
  { config, keys }: Stored,
  profile: Profile,
  kept: StoredKey | undefined,
): Partial<Stored> {
  const { name } = profile;
  return {
    config: {
      defaultName: config.defaultName ?? name,
      profiles: new Map(config.profiles).set(name, { ...profile, source: "stored" }),
    },
    ...(kept === undefined ? {} : { keys: new Map(keys).set(name, kept) }),
  };
}

function withoutProfile({ config: before, keys }: Stored, name: string): Partial<Stored> {
  const defaultName = before.defaultName === name ? undefined : before.defaultName;
  const config = { defaultName, profiles: without(before.profiles, name) };
  return keys.has(name) ? { config, keys: without(keys, name) } : { config };
}

function checkName(name: string, text: Text): void {
  if (isProfileName(name) && !isReservedName(name)) return;
  throw new UsageError(text.profiles.nameValue(name));
}

function without<T>(entries: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  return new Map([...entries].filter(([other]) => other !== name));
}

function byName(one: Profile, other: Profile): number {
  return one.name < other.name ? -1 : 1;
}

/** What the file system says becomes an error that names the folder. */
function explained(error: unknown, { folder, text }: Place): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code !== "string" || !/^E[A-Z]+$/.test(code)) return error;
  const { message, hint } = text.profiles.unwritable(folder, code);
  return new LocalError(message, { hint, cause: error });
}
