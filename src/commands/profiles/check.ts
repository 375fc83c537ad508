import { DryRun } from "../../api/dry-run.ts";
import type { Context } from "../../context.ts";
import { AuthError, describe } from "../../errors.ts";
import { environmentMismatch } from "../../profiles/environment.ts";
import { ownKey } from "../../profiles/own-key.ts";
import type { Profile } from "../../profiles/store.ts";

const CHECKS_AT_ONCE_MAX = 8;

/** What GET /account said about a profile's key. */
export type Check =
  | { readonly ok: true; readonly store: string | undefined }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * Asks the service of each profile about its key, side by side; results come in the order of the
 * profiles. Each stored profile is asked with its own key: one in the environment belongs to a single
 * service and is not shown to others.
 */
export async function checkAll(
  context: Context,
  profiles: readonly Profile[],
): Promise<readonly Check[]> {
  const results = new Map<Profile, Check>();
  const waiting = profiles.values();
  const worker = async (): Promise<void> => {
    for (const profile of waiting) results.set(profile, await check(context, profile));
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE_MAX }, worker));
  return profiles.flatMap((profile) => results.get(profile) ?? []);
}

async function check(context: Context, profile: Profile): Promise<Check> {
  const { text, signal } = context;
  try {
    const client = await context.api(profile, await ownKey(profile, context));
    const { value: account } = await client.account.get();
    const said = environmentMismatch(account, profile);
    if (said !== undefined) {
      const { message, hint } = text.profiles.mismatch(profile.name, profile.environment, said);
      throw new AuthError(message, { hint });
    }
    return { ok: true, store: account.store?.name };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DryRun) throw error;
    const { code, message } = describe(error, text);
    return { ok: false, code, message };
  }
}
