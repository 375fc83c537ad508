import type { Profile } from "./profile.ts";

/**
 * The environment that an account names, when it is not the profile's; undefined when they agree or the
 * service names none. A served sandbox passes for staging: neither moves real money.
 */
export function environmentMismatch(
  account: { readonly environment?: unknown },
  profile: Pick<Profile, "environment">,
): string | undefined {
  const said = account.environment;
  if (typeof said !== "string" || said.trim() === "") return undefined;
  const name = said.trim().toLowerCase();
  if (name === profile.environment) return undefined;
  return name === "sandbox" && profile.environment === "staging" ? undefined : said;
}
