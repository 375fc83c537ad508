import { chmodSync, chownSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { AuthError, describe as told, UsageError } from "../../src/errors.ts";
import { readKey, type ReadKeyOptions } from "../../src/profiles/credentials.ts";
import { keySource } from "../../src/profiles/key-source.ts";
import { sandboxProfile } from "../../src/profiles/profile.ts";
import { en } from "../../src/text/en.ts";
import {
  CANARY,
  everythingIn,
  failureOf,
  hintOf,
  octal,
  profileNamed,
  temporaryFolder,
} from "./place.ts";

const node = process.execPath;
const printing = (code: string): readonly string[] => [node, "-e", code];
const withCommand = (...command: readonly string[]) =>
  profileNamed("loja", { credentialCommand: command });

function read(changes: Partial<ReadKeyOptions> = {}): Promise<string> {
  return readKey({
    profile: profileNamed("loja"),
    env: {},
    apiKeyStdin: false,
    stdin: Readable.from([]),
    platform: process.platform,
    storedKey: async () => "stored-key",
    signal: new AbortController().signal,
    text: en,
    ...changes,
  });
}

function keyFile(content: string | Uint8Array, mode = 0o600): string {
  const path = join(temporaryFolder(), "key");
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

/** Every source holds a key of its own, from the first to the last. */
function allSources(): Partial<ReadKeyOptions> {
  return {
    apiKeyStdin: true,
    stdin: Readable.from(["stdin-key\n"]),
    env: { PIX_API_KEY_FILE: keyFile("file-key\n"), PIX_API_KEY: "variable-key" },
    profile: withCommand(...printing("console.log('command-key')")),
  };
}

describe("the key of a run", () => {
  it("comes from the first source that is set", async () => {
    const all = allSources();
    const { PIX_API_KEY_FILE: _file, ...variable } = all.env ?? {};
    expect(await read(all)).toBe("stdin-key");
    expect(await read({ ...all, apiKeyStdin: false })).toBe("file-key");
    expect(await read({ ...all, apiKeyStdin: false, env: variable })).toBe("variable-key");
    expect(await read({ ...all, apiKeyStdin: false, env: {} })).toBe("command-key");
    expect(await read()).toBe("stored-key");
  });

  it("can be told by its source without being read", async () => {
    const all = allSources();
    const nowhere = { profile: profileNamed("loja"), env: {}, apiKeyStdin: false };
    const sourceOf = (
      changes: Partial<ReadKeyOptions>,
      place: "file" | "keyring" | undefined = "file",
    ) =>
      keySource({
        profile: profileNamed("loja"),
        env: {},
        apiKeyStdin: false,
        ...changes,
        keyPlace: async () => place,
      });
    expect(await sourceOf(all)).toBe("stdin");
    expect(await sourceOf({ ...all, apiKeyStdin: false })).toBe("PIX_API_KEY_FILE");
    expect(await sourceOf({ env: { PIX_API_KEY: "" } })).toBe("PIX_API_KEY");
    expect(await sourceOf({ profile: withCommand("/no/such/program") })).toBe("credential_command");
    expect(await sourceOf({})).toBe("stored");
    expect(await sourceOf({}, "keyring")).toBe("keyring");
    expect(await keySource({ ...nowhere, keyPlace: async () => undefined })).toBe("none");
    expect(await sourceOf({ ...all, profile: sandboxProfile })).toBe("not_needed");
    expect(all.stdin?.readableDidRead).toBe(false);
  });

  it("of the sandbox is never asked for, so that no real one reaches it", async () => {
    await expect(read({ profile: sandboxProfile, env: { PIX_API_KEY: CANARY } })).rejects.toThrow(
      AuthError,
    );
  });

  it("is missed with the command that stores one", async () => {
    const failure = await failureOf(() => read({ storedKey: async () => undefined }));
    expect(told(failure, en).exitCode).toBe(4);
    expect(hintOf(failure)).toContain("pix login --profile loja");
  });
});

describe("a source that is set and fails", () => {
  const bad: readonly (readonly [string, () => Partial<ReadKeyOptions>])[] = [
    ["empty stdin", () => ({ apiKeyStdin: true })],
    ["stdin of one empty line", () => ({ apiKeyStdin: true, stdin: Readable.from(["\n"]) })],
    [
      "a key of two lines on stdin",
      () => ({ apiKeyStdin: true, stdin: Readable.from([`${CANARY}\nX: 1\n`]) }),
    ],
    ["an endless stdin", () => ({ apiKeyStdin: true, stdin: Readable.from(endless()) })],
    ["a stdin that fails", () => ({ apiKeyStdin: true, stdin: failing() })],
    [
      "a file that does not exist",
      () => ({ env: { PIX_API_KEY_FILE: join(temporaryFolder(), "no") } }),
    ],
    ["an empty name of a file", () => ({ env: { PIX_API_KEY_FILE: "" } })],
    ["an empty file", () => ({ env: { PIX_API_KEY_FILE: keyFile("") } })],
    ["a folder", () => ({ env: { PIX_API_KEY_FILE: temporaryFolder() } })],
    ["a device", () => ({ env: { PIX_API_KEY_FILE: "/dev/zero" } })],
    ["a file that others can write", () => ({ env: { PIX_API_KEY_FILE: keyFile(CANARY, 0o620) } })],
    ["an empty variable", () => ({ env: { PIX_API_KEY: "" } })],
    ["a variable with a line break", () => ({ env: { PIX_API_KEY: `${CANARY}\r\nHost: evil` } })],
    ["a command that does not exist", () => ({ profile: withCommand("/no/such/program", CANARY) })],
    ["a command that cannot be run", () => ({ profile: withCommand(keyFile(CANARY)) })],
    [
      "a command that fails",
      () => ({ profile: withCommand(...printing(`console.log("${CANARY}"); process.exit(3)`)) }),
    ],
    ["a command that prints nothing", () => ({ profile: withCommand(...printing("")) })],
    [
      "a command that prints without end",
      () => ({
        profile: withCommand(...printing("for (;;) process.stdout.write('x'.repeat(99))")),
      }),
    ],
    [
      "a command that prints an empty first line",
      () => ({ profile: withCommand(...printing(`console.log("\\n${CANARY}")`)) }),
    ],
    [
      "a command that dies",
      () => ({ profile: withCommand(...printing("process.kill(process.pid, 'SIGKILL')")) }),
    ],
    ["a damaged stored key", () => ({ storedKey: async () => `${CANARY} ` })],
  ];

  it.each(bad)(
    "never makes way for the next, and shows nothing of a key: %s",
    async (_title, changes) => {
      // A good key waits in every later source; whoever fell through would answer it.
      const later = { env: {}, profile: withCommand(...printing("console.log('later')")) };
      const given = changes();
      const env = { PIX_API_KEY: "later", ...given.env };
      const onlyOwn = given.profile !== undefined || given.storedKey !== undefined;
      const failure = await failureOf(() => read(onlyOwn ? given : { ...later, ...given, env }));
      expect(failure).toBeInstanceOf(AuthError);
      expect(told(failure, en).exitCode).toBe(4);
      expect(everythingIn(failure)).not.toContain(CANARY);
      expect(told(failure, en).hint).not.toContain(CANARY);
    },
  );

  it("includes a terminal where a pipe was promised", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    await expect(read({ apiKeyStdin: true, stdin })).rejects.toThrow(UsageError);
    stdin.destroy();
  });
});

describe("a key", () => {
  it.each([
    ["one character", "k", "k"],
    ["all kinds of visible characters", "sk_live-~!/+=.", "sk_live-~!/+=."],
    ["a line break at the end", "key\n", "key"],
    ["a Windows line break at the end", "key\r\n", "key"],
    ["4096 characters", "x".repeat(4096), "x".repeat(4096)],
  ])("of %s is taken", async (_title, given, expected) => {
    expect(await read({ env: { PIX_API_KEY: given } })).toBe(expected);
    expect(await read({ env: { PIX_API_KEY_FILE: keyFile(given) } })).toBe(expected);
    expect(await read({ apiKeyStdin: true, stdin: Readable.from([given]) })).toBe(expected);
  });

  it.each([
    ["two line breaks at the end", "key\n\n"],
    ["a space at the end", "key "],
    ["a space at the start", " key"],
    ["a space", "a b"],
    ["a tab", "a\tb"],
    ["a line feed", "a\nb"],
    ["a carriage return", "a\rb"],
    ["a NUL", "a\0b"],
    ["a DEL", "a\x7fb"],
    ["an accent", "chavé"],
    ["a byte order mark", "\uFEFFkey"],
    ["a bidirectional control", "\u202ekey"],
    ["4097 characters", "x".repeat(4097)],
  ])("with %s is refused in every source", async (_title, given) => {
    for (const changes of [
      { env: { PIX_API_KEY: given } },
      { env: { PIX_API_KEY_FILE: keyFile(given) } },
      { apiKeyStdin: true, stdin: Readable.from([given]) },
      { storedKey: async () => given },
    ]) {
      await expect(read(changes)).rejects.toThrow(AuthError);
    }
  });

  it("of bytes that are no text is refused", async () => {
    const env = { PIX_API_KEY_FILE: keyFile(Buffer.from([0x6b, 0xff, 0xfe, 0x79])) };
    await expect(read({ env })).rejects.toThrow(AuthError);
  });

  it("on stdin may come in pieces", async () => {
    const stdin = Readable.from([Buffer.from("ke"), Buffer.from("y-1"), Buffer.from("\n")]);
    expect(await read({ apiKeyStdin: true, stdin })).toBe("key-1");
  });
});

describe("a key file", () => {
  it("is read through links, as Kubernetes mounts secrets", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "..data"));
    writeFileSync(join(folder, "..data", "key"), "mounted", { mode: 0o600 });
    symlinkSync(join("..data", "key"), join(folder, "key"));
    expect(await read({ env: { PIX_API_KEY_FILE: join(folder, "key") } })).toBe("mounted");
  });

  it.each(octal(0o644, 0o640, 0o604, 0o444))(
    "of mode %s is refused when a user owns it and read when root does",
    async (_mode, mode) => {
      const path = keyFile("mounted", mode);
      const env = { PIX_API_KEY_FILE: path };
      const runsAsRoot = process.getuid?.() === 0;
      if (runsAsRoot) {
        expect(await read({ env })).toBe("mounted");
        chownSync(path, 54_321, 54_321);
      }
      const failure = await failureOf(() => read({ env }));
      expect(hintOf(failure)).toContain(`chmod 600 ${path}`);
    },
  );

  it.each(octal(0o622, 0o660, 0o602, 0o666))(
    "of mode %s is refused whoever owns it",
    async (_mode, mode) => {
      const env = { PIX_API_KEY_FILE: keyFile("mounted", mode) };
      expect((await failureOf(() => read({ env }))).message).toContain("can write");
    },
  );
});

describe("a credential command", () => {
  it("is run without a shell", async () => {
    const script = "console.log(process.argv.slice(1).join('|'))";
    const profile = withCommand(node, "-e", script, "$HOME", "a;b", "`id`", "*");
    expect(await read({ profile })).toBe("$HOME|a;b|`id`|*");
  });

  it("gives its first line alone", async () => {
    const profile = withCommand(...printing("console.log('first'); console.log('second')"));
    expect(await read({ profile })).toBe("first");
  });

  it("gets the run's environment and no input", async () => {
    const script =
      "process.stdin.on('data', () => {}).on('end', () => console.log(process.env.VAULT))";
    const profile = withCommand(...printing(script));
    expect(await read({ profile, env: { VAULT: "vault-key" } })).toBe("vault-key");
  });

  it("is killed when its time is over, and its output is dropped", async () => {
    const pidFile = join(temporaryFolder(), "pid");
    const script =
      `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));` +
      `process.stdout.write("${CANARY}"); process.on('SIGTERM', () => {}); setInterval(() => {}, 999)`;
    const failure = await failureOf(() =>
      read({ profile: withCommand(...printing(script)), commandTimeoutMs: 1_500 }),
    );
    expect(failure.message).toContain("gave no key within 1.5 seconds");
    expect(everythingIn(failure)).not.toContain(CANARY);
    await ended(Number(readFileSync(pidFile, "utf8")));
  });

  it("is killed when the run is interrupted", async () => {
    const interruption = new AbortController();
    const script = "setInterval(() => {}, 999)";
    const reading = read({
      profile: withCommand(...printing(script)),
      signal: interruption.signal,
    });
    setImmediate(() => interruption.abort(new Error("interrupted by the test")));
    await expect(reading).rejects.toThrow("interrupted by the test");
  });

  it("does not let its stderr through", async () => {
    const script = `console.error("${CANARY}"); process.exit(1)`;
    const failure = await failureOf(() => read({ profile: withCommand(...printing(script)) }));
    expect(failure.message).toContain("ended with 1");
    expect(everythingIn(failure)).not.toContain(CANARY);
  });
});

describe("waiting for a key on stdin", () => {
  it("ends with its time", async () => {
    const stdin = new PassThrough();
    const failure = await failureOf(() => read({ apiKeyStdin: true, stdin, stdinTimeoutMs: 20 }));
    expect(failure).toBeInstanceOf(AuthError);
    expect(failure.message).toContain("no key came");
  });

  it("ends when the run is interrupted", async () => {
    const stdin = new PassThrough();
    const interruption = new AbortController();
    const reading = read({ apiKeyStdin: true, stdin, signal: interruption.signal });
    setImmediate(() => interruption.abort(new Error("interrupted by the test")));
    await expect(reading).rejects.toThrow("interrupted by the test");
  });
});

function* endless(): Generator<string> {
  for (;;) yield "x".repeat(1000);
}

function failing(): Readable {
  return new Readable({
    read() {
      this.destroy(Object.assign(new Error("read EIO"), { code: "EIO" }));
    },
  });
}

/** Waits until a process is gone. */
async function ended(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
