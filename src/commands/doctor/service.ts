import type { Context } from "../../context.ts";
import { AuthError } from "../../errors.ts";
import { environmentProfile } from "../../profiles/choose.ts";
import { environmentMismatch } from "../../profiles/environment.ts";
import { keySource, withoutKeys } from "../../profiles/key-source.ts";
import { ownKey } from "../../profiles/own-key.ts";
import type { Profile } from "../../profiles/profile.ts";
import type { Profiles } from "../../profiles/store.ts";
import { failure, fine, finding, type Finding, warning } from "./finding.ts";

/** How far this machine's clock may be from the service's before it is worth a word. */
const SKEW_MS_MAX = 60_000;

const CHECKS_AT_ONCE_MAX = 8;

/** The profiles that are looked at, and what was found on the way to them. */
export interface Found {
  readonly findings: readonly Finding[];
  readonly profiles: readonly Profile[];
  /** The one that commands talk as; undefined where there is none. */
  readonly chosen: Profile | undefined;
}

/** The stored profiles, the one that the environment makes, and which of them commands take. */
export async function findProfiles(context: Context): Promise<Found> {
  const { host, text } = context;
  const said = text.doctor.profiles;
  let profiles: readonly Profile[] = [];
  let chosen: Profile | undefined;
  const findings = [
    await finding("profiles", context, async () => {
      const made = environmentProfile({ env: host.env, text });
      const stored = (await context.profiles()).all();
      profiles = made === undefined ? stored : [made, ...stored];
      return fine("profiles", said.ok(profiles.map(({ name }) => name)));
    }),
  ];
  if (profiles.length === 0) return { findings, profiles, chosen };
  const choice = await finding("profile", context, async () => {
    chosen = await context.profile();
    return fine("profile", said.chosen(chosen.name, chosen.environment));
  });
  // A machine where nobody has logged in is new, not broken; a name that leads nowhere is broken.
  const named = context.flags.profile ?? host.env["PIX_PROFILE"];
  const isNew = chosen === undefined && named === undefined;
  findings.push(isNew ? warning("profile", choice) : choice);
  return { findings, profiles, chosen };
}

/** Asks the service of each profile about its key, some side by side; the last finding is the clock's. */
export async function services(
  context: Context,
  { profiles, chosen }: Found,
): Promise<readonly Finding[]> {
  const results = new Map<Profile, Finding>();
  const skews: Skew[] = [];
  const waiting = profiles.values();
  const worker = async (): Promise<void> => {
    for (const each of waiting) {
      // What PIX_BASE_URL moves is asked where commands would ask it.
      const isChosen = each.name === chosen?.name;
      const profile = isChosen ? chosen : each;
      const name = `profile.${profile.name}`;
      const look = (): Promise<Finding> => service(name, profile, { context, isChosen, skews });
      results.set(each, await finding(name, context, look));
    }
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE_MAX }, worker));
  const found = profiles.flatMap((profile) => results.get(profile) ?? []);
  return [...found, clock(skews, context)];
}

interface Skew {
  readonly profile: string;
  readonly milliseconds: number;
}

async function service(
  name: string,
  profile: Profile,
  parts: {
    readonly context: Context;
    readonly isChosen: boolean;
    readonly skews: Skew[];
  },
): Promise<Finding> {
  const { context, isChosen, skews } = parts;
  const { text, flags, clock: time } = context;
  const said = text.doctor.service;
  if (profile.source === "built_in") return fine(name, said.sandbox);
  const source = await sourceOf(profile, isChosen, context);
  if (source === "none") throw new AuthError(said.noKey.message, said.noKey);
  if (flags.dryRun) return fine(name, said.notAsked(source));
  // A key that was given for this run is the chosen profile's alone.
  const key = isChosen ? undefined : await ownKey(profile, context);
  const client = await context.api(profile, key);
  const { value: account, headers } = await client.account.get();
  const date = Date.parse(headers["date"] ?? "");
  if (!Number.isNaN(date)) {
    skews.push({ profile: profile.name, milliseconds: time.now().getTime() - date });
  }
  const other = environmentMismatch(account, profile);
  if (other !== undefined) {
    return failure(name, text.profiles.mismatch(profile.name, profile.environment, other));
  }
  return fine(name, said.ok(profile.baseUrl, source, account.store?.name));
}

async function sourceOf(profile: Profile, isChosen: boolean, context: Context): Promise<string> {
  const { host, flags } = context;
  const profiles: Profiles = await context.profiles();
  const own = !isChosen && profile.source !== "environment";
  return keySource({
    profile,
    env: own ? withoutKeys(host.env) : host.env,
    apiKeyStdin: isChosen && flags.apiKeyStdin,
    keyPlace: async (name) => profiles.keyPlace(name),
  });
}

/** Against the Date of an answer (RFC 9110), which counts whole seconds. */
function clock(skews: readonly Skew[], { text }: Context): Finding {
  const said = text.doctor.clock;
  const [first] = skews;
  if (first === undefined) return fine("clock", said.unknown);
  const worst = skews.reduce((one, other) =>
    Math.abs(other.milliseconds) > Math.abs(one.milliseconds) ? other : one,
  );
  const seconds = Math.round(worst.milliseconds / 1000);
  return Math.abs(worst.milliseconds) > SKEW_MS_MAX
    ? warning("clock", said.skewed(seconds, worst.profile))
    : fine("clock", said.ok);
}
