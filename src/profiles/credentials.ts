import type { Host, Input } from "../host.ts";
import { commandLine } from "../domain/command-line.ts";
import { AuthError, UsageError } from "../errors.ts";
import type { Said, Text } from "../text/text.ts";
import type { CommandFailure } from "./key-command.ts";
import { type KeyFileFailure, readKeyFile } from "./key-file.ts";
import { givenKeySource } from "./key-source.ts";
import { KEY_BYTES_MAX, parseKey } from "./key.ts";
import type { Profile } from "./profile.ts";

const COMMAND_TIMEOUT_MS = 10_000;
/** Whoever pipes a key in may have to unlock a vault first. */
const STDIN_TIMEOUT_MS = 60_000;

type Env = Host["env"];

interface GivenKeyOptions {
  readonly env: Env;
  readonly apiKeyStdin: boolean;
  readonly stdin: Input;
  readonly signal: AbortSignal;
  readonly text: Text;
  readonly platform?: NodeJS.Platform;
  readonly stdinTimeoutMs?: number;
}

export interface ReadKeyOptions extends GivenKeyOptions {
  readonly profile: Profile;
  readonly storedKey: (name: string) => Promise<string | undefined>;
  readonly commandTimeoutMs?: number;
}

/**
 * The key to send for a profile, from the first source that is set: `--api-key-stdin`, `PIX_API_KEY_FILE`,
 * `PIX_API_KEY`, the profile's command, the stored key. A source that is set and fails, an empty variable
 * included, is an AuthError and never makes way for the next: another key may be another store's. No error
 * repeats anything of a key, of a command's output or of a file.
 */
export async function readKey(options: ReadKeyOptions): Promise<string> {
  const { profile, text } = options;
  if (profile.source === "built_in") throw refusal(text.profiles.key.notNeeded(profile.name));
  const given = await readGivenKey(options);
  if (given !== undefined) return given;
  const { credentialCommand } = profile;
  if (credentialCommand !== undefined) return fromCommand(credentialCommand, options);
  const stored = await options.storedKey(profile.name);
  if (stored === undefined) throw refusal(text.profiles.key.none(profile.name));
  return checked(stored, () => text.profiles.key.storedKey, text);
}

/** The key that this run was given apart from any profile: by stdin, a file or a variable. */
async function readGivenKey(options: GivenKeyOptions): Promise<string | undefined> {
  const { env, text, platform = "linux" } = options;
  switch (givenKeySource(options)) {
    case "stdin":
      return checked(await fromStdin(options), () => "--api-key-stdin", text);
    case "PIX_API_KEY_FILE": {
      const path = env["PIX_API_KEY_FILE"] ?? "";
      if (path === "") throw refusal(text.profiles.key.emptyVariable("PIX_API_KEY_FILE"));
      const read = readKeyFile(path, platform);
      if (!read.ok) throw refusal(fileRefusal(path, read.failure, text));
      return checked(read.value, () => `PIX_API_KEY_FILE (${path})`, text);
    }
    case "PIX_API_KEY": {
      const key = env["PIX_API_KEY"] ?? "";
      if (key === "") throw refusal(text.profiles.key.emptyVariable("PIX_API_KEY"));
      return checked(key, () => "PIX_API_KEY", text);
    }
    case undefined:
      return undefined;
  }
}

/** Checks a key that a person has typed. */
export function checkTypedKey(typed: string, text: Text): string {
  return checked(typed, () => text.profiles.key.typed, text);
}

async function fromCommand(command: readonly string[], options: ReadKeyOptions): Promise<string> {
  const { env, signal, text, commandTimeoutMs: timeoutMs = COMMAND_TIMEOUT_MS } = options;
  const { runKeyCommand } = await import("./key-command.ts");
  const result = await runKeyCommand({ command, env, timeoutMs, signal });
  const [program = ""] = command;
  if (!result.ok) throw refusal(commandRefusal(program, result.failure, text));
  return checked(result.value, () => `credential_command (${program})`, text);
}

async function fromStdin(options: GivenKeyOptions): Promise<Buffer> {
  const { stdin, signal, text, stdinTimeoutMs = STDIN_TIMEOUT_MS } = options;
  if (stdin.isTTY === true) {
    const { message, hint } = text.profiles.key.stdinIsTerminal;
    throw new UsageError(message, { hint });
  }
  const stop = AbortSignal.any([signal, AbortSignal.timeout(stdinTimeoutMs)]);
  const stopped = (): void => {
    stdin.destroy();
  };
  if (stop.aborted) stopped();
  stop.addEventListener("abort", stopped);
  const chunks: Buffer[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      chunks.push(bytes);
      byteCount += bytes.length;
      if (byteCount > KEY_BYTES_MAX) break;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (stop.aborted) throw refusal(text.profiles.key.stdinTimedOut(stdinTimeoutMs / 1000));
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    throw refusal(text.profiles.key.stdinFailed(code));
  } finally {
    stop.removeEventListener("abort", stopped);
  }
  return Buffer.concat(chunks);
}

function checked(given: Uint8Array | string, source: () => string, text: Text): string {
  const parsed = parseKey(given);
  if (parsed.ok) return parsed.value;
  throw refusal(text.profiles.key.malformed(source(), text.profiles.key.problem[parsed.problem]));
}

function fileRefusal(path: string, failure: KeyFileFailure, text: Text): Said {
  const said = text.profiles.key.file;
  switch (failure.kind) {
    case "unreadable":
      return said.unreadable(path, failure.code);
    case "not_file":
      return said.not_file(path);
    case "writable":
    case "readable":
      return said[failure.kind](path, commandLine(["chmod", "600", path]));
  }
}

function commandRefusal(program: string, failure: CommandFailure, text: Text): Said {
  const said = text.profiles.key.command;
  switch (failure.kind) {
    case "not_started":
      return said.not_started(program, failure.code);
    case "failed":
      return said.failed(program, failure.status);
    case "timed_out":
      return said.timed_out(program, failure.seconds);
    case "too_long":
      return said.too_long(program);
  }
}

function refusal({ message, hint }: Said): AuthError {
  return new AuthError(message, { hint });
}
