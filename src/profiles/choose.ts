import type { Host } from "../host.ts";
import { AuthError, UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { type BaseUrl, baseUrlProblem, parseBaseUrl, sameOrigin } from "./base-url.ts";
import { givenKeySource } from "./key-source.ts";
import { nearest } from "./nearest.ts";
import { environmentName, type Profile } from "./profile.ts";
import type { Profiles } from "./store.ts";

interface Choice {
  readonly flag: string | undefined;
  readonly env: Host["env"];
  readonly profiles: Pick<Profiles, "all" | "get" | "defaultName">;
  readonly text: Text;
  readonly apiKeyStdin?: boolean;
}

/**
 * The profile of this run: the flag's, PIX_PROFILE's, the one that PIX_BASE_URL and a key in the
 * environment make, the default, or the only one stored. It never falls into the sandbox by itself: a
 * job that lost its configuration must not appear to have paid. PIX_BASE_URL moves a stored profile to
 * another path of its origin; to another origin it is refused, for the profile's key must not go there.
 * The sandbox heeds no variable. A name that does not exist and no name at all are AuthErrors.
 */
export function chooseProfile(choice: Choice): Profile {
  const { flag, env, profiles } = choice;
  if (flag !== undefined) return moved(named(flag, "--profile", choice), choice);
  const name = env["PIX_PROFILE"];
  if (name !== undefined) return moved(named(name, "PIX_PROFILE", choice), choice);
  const made = environmentProfile(choice);
  if (made !== undefined) return made;
  const stored = profiles.all().filter(({ source }) => source === "stored");
  const only = stored.length === 1 ? stored[0] : undefined;
  const chosen =
    profiles.defaultName === undefined ? only : named(profiles.defaultName, "default", choice);
  if (chosen !== undefined) return moved(chosen, choice);
  const { message, hint } = nothingChosen(choice, stored);
  throw new AuthError(message, { hint });
}

function named(
  name: string,
  origin: string,
  { profiles, text }: Pick<Choice, "profiles" | "text">,
): Profile {
  const profile = profiles.get(name);
  if (profile !== undefined) return profile;
  const known = profiles.all().map((other) => other.name);
  const near = nearest(name, known);
  const { message, hint } = text.profiles.noSuchProfile({ name, origin, known, near });
  throw new AuthError(message, { hint });
}

/**
 * The profile that the environment alone makes; undefined when it does not name both an address and a
 * key.
 */
export function environmentProfile({
  env,
  apiKeyStdin = false,
  text,
}: Pick<Choice, "env" | "apiKeyStdin" | "text">): Profile | undefined {
  const given = env["PIX_BASE_URL"];
  if (given === undefined || givenKeySource({ env, apiKeyStdin }) === undefined) return undefined;
  const { url, loopback } = readBaseUrl(given, text);
  return {
    name: environmentName,
    environment: environmentOf(env["PIX_ENVIRONMENT"], loopback, text),
    baseUrl: url,
    defaults: { customer: {} },
    limits: {},
    waits: {},
    approvals: 0,
    fields: {},
    credentialCommand: undefined,
    source: "environment",
  };
}

/** Who says nothing gets production's guards, but for an address of this machine. */
function environmentOf(
  given: string | undefined,
  loopback: boolean,
  text: Text,
): "staging" | "production" {
  if (given === undefined) return loopback ? "staging" : "production";
  if (given === "staging" || given === "production") return given;
  throw new UsageError(`PIX_ENVIRONMENT: ${text.profiles.environmentValue(given)}`);
}

function moved(profile: Profile, { env, text }: Choice): Profile {
  const given = env["PIX_BASE_URL"];
  if (given === undefined || profile.source !== "stored") return profile;
  const { url } = readBaseUrl(given, text);
  if (sameOrigin(url, profile.baseUrl)) return { ...profile, baseUrl: url };
  const { message, hint } = text.profiles.baseUrlElsewhere(profile.name, profile.baseUrl, url);
  throw new UsageError(message, { hint });
}

function readBaseUrl(given: string, text: Text): BaseUrl {
  const parsed = parseBaseUrl(given);
  if (parsed.ok) return parsed.value;
  throw new UsageError(`PIX_BASE_URL: ${baseUrlProblem(parsed, text)}`);
}

function nothingChosen(
  { env, apiKeyStdin = false, text }: Choice,
  stored: readonly Profile[],
): { readonly message: string; readonly hint: string } {
  const names = stored.map(({ name }) => name);
  if (names.length > 0) return text.profiles.severalStored(names);
  if (env["PIX_BASE_URL"] !== undefined) return text.profiles.addressWithoutKey;
  const keyGiven = givenKeySource({ env, apiKeyStdin }) !== undefined;
  return keyGiven ? text.profiles.keyWithoutAddress : text.profiles.noneStored;
}
