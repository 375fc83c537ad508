import { createHash } from "node:crypto";
import type { Client } from "./api/client.ts";
import type { Writer } from "./context.ts";
import { AuthError, withEffect } from "./errors.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { KnownAccount } from "./ledger/writes.ts";
import { earlierScopesOf, scopeOf } from "./payouts/key.ts";
import { environmentMismatch } from "./profiles/environment.ts";
import type { Profile } from "./profiles/store.ts";
import type { Text } from "./text/text.ts";

/**
 * What a command needs to create something. The service is asked once for each key which environment it
 * belongs to, and the answer kept, so that nothing is written with a production key in a staging profile.
 */
export async function openWriter(
  profile: Profile,
  parts: {
    client: Promise<Client>;
    ledger: () => Promise<Ledger>;
    key: (profile: Profile) => Promise<string>;
    dryRun: boolean;
    text: Text;
  },
): Promise<Writer> {
  const { text, dryRun } = parts;
  const client = await parts.client;
  const ledger = await parts.ledger();
  const { writes, payouts, batches } = ledger;
  const given = { profile, client, writes, payouts, batches };
  const scoped = (account: KnownAccount): string => {
    const scope = scopeOf(profile, account);
    ledger.adoptScopes(scope, earlierScopesOf(profile, account));
    return scope;
  };
  const ask = async (): Promise<KnownAccount> => {
    // Not even this is asked; what an earlier run has learnt still counts.
    if (dryRun) return { environment: null, storeId: null, storeName: null };
    const { environment = null, store } = (await client.account.get()).value;
    return { environment, storeId: store?.id ?? null, storeName: store?.name ?? null };
  };
  // A reset sandbox is another store behind the same address.
  if (profile.environment === "sandbox") {
    return { ...given, account: ask, scope: async () => scoped(await ask()) };
  }
  const keyHash = createHash("sha256")
    .update(await parts.key(profile))
    .digest("hex");
  let account = writes.account(profile.baseUrl, keyHash);
  if (account === undefined) {
    account = await ask().catch((error: unknown) => {
      throw withEffect(error, "nothing_sent");
    });
    writes.rememberAccount(profile.baseUrl, keyHash, account);
  }
  const said = environmentMismatch({ environment: account.environment ?? undefined }, profile);
  if (said !== undefined) {
    const { message, hint } = text.profiles.mismatch(profile.name, profile.environment, said);
    throw new AuthError(message, { hint, effect: "nothing_sent" });
  }
  const known = account;
  return { ...given, account: async () => known, scope: async () => scoped(known) };
}
