import type { Host } from "../host.ts";
import type { Text } from "../text/text.ts";
import { withoutKeys } from "./key-source.ts";
import type { Profile } from "./profile.ts";
import type { Profiles } from "./store.ts";

/**
 * The key that is a profile's own: one in the environment belongs to a single service and is not shown to
 * others. Undefined for the sandbox, which has a key of its own. Fails as `readKey` does.
 */
export async function ownKey(
  profile: Profile,
  {
    host,
    text,
    profiles,
  }: {
    readonly host: Host;
    readonly text: Text;
    readonly profiles: () => Promise<Profiles>;
  },
): Promise<string | undefined> {
  if (profile.source === "built_in") return undefined;
  const { readKey } = await import("./credentials.ts");
  return readKey({
    profile,
    env: profile.source === "environment" ? host.env : withoutKeys(host.env),
    apiKeyStdin: false,
    stdin: host.stdin,
    platform: host.platform,
    storedKey: async (name) => (await profiles()).storedKey(name),
    signal: host.signal,
    text,
  });
}
