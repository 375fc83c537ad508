import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import type { Host, Keyring, KeyringResult } from "../host.ts";
import { withoutKeys } from "./key-source.ts";

/** A locked keyring asks on the screen, and a broken one never answers: a command waits no longer. */
const ACCESS_TIMEOUT_MS = 3_000;
const REASON_CHARACTERS_MAX = 300;

/** What it is called in the keyring's own list. */
const SERVICE = "pix-cli";

interface Access {
  readonly work: "get" | "set" | "remove";
  readonly account: string;
  readonly secret?: string;
}

/**
 * The other process. On Linux the Secret Service is required: left to itself the library falls silently to
 * the kernel's keyring, which forgets everything at the next start. A process whose parent has gone ends.
 */
const PROGRAM = [
  "process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));",
  "process.once('message', async ({ library, service, work, account, secret }) => {",
  "  try {",
  "    const { AsyncEntry } = require(library);",
  "    const entry = new AsyncEntry(service, account, { linux: { store: 'secret-service' } });",
  "    const value = work === 'get' ? await entry.getPassword()",
  "      : work === 'set' ? await entry.setPassword(secret) : await entry.deleteCredential();",
  "    process.send({ ok: true, value: value ?? null });",
  "  } catch (error) {",
  "    process.send({ ok: false, reason: String(error?.message ?? error) });",
  "  }",
  "});",
].join("\n");

/**
 * The keyring of the operating system: Secret Service, macOS Keychain or Windows Credential Manager. Each
 * access runs in a process of its own, for a call into a keyring that hangs can be ended in no other way.
 * The secret goes through its channel, never through its command line.
 */
export function systemKeyring(
  host: Pick<Host, "env" | "signal">,
  options: { readonly timeoutMs?: number } = {},
): Keyring {
  const { timeoutMs = ACCESS_TIMEOUT_MS } = options;
  const ask = async (access: Access): Promise<KeyringResult<unknown>> => {
    host.signal.throwIfAborted();
    const library = libraryPath();
    if (library === undefined) return { ok: false, failure: { kind: "not_installed" } };
    const { NODE_EXTRA_CA_CERTS: _unused, ...env } = withoutKeys(host.env);
    const stdio = ["ignore" as const, "ignore" as const, "ignore" as const, "ipc" as const];
    const child = fork(SERVICE, [], { execArgv: ["-e", PROGRAM], env, stdio });
    const stop = AbortSignal.any([host.signal, AbortSignal.timeout(timeoutMs)]);
    const result = await answerOf(child, { ...access, library, service: SERVICE }, stop);
    host.signal.throwIfAborted();
    return result ?? { ok: false, failure: { kind: "timed_out", seconds: timeoutMs / 1000 } };
  };
  return {
    get: async (account) => {
      const got = await ask({ work: "get", account });
      if (!got.ok) return got;
      return { ok: true, value: typeof got.value === "string" ? got.value : undefined };
    },
    set: (account, secret) => ask({ work: "set", account, secret }),
    remove: (account) => ask({ work: "remove", account }),
  };
}

/** Undefined where the package, which is optional, was not installed. */
function libraryPath(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return require.resolve("@napi-rs/keyring");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Undefined when the stop came first. The process is killed in any case. */
function answerOf(
  child: ChildProcess,
  message: Access & { readonly library: string; readonly service: string },
  stop: AbortSignal,
): Promise<KeyringResult<unknown> | undefined> {
  return new Promise((resolve) => {
    const end = (result: KeyringResult<unknown> | undefined): void => {
      stop.removeEventListener("abort", stopped);
      child.kill("SIGKILL");
      resolve(result);
    };
    const stopped = (): void => end(undefined);
    const broken = (reason: string): void => end(failed(reason));
    stop.addEventListener("abort", stopped);
    child.on("message", (answer) => end(readAnswer(answer)));
    child.on("error", (error) => broken(error.message));
    child.on("exit", (code, killedBy) => broken(`ended with ${code ?? killedBy ?? ""}`));
    // A process that has ended already is told by its exit.
    child.send(message, () => undefined);
  });
}

function readAnswer(answer: unknown): KeyringResult<unknown> {
  if (typeof answer !== "object" || answer === null || !("ok" in answer)) return failed("");
  if (answer.ok === true) return { ok: true, value: "value" in answer ? answer.value : undefined };
  return failed("reason" in answer && typeof answer.reason === "string" ? answer.reason : "");
}

function failed(reason: string): KeyringResult<never> {
  const shown = reason.slice(0, REASON_CHARACTERS_MAX);
  return { ok: false, failure: { kind: "unavailable", reason: shown } };
}
