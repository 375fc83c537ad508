import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import type { Keyring, KeyringFailure } from "../../src/host.ts";
import { systemKeyring } from "../../src/profiles/keyring.ts";
import { machine } from "../support/pix.ts";
import type { Machine } from "../support/pix.ts";
import { stub } from "../support/stub.ts";
import type { Stub } from "../support/stub.ts";
import { CANARY, temporaryFolder } from "./place.ts";

const LOGIN = ["login", "--profile", "loja", "--api-key-stdin"];
const ACCOUNT = ["account", "--profile", "loja", "--query", "environment"];

/** A keyring in memory, which fails as it is told. */
interface Fake extends Keyring {
  readonly held: Map<string, string>;
  failure: KeyringFailure | undefined;
}

function fakeKeyring(): Fake {
  const held = new Map<string, string>();
  const fake: Fake = {
    held,
    failure: undefined,
    get: async (account) => answer(() => held.get(account)),
    set: async (account, secret) => answer(() => held.set(account, secret)),
    remove: async (account) => answer(() => held.delete(account)),
  };
  const answer = <T>(
    work: () => T,
  ): { ok: true; value: T } | { ok: false; failure: KeyringFailure } =>
    fake.failure === undefined ? { ok: true, value: work() } : { ok: false, failure: fake.failure };
  return fake;
}

const GONE: KeyringFailure = { kind: "unavailable", reason: "no bus" };

async function service(): Promise<Stub> {
  return stub(({ headers }) =>
    /^Bearer (canary_5f2e9c0b71d84a6f|second-key)$/.test(headers.authorization ?? "")
      ? { body: { environment: "staging" } }
      : { status: 401, body: { error: { code: "unauthorized", message: "no" } } },
  );
}

/** A machine that has logged in with its key in a keyring. */
async function loggedIn(): Promise<{ host: Machine; keyring: Fake; login: readonly string[] }> {
  const [host, keyring, at] = [machine(), fakeKeyring(), await service()];
  const login = [...LOGIN, "--base-url", at.baseUrl];
  const { code, stderr } = await host.pix([...login, "--store", "keyring"], {
    stdin: CANARY,
    keyring,
  });
  expect(code, stderr).toBe(0);
  expect(stderr).toContain("The key of profile loja is in the system's keyring.");
  return { host, keyring, login };
}

const credentialsOf = ({ home }: Machine): string =>
  readFileSync(join(home, "credentials.json"), "utf8");

describe("a key in the system's keyring", () => {
  it("is used from there, and stands in no file", async () => {
    const { host, keyring } = await loggedIn();
    expect([...keyring.held.values()]).toEqual([CANARY]);
    expect(credentialsOf(host)).not.toContain(CANARY);
    expect((await host.pix(ACCOUNT, { keyring })).stdout).toBe("staging\n");
    const shown = await host.pix(["profiles", "show", "loja", "--query", "key"], { keyring });
    expect(shown.stdout).toBe("keyring\n");
    const listed = await host.pix(["profiles", "list", "--check"], { keyring });
    expect(listed.code, listed.stderr).toBe(0);
  });

  it("is not asked for where only its place is told", async () => {
    const { host, keyring } = await loggedIn();
    keyring.failure = GONE;
    const { code, stdout } = await host.pix(["profiles", "list"], { keyring });
    expect(code).toBe(0);
    expect(stdout).toContain("\tkeyring\t");
  });

  it("is missed, and never looked for elsewhere, when the keyring fails", async () => {
    const { host, keyring } = await loggedIn();
    for (const failure of [
      GONE,
      { kind: "timed_out", seconds: 3 },
      { kind: "not_installed" },
    ] as const) {
      keyring.failure = failure;
      const { code, stderr } = await host.pix(ACCOUNT, { keyring });
      expect(code).toBe(4);
      expect(stderr).toContain("The key of profile loja is in the system's keyring: ");
      expect(stderr).toContain("pix login --profile loja");
    }
    keyring.failure = undefined;
    keyring.held.clear();
    const { code, stderr } = await host.pix(ACCOUNT, { keyring });
    expect(code).toBe(4);
    expect(stderr).toContain("it holds no such key");
  });

  it("stays in the keyring at the next login, and the one before it is forgotten", async () => {
    const { host, keyring, login } = await loggedIn();
    const again = await host.pix(login, { stdin: "second-key", keyring });
    expect(again.code, again.stderr).toBe(0);
    expect([...keyring.held.values()]).toEqual(["second-key"]);
    expect((await host.pix(ACCOUNT, { keyring })).code).toBe(0);
  });

  it("moves to the file with --store file, and leaves the keyring", async () => {
    const { host, keyring, login } = await loggedIn();
    await host.pix([...login, "--store", "file"], { stdin: "second-key", keyring });
    expect(keyring.held.size).toBe(0);
    expect(credentialsOf(host)).toContain("second-key");
    keyring.failure = GONE;
    expect((await host.pix(ACCOUNT, { keyring })).code).toBe(0);
  });

  it("is not stored when the service refuses it", async () => {
    const { host, keyring, login } = await loggedIn();
    const { code } = await host.pix(login, { stdin: "wrong-key", keyring });
    expect(code).toBe(4);
    expect([...keyring.held.values()]).toEqual([CANARY]);
  });

  it("goes to the file at login where the keyring fails, and a warning says so, even with -q", async () => {
    const [host, keyring, at] = [machine(), fakeKeyring(), await service()];
    keyring.failure = GONE;
    const login = [...LOGIN, "--base-url", at.baseUrl, "--store", "keyring", "-q"];
    const { code, stderr } = await host.pix(login, { stdin: CANARY, keyring });
    expect(code).toBe(0);
    expect(stderr).toBe(
      "The system's keyring cannot take the key: it is not available here (no bus). " +
        "It is in the file of keys instead.\n",
    );
    const shown = await host.pix(["profiles", "show", "loja", "--query", "key"], { keyring });
    expect(shown.stdout).toBe("stored\n");
  });

  it("says at login that the keyring still has the key before", async () => {
    const { host, keyring, login } = await loggedIn();
    keyring.failure = GONE;
    const { code, stderr } = await host.pix([...login, "--store", "file"], {
      stdin: "second-key",
      keyring,
    });
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /still holds the key before this one: delete the entry "loja [0-9a-f-]{36}"/,
    );
  });

  it.each([
    ["logout", ["logout", "--profile", "loja"]],
    ["profiles remove", ["profiles", "remove", "loja"]],
  ])("is deleted by %s", async (_name, args) => {
    const { host, keyring } = await loggedIn();
    expect((await host.pix(args, { keyring })).code).toBe(0);
    expect(keyring.held.size).toBe(0);
    expect((await host.pix(ACCOUNT, { keyring })).code).toBe(4);
  });

  it.each([
    ["logout", ["logout", "--profile", "loja"]],
    ["profiles remove", ["profiles", "remove", "loja"]],
  ])("that %s cannot delete is named, and no longer used", async (_name, args) => {
    const { host, keyring } = await loggedIn();
    keyring.failure = GONE;
    const { code, stderr } = await host.pix(args, { keyring });
    expect(code).toBe(1);
    expect(stderr).toContain('Delete the entry "loja ');
    keyring.failure = undefined;
    expect((await host.pix(ACCOUNT, { keyring })).code).toBe(4);
  });

  it("is refused for a profile whose key comes from a command", async () => {
    const { host, keyring, login } = await loggedIn();
    await host.pix(["profiles", "set", "credential_command", "/bin/echo", CANARY]);
    const { code, stderr } = await host.pix([...LOGIN.slice(0, 3), "--store", "file"], { keyring });
    expect(code).toBe(2);
    expect(stderr).toContain("--store: profile loja takes its key from its credential_command");
    expect(login.length).toBe(6);
  });

  it("is kept apart from that of a profile of the same name on another machine", async () => {
    const [one, keyring] = [await loggedIn(), fakeKeyring()];
    for (const [name, value] of one.keyring.held) keyring.held.set(name, value);
    const [host, at] = [machine(), await service()];
    const login = [...LOGIN, "--base-url", at.baseUrl, "--store", "keyring"];
    await host.pix(login, { stdin: "second-key", keyring });
    expect(keyring.held.size).toBe(2);
    await host.pix(["logout", "--profile", "loja"], { keyring });
    expect([...keyring.held.values()]).toEqual([CANARY]);
  });
});

describe("the door to the system's keyring", () => {
  const doorTo = (bus: string, timeoutMs = 20_000): Keyring =>
    systemKeyring(
      { env: { DBUS_SESSION_BUS_ADDRESS: bus }, signal: new AbortController().signal },
      { timeoutMs },
    );

  it("requires the Secret Service, and never takes the kernel's keyring instead", async ({
    skip,
  }) => {
    if (process.platform !== "linux") skip("only Linux has more than one keyring");
    const folder = temporaryFolder();
    const keyring = doorTo(`unix:path=${join(folder, "nobody")}`);
    for (const result of [
      await keyring.set("canary", CANARY),
      await keyring.get("canary"),
      await keyring.remove("canary"),
    ]) {
      expect(result).toMatchObject({
        ok: false,
        // The bus was asked, and nobody after it.
        failure: { kind: "unavailable", reason: expect.stringContaining("DBus") },
      });
    }
  });

  it("gives up a keyring that does not answer, and its process", async ({ skip }) => {
    if (process.platform !== "linux") skip("needs a bus to stand in for");
    const { bus, ended } = await silentBus();
    const result = await doorTo(bus, 1_000).get("canary");
    expect(result).toEqual({ ok: false, failure: { kind: "timed_out", seconds: 1 } });
    // Its connection ends with it.
    await ended;
  });

  it("stops with the run", async ({ skip }) => {
    if (process.platform !== "linux") skip("needs a bus to stand in for");
    const { bus, asked, ended } = await silentBus();
    const stop = new AbortController();
    const env = { DBUS_SESSION_BUS_ADDRESS: bus };
    const access = systemKeyring({ env, signal: stop.signal }).get("canary");
    await asked;
    stop.abort(new Error("Ctrl-C"));
    await expect(access).rejects.toThrow("Ctrl-C");
    await ended;
  });
});

describe("the built program", () => {
  it("keeps a key in a real Secret Service, and deletes it", async ({ skip }) => {
    if (!has("gnome-keyring-daemon") || !has("dbus-run-session")) {
      skip("no Secret Service here: install gnome-keyring and dbus-daemon");
    }
    const [home, at] = [temporaryFolder(), await service()];
    mkdirSync(join(home, "run"), { mode: 0o700 });
    const script = [
      "printf password | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1",
      'pix() { "$NODE" "$PIX" "$@"; echo "exit $?"; }',
      `printf ${CANARY} | pix login --profile loja --base-url "$URL" --api-key-stdin --store keyring -q`,
      "pix account --profile loja --query environment",
      "pix profiles show loja --query key",
      'grep -rlc "$CANARY" "$PIX_HOME"',
      "pix logout --profile loja",
      "pix account --profile loja",
    ].join("\n");
    const { stdout, stderr } = await inSession(script, { home, url: at.baseUrl });
    expect(
      stdout.replace(/^(?:profile|environment|base_url|store|default)\t.*\n/gm, ""),
      stderr,
    ).toBe("exit 0\nstaging\nexit 0\nkeyring\nexit 0\nexit 0\nexit 4\n");
    expect(stderr).toContain("The key of profile loja is removed from this machine.");
    expect(stderr).toContain("Profile loja has no key.");
  });

  it("waits 3 seconds for a keyring that hangs, takes the file, and ends", async ({ skip }) => {
    if (process.platform !== "linux") skip("needs a bus to stand in for");
    const [home, at, { bus }] = [temporaryFolder(), await service(), await silentBus()];
    const args = [...LOGIN, "--base-url", at.baseUrl, "--store", "keyring"];
    const env = { PIX_HOME: home, DBUS_SESSION_BUS_ADDRESS: bus };
    const ended = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile(
        process.execPath,
        [inject("pixBinary"), ...args],
        { env },
        (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
      );
      child.stdin?.end(CANARY);
    });
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toContain("it did not answer within 3 seconds");
    expect(ended.stderr).toContain("It is in the file of keys instead.");
  });
});

/** A bus that takes connections and says nothing; `ended` when the one who asked has gone. */
async function silentBus(): Promise<{
  readonly bus: string;
  readonly asked: Promise<void>;
  readonly ended: Promise<void>;
}> {
  const path = join(temporaryFolder(), "bus");
  const server = createServer();
  const asked = new Promise<void>((came) => server.once("connection", () => came()));
  const ended = new Promise<void>((gone) => {
    server.once("connection", (socket) => {
      socket
        .resume()
        .on("error", () => undefined)
        .on("close", () => gone());
    });
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  onTestFinished(() => new Promise((closed) => void server.close(() => closed())));
  return { bus: `unix:path=${path}`, asked, ended };
}

function has(program: string): boolean {
  try {
    execFileSync("sh", ["-c", `command -v ${program}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function inSession(
  script: string,
  { home, url }: { readonly home: string; readonly url: string },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve) => {
    const env = {
      PATH: process.env["PATH"],
      HOME: home,
      XDG_RUNTIME_DIR: join(home, "run"),
      PIX_HOME: join(home, "pix"),
      NODE: process.execPath,
      PIX: inject("pixBinary"),
      URL: url,
      CANARY,
    };
    const words = ["--", "bash", "-c", script];
    execFile("dbus-run-session", words, { env }, (_error, stdout, stderr) => {
      resolve({ stdout, stderr });
    });
  });
}
