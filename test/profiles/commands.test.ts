import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { account } from "../../src/commands/account.ts";
import { login, type LoginInput, logout } from "../../src/commands/login.ts";
import { list, remove, set, show, use } from "../../src/commands/profiles.ts";
import type { Context } from "../../src/context.ts";
import { AuthError, describe as told, ServiceError, UsageError } from "../../src/errors.ts";
import { chooseProfile } from "../../src/profiles/choose.ts";
import { readKey } from "../../src/profiles/credentials.ts";
import type { Profile } from "../../src/profiles/store.ts";
import { createOutput, type Form } from "../../src/terminal/output.ts";
import { en } from "../../src/text/en.ts";
import {
  CANARY,
  everythingIn,
  failureOf,
  hintOf,
  host,
  open,
  profileNamed,
  temporaryFolder,
} from "./place.ts";

const STORE = { id: "6e0a6ef1-6f0a-4f8e-9a57-0d4c5f8f2b11", name: "Loja Norte" };
const ADDRESS = "https://api.example.com/v1";

interface Machine {
  readonly folder?: string;
  readonly env?: Record<string, string>;
  readonly profile?: string;
  readonly form?: Form;
  readonly stdin?: string;
  /** What a person types, by the question's words; a terminal is there when this is given. */
  readonly answers?: Record<string, string>;
  /** What GET /account says, by the key that it is asked with. */
  readonly accounts?: Record<string, unknown>;
}

interface Run {
  readonly folder: string;
  readonly context: Context;
  /** Every GET /account, as address and key. */
  readonly asked: string[];
  readonly stdout: () => string;
  readonly stderr: () => string;
}

/** A context over real files and streams in memory; the service is what the test says. */
async function machine(options: Machine = {}): Promise<Run> {
  const { folder = temporaryFolder(), env = {}, answers, accounts = {} } = options;
  const [stdout, stderr] = [collector(), collector()];
  const asked: string[] = [];
  const apiKeyStdin = options.stdin !== undefined;
  const stdin = Readable.from(options.stdin === undefined ? [] : [options.stdin]);
  const profiles = await open(folder);
  const profile = async (): Promise<Profile> =>
    chooseProfile({ flag: options.profile, env, profiles, text: en, apiKeyStdin });
  const answerTo = ({ message }: { message: string }): string => {
    const found = Object.entries(answers ?? {}).find(([words]) => message.includes(words));
    if (found === undefined) throw new Error(`nobody answers: ${message}`);
    return found[1];
  };
  const storedKey = async (name: string): Promise<string | undefined> => profiles.storedKey(name);
  const api = async (given?: Profile, key?: string) => {
    const talks = given ?? (await profile());
    const { signal } = host;
    const used =
      talks.source === "built_in"
        ? "sandbox"
        : (key ??
          (await readKey({
            profile: talks,
            env,
            apiKeyStdin,
            stdin,
            storedKey,
            signal,
            text: en,
          })));
    return {
      account: {
        get: async () => {
          asked.push(`${talks.baseUrl} ${used}`);
          const said = accounts[used];
          if (said instanceof Error) throw said;
          if (said === undefined)
            throw new ServiceError("unauthorized", { status: 401, code: "unauthorized" });
          return { value: said, raw: said, text: JSON.stringify(said) };
        },
      },
    };
  };
  const context = {
    host: { ...host, env, stdin, home: folder, currentFolder: folder },
    flags: { profile: options.profile, apiKeyStdin, yes: false },
    folders: { config: folder, state: folder },
    text: en,
    signal: host.signal,
    output: await createOutput({
      stdout: stdout.stream,
      stderr: stderr.stream,
      env,
      form: options.form,
      query: undefined,
      color: false,
      quiet: false,
      header: false,
    }),
    prompt: {
      available: answers !== undefined,
      text: async (question: {
        message: string;
        validate?: (typed: string) => string | undefined;
      }) => {
        const typed = answerTo(question);
        const problem = question.validate?.(typed);
        if (problem !== undefined) throw new Error(`the prompt refused ${typed}: ${problem}`);
        return typed;
      },
      secret: async (question: { message: string }) => answerTo(question),
    },
    progress: async () => ({ update: () => undefined, stop: () => undefined }),
    profiles: async () => profiles,
    profile,
    api,
  };
  return {
    folder,
    // The commands use no more of a Context than this.
    context: context as unknown as Context,
    asked,
    stdout: stdout.text,
    stderr: stderr.text,
  };
}

function collector(): { stream: Writable; text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, written) {
      chunks.push(chunk.toString("utf8"));
      written();
    },
  });
  return { stream, text: () => chunks.join("") };
}

const staging = { environment: "staging", store: STORE };
const production = { environment: "production", store: STORE };

describe("pix login", () => {
  it("stores the key of a pipe after the service has accepted it, and says which store it is", async () => {
    const run = await machine({ stdin: `${CANARY}\n`, accounts: { [CANARY]: staging } });
    await login(run.context, { baseUrl: `${ADDRESS}/` });
    expect(run.asked).toEqual([`${ADDRESS} ${CANARY}`]);
    expect(run.stdout()).toBe(
      `profile\tstaging\nenvironment\tstaging\nbase_url\t${ADDRESS}\nstore\tLoja Norte\ndefault\tyes\n`,
    );
    const profiles = await open(run.folder);
    expect(profiles.all()[0]).toEqual(profileNamed("staging"));
    expect(profiles.defaultName).toBe("staging");
    expect(await profiles.storedKey("staging")).toBe(CANARY);
    expect(run.stdout() + run.stderr()).not.toContain(CANARY);
  });

  it("asks a person for what is missing, the key without showing it", async () => {
    const run = await machine({
      answers: { "Name of the profile": "loja", Address: ADDRESS, "API key": CANARY },
      accounts: { [CANARY]: production },
    });
    await login(run.context, { env: "production" });
    const profiles = await open(run.folder);
    expect(profiles.get("loja")).toEqual(profileNamed("loja", { environment: "production" }));
    expect(await profiles.storedKey("loja")).toBe(CANARY);
    expect(run.stdout() + run.stderr()).not.toContain(CANARY);
  });

  it("names every missing flag at once where nobody can answer", async () => {
    const run = await machine();
    const failure = await failureOf(() => login(run.context, {}));
    expect(told(failure, en)).toMatchObject({
      exitCode: 2,
      message: "Missing: --base-url, --api-key-stdin.",
    });
    expect(hintOf(failure)).toContain("pix login --profile staging --base-url");
    const withAddress = await failureOf(() => login(run.context, { baseUrl: ADDRESS }));
    expect(withAddress.message).toBe("Missing: --api-key-stdin.");
    expect(run.asked).toEqual([]);
  });

  it.each<[string, Machine, LoginInput, number]>([
    ["a key that the service refuses", { stdin: CANARY }, { baseUrl: ADDRESS }, 4],
    [
      "a key of another environment",
      { stdin: CANARY, accounts: { [CANARY]: production } },
      { baseUrl: ADDRESS },
      4,
    ],
    [
      "a staging key in production",
      { stdin: CANARY, accounts: { [CANARY]: staging } },
      { baseUrl: ADDRESS, env: "production" },
      4,
    ],
    [
      "a service that fails",
      { stdin: CANARY, accounts: { [CANARY]: new ServiceError("down", { status: 503 }) } },
      { baseUrl: ADDRESS },
      7,
    ],
    ["a key that cannot be one", { stdin: `${CANARY}\nX: 1` }, { baseUrl: ADDRESS }, 4],
    ["an address without HTTPS", { stdin: CANARY }, { baseUrl: "http://api.example.com/v1" }, 2],
    ["a name that cannot be one", { stdin: CANARY, profile: "Loja" }, { baseUrl: ADDRESS }, 2],
    ["the sandbox's name", { stdin: CANARY, profile: "sandbox" }, { baseUrl: ADDRESS }, 2],
    [
      "a wrong PIX_ENVIRONMENT",
      { stdin: CANARY, env: { PIX_ENVIRONMENT: "prod" } },
      { baseUrl: ADDRESS },
      2,
    ],
  ])("stores nothing at all for %s", async (_title, options, input, exitCode) => {
    const run = await machine(options);
    const failure = await failureOf(() => login(run.context, input));
    expect(told(failure, en).exitCode).toBe(exitCode);
    const profiles = await open(run.folder);
    expect(profiles.all().map(({ name }) => name)).toEqual(["sandbox"]);
    expect(await profiles.hasKey("staging")).toBe(false);
    expect(everythingIn(failure) + run.stdout() + run.stderr()).not.toContain(CANARY);
  });

  it("keeps the old key when a new one fails, and the settings when it does not", async () => {
    const { folder } = await machine();
    const before = profileNamed("loja", { limits: { dayCentsMax: 500 } });
    await (await open(folder)).save(before, "old-key");
    const failing = await machine({ folder, stdin: "bad-key", profile: "loja" });
    await failureOf(() => login(failing.context, {}));
    expect(failing.stderr()).toContain("Nothing was stored.");
    expect(await (await open(folder)).storedKey("loja")).toBe("old-key");
    const run = await machine({
      folder,
      stdin: "new-key",
      profile: "loja",
      accounts: { "new-key": staging },
    });
    await login(run.context, {});
    expect(await (await open(folder)).storedKey("loja")).toBe("new-key");
    expect((await open(folder)).get("loja")).toEqual(before);
  });

  it("says when a variable goes before the stored key", async () => {
    const env = { PIX_API_KEY: CANARY, PIX_BASE_URL: ADDRESS };
    const run = await machine({ env, accounts: { [CANARY]: staging } });
    await login(run.context, {});
    expect(await (await open(run.folder)).storedKey("staging")).toBe(CANARY);
    expect(run.stderr()).toContain("PIX_API_KEY");
    expect(run.stderr()).not.toContain(CANARY);
  });

  it("stores no key for a profile with a command, and refuses one that would never be used", async () => {
    const { folder } = await machine();
    const command = [process.execPath, "-e", `console.log("${CANARY}")`];
    await (await open(folder)).save(profileNamed("loja", { credentialCommand: command }));
    const run = await machine({ folder, profile: "loja", accounts: { [CANARY]: staging } });
    await login(run.context, {});
    expect(run.asked).toEqual([`${ADDRESS} ${CANARY}`]);
    expect(await (await open(folder)).hasKey("loja")).toBe(false);
    const piped = await machine({ folder, profile: "loja", stdin: "other" });
    await expect(login(piped.context, {})).rejects.toThrow(UsageError);
  });
});

describe("pix logout", () => {
  it("forgets the key, keeps the profile, and says what is left", async () => {
    const { folder } = await machine();
    await (await open(folder)).save(profileNamed("loja"), CANARY);
    const run = await machine({ folder, env: { PIX_API_KEY: "other" } });
    await logout(run.context);
    expect(run.stderr()).toContain("The key of profile loja is removed");
    expect(run.stderr()).toContain("A key still comes from PIX_API_KEY");
    const profiles = await open(folder);
    expect(profiles.get("loja")).toEqual(profileNamed("loja"));
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).not.toContain(CANARY);
    const again = await machine({ folder });
    await logout(again.context);
    expect(again.stderr()).toContain("had no stored key");
  });

  it("has nothing to forget of a profile that is not stored", async () => {
    await expect(logout((await machine({ profile: "sandbox" })).context)).rejects.toThrow(
      UsageError,
    );
    const env = { PIX_API_KEY: CANARY, PIX_BASE_URL: ADDRESS };
    await expect(logout((await machine({ env })).context)).rejects.toThrow(UsageError);
    await expect(logout((await machine()).context)).rejects.toThrow(AuthError);
  });
});

describe("pix profiles list", () => {
  async function withTwo(): Promise<string> {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"), "good-key");
    await profiles.save(
      profileNamed("real", { environment: "production", baseUrl: "https://real.example.com/v1" }),
    );
    return folder;
  }

  it("shows every profile, where its key comes from, and nothing of a key", async () => {
    const run = await machine({ folder: await withTwo() });
    await list(run.context, {});
    expect(run.stdout()).toBe(
      `loja\tstaging\t${ADDRESS}\tstored\tyes\n` +
        "real\tproduction\thttps://real.example.com/v1\tnone\t\n" +
        "sandbox\tsandbox\thttps://sandbox.pix.invalid/v1\tnot_needed\t\n",
    );
    expect(run.asked).toEqual([]);
  });

  it("shows the profile that the environment makes", async () => {
    const env = { PIX_API_KEY: CANARY, PIX_BASE_URL: "https://env.example.com/v1" };
    const run = await machine({ env });
    await list(run.context, {});
    expect(run.stdout()).toMatch(
      /^environment\tproduction\thttps:\/\/env\.example\.com\/v1\tPIX_API_KEY\t\n/,
    );
  });

  it("is one JSON document with --json", async () => {
    const run = await machine({ folder: await withTwo(), form: "json" });
    await list(run.context, {});
    expect(JSON.parse(run.stdout())).toMatchObject({
      data: [
        { name: "loja", default: true, key: "stored", base_url: ADDRESS },
        { name: "real", default: false, key: "none" },
        { name: "sandbox", default: false, key: "not_needed" },
      ],
    });
    expect(run.stdout()).not.toContain("good-key");
  });

  it("asks every service with --check, prints a line each, and exits 4 if any fails", async () => {
    const folder = await withTwo();
    const run = await machine({
      folder,
      accounts: { "good-key": staging, sandbox: { environment: "sandbox" } },
    });
    const failure = await failureOf(() => list(run.context, { check: true }));
    expect(told(failure, en).exitCode).toBe(4);
    expect(failure.message).toContain("real");
    expect(run.stdout()).toBe(
      "loja\tstaging\tok\tLoja Norte\t\n" +
        "real\tproduction\tauth\t\tProfile real has no key.\n" +
        "sandbox\tsandbox\tok\t\t\n",
    );
  });

  it("succeeds with --check when all work", async () => {
    const folder = await withTwo();
    await (
      await open(folder)
    ).save(
      profileNamed("real", { environment: "production", baseUrl: "https://real.example.com/v1" }),
      "real-key",
    );
    const run = await machine({
      folder,
      accounts: { "good-key": staging, "real-key": production, sandbox: {} },
    });
    await list(run.context, { check: true });
    expect(run.asked.toSorted()).toEqual([
      `${ADDRESS} good-key`,
      "https://real.example.com/v1 real-key",
      "https://sandbox.pix.invalid/v1 sandbox",
    ]);
  });

  it("shows a key of the environment to no stored profile's service", async () => {
    const folder = await withTwo();
    const env = { PIX_API_KEY: CANARY };
    const run = await machine({ folder, env, accounts: { "good-key": staging } });
    await failureOf(() => list(run.context, { check: true }));
    expect(run.asked.join("\n")).not.toContain(CANARY);
  });

  it("tells a key of another environment from a good one", async () => {
    const run = await machine({ folder: await withTwo(), accounts: { "good-key": production } });
    await failureOf(() => list(run.context, { check: true }));
    expect(run.stdout()).toContain("loja\tstaging\tauth\t\tProfile loja is staging");
  });

  it("asks no more than eight at once", async () => {
    const folder = temporaryFolder();
    for (let index = 0; index < 20; index += 1) {
      await (await open(folder)).save(profileNamed(`p${index}`), `key-${index}`);
    }
    const run = await machine({ folder });
    let running = 0;
    let most = 0;
    const get = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { value: {}, raw: {}, text: "{}" };
    };
    const context = { ...run.context, api: async () => ({ account: { get } }) };
    await list(context as unknown as Context, { check: true });
    expect(most).toBe(8);
    expect(run.stdout().trim().split("\n").length).toBe(21);
  });
});

describe("pix profiles show", () => {
  it("shows all that is set, and of the key only where it comes from", async () => {
    const folder = temporaryFolder();
    const profile = profileNamed("loja", {
      defaults: { customer: { name: "Ana Souza", document: "52998224725" } },
      limits: { dayCentsMax: 123_456 },
      fields: { "withdrawal.pix_key": "chave" },
    });
    await (await open(folder)).save(profile, CANARY);
    const run = await machine({ folder });
    await show(run.context, {});
    expect(run.stdout()).toBe(
      `name\tloja\nenvironment\tstaging\nbase_url\t${ADDRESS}\nkey\tstored\nsource\tstored\ndefault\tyes\n` +
        "customer.name\tAna Souza\ncustomer.document\t52998224725\nlimit.day\t1234.56\n" +
        "field.withdrawal.pix_key\tchave\n",
    );
    const json = await machine({ folder, form: "json", env: { PIX_API_KEY: CANARY } });
    await show(json.context, { name: "loja" });
    expect(JSON.parse(json.stdout())).toMatchObject({
      key: "PIX_API_KEY",
      limits: { withdrawal: null, day: "1234.56" },
      fields: { "withdrawal.pix_key": "chave" },
      customer: { name: "Ana Souza", email: null },
    });
    // No part of a key is shown, not even its end.
    const shown = run.stdout() + json.stdout();
    expect(shown).not.toContain(CANARY.slice(-4));
    expect(shown).not.toContain(CANARY.slice(0, 6));
  });

  it("shows the sandbox, which needs no key", async () => {
    const run = await machine();
    await show(run.context, { name: "sandbox" });
    expect(run.stdout()).toContain("key\tnot_needed\nsource\tbuilt_in\n");
  });

  it("refuses a name that does not exist, with the nearest", async () => {
    const run = await machine();
    const failure = await failureOf(() => show(run.context, { name: "sandbx" }));
    expect(told(failure, en)).toMatchObject({ exitCode: 2, hint: "Did you mean sandbox?" });
  });
});

describe("pix profiles use, set and remove", () => {
  async function stored(): Promise<string> {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("alfa"), CANARY);
    await (await open(folder)).save(profileNamed("beta"));
    return folder;
  }

  it("changes the default", async () => {
    const folder = await stored();
    await use((await machine({ folder })).context, { name: "beta" });
    expect((await open(folder)).defaultName).toBe("beta");
    const sandbox = await machine({ folder });
    await use(sandbox.context, { name: "sandbox" });
    expect(sandbox.stderr()).toContain("no command without --profile moves real money");
  });

  it("sets and unsets a field of the chosen profile", async () => {
    const folder = await stored();
    const run = await machine({ folder, profile: "beta" });
    await set(run.context, { field: "customer.name", value: ["Ana Souza"] });
    expect((await open(folder)).get("beta")?.defaults.customer.name).toBe("Ana Souza");
    expect((await open(folder)).get("alfa")?.defaults.customer.name).toBeUndefined();
    await set(run.context, { field: "customer.name", value: [""] });
    expect((await open(folder)).get("beta")).toEqual(profileNamed("beta"));
    await set(run.context, { field: "limit.day", value: ["1.234,5"] });
    expect(run.stderr()).toBe(
      "Profile beta: customer.name is Ana Souza now.\nProfile beta: customer.name is unset now.\n" +
        "Profile beta: limit.day is 1234.50 now.\n",
    );
  });

  it.each([
    [
      ["op", "read", "op://vault/key"],
      ["op", "read", "op://vault/key"],
    ],
    [['["op", "read", "a b"]'], ["op", "read", "a b"]],
    [["pass-pix"], ["pass-pix"]],
    [[""], undefined],
  ])("takes the credential command %j", async (value, expected) => {
    const folder = await stored();
    const run = await machine({ folder, profile: "beta" });
    await set(run.context, { field: "credential_command", value });
    expect((await open(folder)).get("beta")?.credentialCommand).toEqual(expected);
  });

  it.each([
    ["credential_command", ["op read x"], "no shell splits it"],
    ["credential_command", ["[1]"], "JSON array of words"],
    ["credential_command", ["[op"], "JSON array of words"],
    ["customer.name", ["Ana", "Souza"], "takes one value"],
    ["limit.dya", ["5"], "did you mean limit.day?"],
    ["limit.day", ["1.234"], "limit.day: "],
    ["field.withdrawal.amount", ["valor"], undefined],
    ["field.withdrawal.id", ["codigo"], "cannot be renamed"],
    ["field.payment.amount", ["valor"], "cannot be renamed"],
    ["field.payment.copy_paste", ["codigo"], "cannot be renamed"],
    ["field.withdrawal.idempotency_key", ["chave"], "cannot be renamed"],
    ["field.withdrawal.nothing", ["x"], "is not a field of withdrawal"],
    ["field.refund.amount", ["x"], "is not a resource"],
    ["field.withdrawal.pix_key", ["id"], "is the name of another field"],
    ["field.withdrawal.pix_key", ["chave pix"], "is not a field's name"],
  ])("set %s %j: %s", async (field, value, problem) => {
    const folder = await stored();
    const run = await machine({ folder, profile: "beta" });
    if (problem === undefined) {
      await set(run.context, { field, value });
      expect((await open(folder)).get("beta")?.fields).toEqual({ "withdrawal.amount": "valor" });
      return;
    }
    const failure = await failureOf(() => set(run.context, { field, value }));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message.replace("already is", "is")).toContain(problem);
    expect((await open(folder)).get("beta")).toEqual(profileNamed("beta"));
  });

  it("lets no two fields share a name of the service", async () => {
    const folder = await stored();
    const run = await machine({ folder, profile: "beta" });
    await set(run.context, { field: "field.withdrawal.pix_key", value: ["chave"] });
    await set(run.context, { field: "field.withdrawal.pix_key", value: ["chave"] });
    const again = { field: "field.withdrawal.description", value: ["chave"] };
    await expect(set(run.context, again)).rejects.toThrow(UsageError);
    await set(run.context, { field: "field.link.title", value: ["chave"] });
  });

  it("warns when an address moves away from its key", async () => {
    const folder = await stored();
    const run = await machine({ folder, profile: "alfa" });
    await set(run.context, { field: "base_url", value: ["https://api.example.org/v1"] });
    expect(run.stderr()).toContain("pix login --profile alfa");
    await expect((await open(folder)).storedKey("alfa")).rejects.toThrow(AuthError);
  });

  it("changes and removes only what is stored", async () => {
    const folder = await stored();
    const sandbox = await machine({ folder, profile: "sandbox" });
    await expect(set(sandbox.context, { field: "limit.day", value: ["5"] })).rejects.toThrow(
      UsageError,
    );
    await expect(remove(sandbox.context, { name: "sandbox" })).rejects.toThrow(UsageError);
    const run = await machine({ folder });
    await remove(run.context, { name: "alfa" });
    expect((await open(folder)).get("alfa")).toBeUndefined();
    expect(run.stderr()).toContain("choose another");
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).not.toContain(CANARY);
  });
});

describe("pix account", () => {
  it("shows every field of the answer, known or not", async () => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"), "good-key");
    const said = {
      ...staging,
      permissions: ["pix:read", "pix:write"],
      limits: { pix: 5 },
      score: 7,
      nickname: null,
    };
    const run = await machine({ folder, accounts: { "good-key": said } });
    await account(run.context);
    expect(run.stdout()).toBe(
      `environment\tstaging\nstore\tLoja Norte (${STORE.id})\npermissions\tpix:read, pix:write\n` +
        'limits\t{"pix":5}\nscore\t7\nnickname\t\n',
    );
    expect(run.stderr()).toBe("");
    const json = await machine({ folder, form: "json", accounts: { "good-key": said } });
    await account(json.context);
    expect(JSON.parse(json.stdout())).toEqual(said);
  });

  it("finds the account inside data", async () => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"), "good-key");
    const run = await machine({ folder, accounts: { "good-key": { data: { name: "Loja" } } } });
    await account(run.context);
    expect(run.stdout()).toBe("name\tLoja\n");
  });

  it("warns of a key of another environment", async () => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"), "good-key");
    const run = await machine({ folder, accounts: { "good-key": production } });
    await account(run.context);
    expect(run.stderr()).toContain("Profile loja is staging, but the service says");
    expect(run.stdout()).toContain("environment\tproduction");
  });
});
