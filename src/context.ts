import type { Client } from "./api/client.ts";
import type { CommandNode } from "./domain/command-tree.ts";
import type { Clock, Folders, Host, Random } from "./host.ts";
import type { Batches } from "./ledger/batches.ts";
import type { Ledger } from "./ledger/ledger.ts";
import type { Payouts } from "./ledger/payouts.ts";
import type { KnownAccount, Writes } from "./ledger/writes.ts";
import type { Profile, Profiles } from "./profiles/store.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { Form, Output } from "./terminal/output.ts";
import type { Progress } from "./terminal/progress.ts";
import type { Prompt } from "./terminal/prompt.ts";
import type { Text } from "./text/text.ts";

/** The flags that every command takes. */
export interface GlobalFlags {
  readonly profile: string | undefined;
  readonly form: Form | undefined;
  readonly query: string | undefined;
  readonly header: boolean;
  readonly timeoutMs: number | undefined;
  readonly yes: boolean;
  /** Shows the request that would be sent, and sends none. */
  readonly dryRun: boolean;
  readonly input: boolean;
  readonly color: boolean | undefined;
  readonly debug: boolean;
  readonly quiet: boolean;
  readonly apiKeyStdin: boolean;
  readonly caFile: string | undefined;
}

/**
 * Everything a command may reach. What is costly, or can fail, is a function, resolved on its first use:
 * a command that needs no key never reads one.
 */
export interface Context {
  readonly host: Host;
  readonly flags: GlobalFlags;
  readonly folders: Folders;
  readonly text: Text;
  readonly output: Output;
  /** Looks at standard input when first asked for. */
  readonly prompt: Prompt;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Every command and flag there is. */
  tree(): Promise<CommandNode>;
  progress(sentence: string): Promise<Progress>;
  /** The stored profiles, and how to change them. */
  profiles(): Promise<Profiles>;
  /** The profile this run talks as; fails when none is chosen. */
  profile(): Promise<Profile>;
  /** The service of that profile, or of one that is named, with its own key or the one given. */
  api(profile?: Profile, key?: string): Promise<Client>;
  /** What was planned and paid, without a key. */
  ledger(): Promise<Ledger>;
  /** What it takes to create something; fails where the key is of another environment than the profile. */
  writer(options?: WriterOptions): Promise<Writer>;
  /** The embedded sandbox, opened on first use. */
  sandbox(): Promise<Sandbox>;
}

export interface WriterOptions {
  /** Many requests are to follow: they share this many connections. */
  readonly connectionsMax?: number;
}

export interface Writer {
  readonly profile: Profile;
  readonly client: Client;
  /** The ledger: what was created, and what was paid out. */
  readonly writes: Writes;
  readonly payouts: Payouts;
  readonly batches: Batches;
  /** What the service says of the account behind the key; the store decides where idempotency keys count. */
  account(): Promise<KnownAccount>;
  /** The store, as the ledger names it. */
  scope(): Promise<string>;
}
