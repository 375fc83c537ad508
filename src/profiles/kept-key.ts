import { AuthError, LocalError } from "../errors.ts";
import type { Host, Keyring, KeyringFailure } from "../host.ts";
import type { Text } from "../text/text.ts";
import type { StoredKey } from "./config.ts";
import type { Profile } from "./profile.ts";

export type KeyPlace = "file" | "keyring";

/** What became of a key that was to be kept. */
export interface Saved {
  readonly place: KeyPlace;
  /** Why the file has the key that the keyring was to have. */
  readonly fellBack?: KeyringFailure;
  /** An account of the keyring that still holds the key before this one. */
  readonly left?: string;
}

type KeyHost = Pick<Host, "env" | "random" | "signal" | "keyring">;

interface Place {
  readonly host: KeyHost;
  readonly text: Text;
}

/**
 * Puts a key where it belongs, then has what stands in the file saved, and only then lets go of the key
 * before it: whenever this process dies, the file names a key that is there.
 */
export async function keepKey(
  given: {
    readonly profile: Profile;
    readonly key: string | undefined;
    readonly place: KeyPlace;
  },
  host: KeyHost,
  /** Gives what the file named before. */
  save: (kept: StoredKey | undefined) => Promise<StoredKey | undefined>,
): Promise<Saved> {
  const { profile, key, place } = given;
  const { origin } = new URL(profile.baseUrl);
  if (key === undefined) {
    await save(undefined);
    return { place };
  }
  if (place === "file") return replaced(await save({ origin, key }), { place }, host);
  // Another folder of settings may hold a profile of this name, and each login a key of its own.
  const account = `${profile.name} ${host.random.uuid()}`;
  const keyring = await keyringOf(host);
  const put = await keyring.set(account, key);
  if (!put.ok) {
    const saved: Saved = { place: "file", fellBack: put.failure };
    return replaced(await save({ origin, key }), saved, host);
  }
  const before = await save({ origin, keyring: account }).catch(async (error: unknown) => {
    await keyring.remove(account);
    throw error;
  });
  return replaced(before, { place }, host);
}

/**
 * A key that the file names; an AuthError where the keyring does not give it, for there is no other place.
 */
export async function readKept(
  name: string,
  kept: StoredKey,
  { host, text }: Place,
): Promise<string> {
  if ("key" in kept) return kept.key;
  const got = await (await keyringOf(host)).get(kept.keyring);
  const say = text.profiles.keyring;
  const problem = got.ok ? say.empty : keyringProblem(got.failure, text);
  if (got.ok && got.value !== undefined) return got.value;
  const { message, hint } = say.noKey(name, problem);
  throw new AuthError(message, { hint });
}

/** Lets a keyring forget a key that the file no longer names; a LocalError where it does not. */
export async function forgetKey(kept: StoredKey | undefined, { host, text }: Place): Promise<void> {
  const left = await letGo(kept, host);
  if (left === undefined) return;
  const { message, hint } = text.profiles.keyring.left(
    left.account,
    keyringProblem(left.failure, text),
  );
  throw new LocalError(message, { hint });
}

export function placeOf(kept: StoredKey | undefined): KeyPlace | undefined {
  if (kept === undefined) return undefined;
  return "key" in kept ? "file" : "keyring";
}

/** The end of a sentence that says why the keyring failed. */
export function keyringProblem(failure: KeyringFailure, text: Text): string {
  const say = text.profiles.keyring;
  switch (failure.kind) {
    case "not_installed":
      return say.notInstalled;
    case "unavailable":
      return say.unavailable(failure.reason);
    case "timed_out":
      return say.timedOut(failure.seconds);
  }
}

async function replaced(
  before: StoredKey | undefined,
  saved: Saved,
  host: KeyHost,
): Promise<Saved> {
  const left = await letGo(before, host);
  return left === undefined ? saved : { ...saved, left: left.account };
}

async function letGo(
  kept: StoredKey | undefined,
  host: KeyHost,
): Promise<{ readonly account: string; readonly failure: KeyringFailure } | undefined> {
  if (kept === undefined || "key" in kept) return undefined;
  const removed = await (await keyringOf(host)).remove(kept.keyring);
  return removed.ok ? undefined : { account: kept.keyring, failure: removed.failure };
}

/** Loaded when a key in a keyring is first asked for. */
async function keyringOf(host: KeyHost): Promise<Keyring> {
  if (host.keyring !== undefined) return host.keyring;
  const { systemKeyring } = await import("./keyring.ts");
  return systemKeyring(host);
}
