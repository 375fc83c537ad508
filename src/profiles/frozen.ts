import { UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import type { Profiles } from "./store.ts";

/** The same profiles for a run that must change nothing: every change is a UsageError. */
export function frozenProfiles(profiles: Profiles, text: Text): Profiles {
  const refuse = async (): Promise<never> => {
    throw new UsageError(text.dryRun.local.message, text.dryRun.local);
  };
  return {
    all: () => profiles.all(),
    get: (name) => profiles.get(name),
    get defaultName() {
      return profiles.defaultName;
    },
    storedKey: async (name) => profiles.storedKey(name),
    keyPlace: async (name) => profiles.keyPlace(name),
    hasKey: async (name) => profiles.hasKey(name),
    save: refuse,
    remove: refuse,
    use: refuse,
    set: refuse,
    removeKey: refuse,
  };
}
