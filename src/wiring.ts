import { join } from "node:path";
import type { Client } from "./api/client.ts";
import { sendNothing, UNSENT_KEY } from "./api/dry-run.ts";
import type { Send } from "./api/send/send.ts";
import type { Context, GlobalFlags, Writer, WriterOptions } from "./context.ts";
import type { Host } from "./host.ts";
import { UsageError } from "./errors.ts";
import { openProfiles } from "./profiles/store.ts";
import type { Profile, Profiles } from "./profiles/store.ts";
import { chooseProfile } from "./profiles/choose.ts";
import { foldersOf } from "./profiles/folders.ts";
import { frozenProfiles } from "./profiles/frozen.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { createOutput } from "./terminal/output.ts";
import { createPrompt } from "./terminal/prompt.ts";
import type { Prompt } from "./terminal/prompt.ts";
import { beReadyToTell } from "./terminal/ready.ts";
import { wantsColor } from "./terminal/style.ts";
import type { Text } from "./text/text.ts";
import { version } from "./version.ts";

/** A context and what has to be closed when its command has ended. */
export type DisposableContext = Context & { dispose(): Promise<void> };

/** Puts the parts together for one command; nothing here reads a key, opens a file or loads a sender yet. */
export async function createContext(options: {
  host: Host;
  flags: GlobalFlags;
  text: Text;
  tree: Context["tree"];
}): Promise<DisposableContext> {
  const { host, flags, text, tree } = options;
  if (flags.query !== undefined) await refuseBadQuery(flags.query, text);
  const { stdout, stderr, env, clock, random, signal } = host;
  const { form, query, color, quiet, header } = flags;
  let asked: Prompt | undefined;
  const prompt = (): Prompt =>
    createPrompt({
      ...{ stdin: host.stdin, stderr, signal, text },
      allowed: flags.input && !flags.apiKeyStdin,
      color: wantsColor({ stream: stderr, env, flag: color }),
    });
  return {
    ...(await createServices(options)),
    ...{ host, flags, text, clock, random, signal, tree },
    output: await createOutput({ stdout, stderr, env, form, query, color, quiet, header, text }),
    get prompt() {
      return (asked ??= prompt());
    },
    progress: async (sentence) => {
      const { startProgress } = await import("./terminal/progress.ts");
      return startProgress({ stderr, quiet, text: sentence, env });
    },
  };
}

type Services = Pick<
  DisposableContext,
  "folders" | "profiles" | "profile" | "api" | "sandbox" | "ledger" | "writer" | "dispose"
>;

/** What keeps files or talks to somebody: opened when first asked for, closed at the end. */
async function createServices(options: {
  host: Host;
  flags: GlobalFlags;
  text: Text;
}): Promise<Services> {
  const { host, flags, text } = options;
  const { clock, random, signal } = host;
  const folders = foldersOf(host);
  const closers: (() => void | Promise<void>)[] = [];
  const closing = <T extends { close(): void | Promise<void> }>(opened: T): T => {
    closers.push(() => opened.close());
    return opened;
  };
  const { dryRun } = flags;
  const profiles = lazy(async () => {
    const opened = await openProfiles({ folder: folders.config, host, text });
    return dryRun ? frozenProfiles(opened, text) : opened;
  });
  const profile = lazy(async () => {
    const { profile: flag, apiKeyStdin } = flags;
    return chooseProfile({ flag, env: host.env, apiKeyStdin, profiles: await profiles(), text });
  });
  const ledger = lazy(async () => {
    const { openLedger } = await import("./ledger/ledger.ts");
    const path = join(folders.state, "ledger.db");
    return closing(await openLedger({ path, clock, text, forget: dryRun }));
  });
  const sandbox = lazy(async () => {
    if (dryRun) throw new UsageError(text.dryRun.local.message, text.dryRun.local);
    const { openSandbox } = await import("./sandbox/sandbox.ts");
    const path = join(folders.state, "sandbox.db");
    return closing(await openSandbox({ path, clock, random, text, signal }));
  });
  const parts: Parts = { host, flags, text, profiles, sandbox, closing };
  // A key is read once: standard input has it only once, and a command that gives it may ask its user.
  const keys = new Map<string, Promise<string>>();
  const key = async (chosen: Profile): Promise<string> => {
    const known = keys.get(chosen.name) ?? keyOf(chosen, parts);
    keys.set(chosen.name, known);
    return known;
  };
  const api = async (given?: Profile, ownKey?: string): Promise<Client> => {
    const chosen = given ?? (await profile());
    return connect(chosen, async () => ownKey ?? key(chosen), parts);
  };
  const writer = async ({ connectionsMax }: WriterOptions = {}): Promise<Writer> => {
    const chosen = await profile();
    const client = connect(chosen, async () => key(chosen), { ...parts, connectionsMax });
    const { openWriter } = await import("./writer.ts");
    if (chosen.environment !== "sandbox") await beReadyToTell(text);
    return openWriter(chosen, { client, ledger, key, dryRun, text });
  };
  return {
    ...{ folders, profiles, profile, api, sandbox, ledger, writer },
    dispose: async () => {
      for (const close of closers.toReversed()) await close();
    },
  };
}

interface Parts {
  readonly host: Host;
  readonly flags: GlobalFlags;
  readonly text: Text;
  readonly profiles: () => Promise<Profiles>;
  readonly sandbox: () => Promise<Sandbox>;
  readonly closing: <T extends { close(): void | Promise<void> }>(opened: T) => T;
  /** Where many requests are to follow. */
  readonly connectionsMax?: number | undefined;
}

async function connect(
  profile: Profile,
  key: () => Promise<string>,
  parts: Parts,
): Promise<Client> {
  const { host, flags, text } = parts;
  const [{ createClient }, { createTransport }] = await Promise.all([
    import("./api/client.ts"),
    import("./api/transport.ts"),
  ]);
  return createClient(
    createTransport({
      baseUrl: profile.baseUrl,
      key,
      send: await senderFor(profile, parts),
      clock: host.clock,
      random: host.random,
      signal: host.signal,
      text,
      version,
      log: flags.debug ? (line) => host.stderr.write(`${line}\n`) : undefined,
      answerTimeoutMs: flags.timeoutMs,
    }),
    profile.fields,
  );
}

async function senderFor(profile: Profile, parts: Parts): Promise<Send> {
  const { host, flags, sandbox, closing, connectionsMax } = parts;
  const ca = await authoritiesFor(profile, parts);
  if (flags.dryRun) return sendNothing;
  if (profile.environment === "sandbox") return (await sandbox()).send;
  const { proxyFor } = await import("./api/send/proxy.ts");
  if (connectionsMax === undefined && proxyFor(new URL(profile.baseUrl), host.env) === undefined) {
    return (await import("./api/send/once.ts")).createOnce(ca);
  }
  const { createPool } = await import("./api/send/pool.ts");
  const pool = closing(createPool({ env: host.env, connectionsMax: connectionsMax ?? 1, ...ca }));
  return pool.send;
}

/** Whom to trust beside the authorities that Node knows; nobody, unless a setting names a file of them. */
async function authoritiesFor(
  profile: Profile,
  { host, flags, text }: Parts,
): Promise<{ readonly ca?: string }> {
  const { env, currentFolder } = host;
  const given = [flags.caFile, env["PIX_CA_FILE"], profile.caFile];
  // Most runs name none, and need not load what reads one.
  if (given.every((file) => file === undefined)) return {};
  const { authorityFile, readAuthorities } = await import("./api/send/authorities.ts");
  const file = authorityFile({ flag: flags.caFile, env, profile: profile.caFile });
  return file === undefined ? {} : { ca: readAuthorities(file, { currentFolder, env, text }) };
}

/** The key of a profile; the sandbox has one of its own and never sees another. */
async function keyOf(profile: Profile, parts: Parts): Promise<string> {
  const { host, flags, text, profiles, sandbox } = parts;
  if (profile.environment === "sandbox") {
    return flags.dryRun ? UNSENT_KEY : (await sandbox()).defaultKey();
  }
  const { readKey } = await import("./profiles/credentials.ts");
  return readKey({
    profile,
    env: host.env,
    platform: host.platform,
    apiKeyStdin: flags.apiKeyStdin,
    get stdin() {
      return host.stdin;
    },
    storedKey: async (name) => (await profiles()).storedKey(name),
    signal: host.signal,
    text,
  });
}

/** Before anything is sent: a charge must not be created and then not shown for a slip in an expression. */
async function refuseBadQuery(query: string, text: Text): Promise<void> {
  const { checkQuery } = await import("./terminal/query.ts");
  const checked = await checkQuery(query);
  if (!checked.ok) throw new UsageError(text.flags.query(query, checked.reason));
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
