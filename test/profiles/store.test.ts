import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AuthError, LocalError, UsageError } from "../../src/errors.ts";
import { sandboxProfile } from "../../src/profiles/profile.ts";
import { parseDocument } from "../../src/domain/document.ts";
import { isEmail } from "../../src/domain/email.ts";
import { CANARY, everythingIn, failureOf, open, profileNamed, temporaryFolder } from "./place.ts";

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

function withConfig(config: string | Uint8Array, keys?: string): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "config.json"), config, { mode: 0o600 });
  if (keys !== undefined) writeFileSync(join(folder, "credentials.json"), keys, { mode: 0o600 });
  return folder;
}

const stored = { environment: "staging", base_url: "https://api.example.com/v1" };
const configOf = (settings: Record<string, unknown>): string =>
  JSON.stringify({ version: 1, profiles: { loja: settings } });

describe("profiles on a fresh machine", () => {
  it("hold the sandbox alone, and reading makes no folder", async () => {
    const folder = join(temporaryFolder(), "config");
    const profiles = await open(folder);
    expect(profiles.all()).toEqual([sandboxProfile]);
    expect(profiles.defaultName).toBeUndefined();
    expect(await profiles.storedKey("loja")).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  it("have a sandbox with all that a charge needs", () => {
    const { notificationUrl, customer } = sandboxProfile.defaults;
    expect(notificationUrl).toMatch(/^https:\/\/inbox\.pix\.invalid\//);
    expect(parseDocument(customer.document ?? "")).toMatchObject({ ok: true });
    expect(isEmail(customer.email ?? "")).toBe(true);
    expect(customer.name).toMatch(/ /);
  });
});

describe("storing a profile", () => {
  it("writes files of mode 0600 in folders of mode 0700, whatever the umask", async () => {
    const before = process.umask(0o000);
    try {
      const folder = join(temporaryFolder(), "deep", "pix");
      await (await open(folder)).save(profileNamed("loja"), CANARY);
      expect(modeOf(folder)).toBe("700");
      expect(modeOf(join(folder, "config.json"))).toBe("600");
      expect(modeOf(join(folder, "credentials.json"))).toBe("600");
      expect(readdirSync(folder).toSorted()).toEqual(["config.json", "credentials.json"]);
    } finally {
      process.umask(before);
    }
  });

  it("keeps the key apart from the profile", async () => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"), CANARY);
    expect(readFileSync(join(folder, "config.json"), "utf8")).not.toContain(CANARY);
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).toContain(CANARY);
    expect(JSON.stringify((await open(folder)).all())).not.toContain(CANARY);
    expect(await (await open(folder)).storedKey("loja")).toBe(CANARY);
  });

  it("gives everything back that was stored", async () => {
    const folder = temporaryFolder();
    const full = profileNamed("loja", {
      environment: "production",
      defaults: {
        notificationUrl: "https://loja.example.com.br/pix",
        customer: {
          name: "João d'Ávila",
          email: "joao@example.com",
          document: "52998224725",
          phone: "+55 11 99999-8888",
        },
      },
      limits: { withdrawalCentsMax: 1, runCentsMax: 100_000, dayCentsMax: 99_999_999_999_999 },
      fields: { "withdrawal.pix_key": "chave", "withdrawal.description": "descricao" },
      credentialCommand: ["op", "read", "op://vault/pix/key"],
    });
    await (await open(folder)).save(full);
    const again = await open(folder);
    expect(again.get("loja")).toEqual(full);
    expect(again.all()).toEqual([full, sandboxProfile]);
  });

  it("makes the first one the default and leaves the default then", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("zeta"));
    await profiles.save(profileNamed("alfa"));
    expect(profiles.defaultName).toBe("zeta");
    expect((await open(folder)).defaultName).toBe("zeta");
    expect(profiles.all().map(({ name }) => name)).toEqual(["alfa", "zeta", "sandbox"]);
  });

  it.each(["constructor", "prototype", "valueof", "0", "a-b_c", "x".repeat(32)])(
    "takes the name %s",
    async (name) => {
      const folder = temporaryFolder();
      expect((await open(folder)).get(name)).toBeUndefined();
      await (await open(folder)).save(profileNamed(name), CANARY);
      expect((await open(folder)).get(name)).toEqual(profileNamed(name));
      expect(await (await open(folder)).storedKey(name)).toBe(CANARY);
    },
  );

  it.each([
    "",
    "Loja",
    "-a",
    "_a",
    "__proto__",
    "a.b",
    "a/b",
    "..",
    "x".repeat(33),
    "ção",
    "a\n",
    "sandbox",
    "environment",
  ])("refuses the name %j", async (name) => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await expect(profiles.save(profileNamed(name))).rejects.toThrow(UsageError);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("clears what a writer that was killed has left, keys and all", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "writing"));
    writeFileSync(join(folder, "writing", "credentials.json.tmp-1"), CANARY);
    await (await open(folder)).save(profileNamed("loja"));
    expect(readdirSync(folder)).toEqual(["config.json"]);
  });

  it("names the folder where it cannot be written", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    const failure = await failureOf(async () =>
      (await open(join(folder, "file", "pix"))).save(profileNamed("loja")),
    );
    expect(failure).toBeInstanceOf(LocalError);
    expect(failure.message).toContain(join(folder, "file", "pix"));
  });
});

describe("changing a profile", () => {
  it("keeps a dotted field as one name, in the file too", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"));
    await profiles.set("loja", "field.withdrawal.pix_key", "chave");
    await profiles.set("loja", "customer.name", "Ana Souza");
    const file: unknown = JSON.parse(readFileSync(join(folder, "config.json"), "utf8"));
    expect(file).toEqual({
      version: 1,
      default: "loja",
      profiles: {
        loja: { ...stored, "customer.name": "Ana Souza", "field.withdrawal.pix_key": "chave" },
      },
    });
    expect((await open(folder)).get("loja")?.fields).toEqual({ "withdrawal.pix_key": "chave" });
  });

  it.each([
    ["environment", "production", { environment: "production" }],
    [
      "base_url",
      "https://API.example.com:443/pix/v1/",
      { baseUrl: "https://api.example.com/pix/v1" },
    ],
    ["base_url", "http://127.0.0.1:4010/v1", { baseUrl: "http://127.0.0.1:4010/v1" }],
    [
      "notification_url",
      "https://loja.com.br/n",
      { defaults: { notificationUrl: "https://loja.com.br/n", customer: {} } },
    ],
    [
      "customer.document",
      "529.982.247-25",
      { defaults: { customer: { document: "52998224725" } } },
    ],
    ["customer.email", " a@b.co ", { defaults: { customer: { email: "a@b.co" } } }],
    ["limit.withdrawal", "R$ 1.234,5", { limits: { withdrawalCentsMax: 123_450 } }],
    ["limit.run", "10", { limits: { runCentsMax: 1_000 } }],
    ["limit.day", "19,90", { limits: { dayCentsMax: 1_990 } }],
    ["credential_command", ["pass", "show", "pix"], { credentialCommand: ["pass", "show", "pix"] }],
  ])("sets %s to %j", async (field, value, expected) => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"));
    const after = await (await open(folder)).set("loja", field, value);
    expect(after).toEqual(profileNamed("loja", expected as object));
    expect((await open(folder)).get("loja")).toEqual(after);
    if (field === "environment" || field === "base_url") return;
    expect(await (await open(folder)).set("loja", field, undefined)).toEqual(profileNamed("loja"));
  });

  it.each([
    ["environment", "sandbox"],
    ["base_url", "http://api.example.com/v1"],
    ["base_url", "https://api.example.com"],
    ["base_url", "https://api.example.com/v1?key=1"],
    ["base_url", "https://user:secret@api.example.com/v1"],
    ["notification_url", "http://loja.com.br/n"],
    ["notification_url", "https://10.0.0.1/n"],
    ["customer.document", "529.982.247-26"],
    ["customer.email", "ana"],
    ["customer.phone", "call me"],
    ["customer.phone", "+"],
    ["customer.name", "a\u0007b"],
    ["customer.name", "x".repeat(2049)],
    ["limit.day", "1.234"],
    ["limit.day", "0"],
    ["limit.day", "-5"],
    ["limit.dya", "5"],
    ["credential_command", "op read x"],
    ["credential_command", []],
    ["credential_command", ["op read x"]],
    ["credential_command", ["./key.sh"]],
    ["credential_command", ["op", "a\0b"]],
    ["field.withdrawal.pix_key", "__proto__"],
    ["field.withdrawal.pix_key", "a b"],
    ["field.withdrawal", "a"],
    ["field.__proto__.x", "a"],
    ["__proto__", "a"],
    ["constructor", "a"],
  ])("refuses %s %j and changes nothing", async (field, value) => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"));
    const before = readFileSync(join(folder, "config.json"));
    const failure = await failureOf(async () => (await open(folder)).set("loja", field, value));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message).toMatch(new RegExp(`^${field.replaceAll(".", "\\.")}: `));
    expect(failure.message).not.toContain("secret");
    expect(readFileSync(join(folder, "config.json"))).toEqual(before);
  });

  it.each(["environment", "base_url"])("cannot unset %s", async (field) => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"));
    await expect(profiles.set("loja", field, undefined)).rejects.toThrow(UsageError);
  });

  it("forgets the key, the default and the profile when it is removed", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"), CANARY);
    await profiles.save(profileNamed("outra"), "other");
    await profiles.remove("loja");
    const again = await open(folder);
    expect(again.get("loja")).toBeUndefined();
    expect(again.defaultName).toBeUndefined();
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).not.toContain(CANARY);
    expect(await again.storedKey("outra")).toBe("other");
  });

  it("forgets a key alone, and says whether there was one", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"), CANARY);
    expect(await profiles.hasKey("loja")).toBe(true);
    expect(await profiles.removeKey("loja")).toBe(true);
    expect(await profiles.removeKey("loja")).toBe(false);
    expect(await profiles.hasKey("loja")).toBe(false);
    expect((await open(folder)).get("loja")).toEqual(profileNamed("loja"));
  });

  it("uses a stored profile or the sandbox as the default, and nothing else", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"));
    await profiles.use("sandbox");
    expect((await open(folder)).defaultName).toBe("sandbox");
    await profiles.use("loja");
    expect((await open(folder)).defaultName).toBe("loja");
    await expect(profiles.use("nada")).rejects.toThrow(UsageError);
    await expect(profiles.remove("sandbox")).rejects.toThrow(UsageError);
    await expect(profiles.set("sandbox", "limit.day", "5")).rejects.toThrow(UsageError);
  });

  it("does not hand a key to another origin than the one it was given for", async () => {
    const folder = temporaryFolder();
    const profiles = await open(folder);
    await profiles.save(profileNamed("loja"), CANARY);
    await profiles.set("loja", "base_url", "https://api.example.com/other/v1");
    expect(await profiles.storedKey("loja")).toBe(CANARY);
    await profiles.set("loja", "base_url", "https://api.example.org/v1");
    const failure = await failureOf(() => profiles.storedKey("loja"));
    expect(failure).toBeInstanceOf(AuthError);
    expect(failure.message).toContain("https://api.example.org/v1");
    expect(everythingIn(failure)).not.toContain(CANARY);
  });
});

describe("a damaged file", () => {
  it.each([
    ["", "not a JSON object"],
    ["{", "not a JSON object"],
    ["[]", "not a JSON object"],
    ["null", "not a JSON object"],
    ["{}", "version"],
    ['{"version":"1"}', "version"],
    ['{"version":1}', "profiles must be"],
    ['{"version":1,"profiles":[]}', "profiles must be"],
    ['{"version":1,"profiles":{"Loja":{}}}', "profiles.Loja"],
    ['{"version":1,"profiles":{"sandbox":{}}}', "profiles.sandbox"],
    ['{"version":1,"profiles":{"__proto__":{}}}', "profiles.__proto__"],
    ['{"version":1,"profiles":{"loja":[]}}', "profiles.loja must be"],
    ['{"version":1,"profiles":{},"defualt":"x"}', "did you mean default"],
    ['{"version":1,"profiles":{},"default":"loja"}', "default there is no profile loja"],
    ['{"version":1,"profiles":{},"default":1}', "default must be text"],
    [configOf({ environment: "staging" }), "profiles.loja.base_url is missing"],
    [configOf({ base_url: stored.base_url }), "profiles.loja.environment is missing"],
    [configOf({ ...stored, environment: "prod" }), "profiles.loja.environment must be"],
    [
      configOf({ ...stored, base_url: "http://example.com/v1" }),
      "profiles.loja.base_url is not HTTPS",
    ],
    [configOf({ ...stored, "limit.day": 100 }), "profiles.loja.limit.day must be text"],
    [
      configOf({ ...stored, "limit.dya": "100" }),
      "profiles.loja.limit.dya is not a known field; did you mean limit.day",
    ],
    [configOf({ ...stored, "customer.name": null }), "profiles.loja.customer.name must be text"],
    [
      configOf({ ...stored, credential_command: "op read" }),
      "profiles.loja.credential_command must be",
    ],
    [
      configOf({ ...stored, credential_command: ["op", 1] }),
      "profiles.loja.credential_command must be",
    ],
  ])("%s is refused by the name of file and field, and left as it is", async (source, said) => {
    const folder = withConfig(source);
    const failure = await failureOf(() => open(folder));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message).toContain(join(folder, "config.json"));
    expect(failure.message).toContain(said);
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe(source);
  });

  it("of a newer pix is refused and left as it is", async () => {
    const source = '{"version":2,"profiles":"otherwise"}';
    const folder = withConfig(source);
    const failure = await failureOf(() => open(folder));
    expect(failure.message).toContain("newer");
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe(source);
  });

  it("that is not UTF-8 is refused", async () => {
    const folder = withConfig(Buffer.from('{"version":1,"profiles":{}} \xff', "latin1"));
    expect((await failureOf(() => open(folder))).message).toContain("UTF-8");
  });

  it("larger than any such file is refused", async () => {
    const folder = withConfig(" ".repeat(1024 * 1024 + 1));
    expect((await failureOf(() => open(folder))).message).toContain("larger");
  });

  it("with a byte order mark and line breaks reads as any other", async () => {
    const folder = withConfig(`\uFEFF\r\n${configOf(stored)}\r\n`);
    expect((await open(folder)).get("loja")).toEqual(profileNamed("loja"));
  });

  it.each([
    `{"version":1,"keys":{"loja":"${CANARY}"}}`,
    `{"version":1,"keys":{"loja":{"key":"${CANARY}"}}}`,
    `{"version":1,"keys":{"loja":{"origin":"${CANARY}","key":"${CANARY}"}}}`,
    `{"version":1,"keys":{"${CANARY}":1}}`,
    `{"version":1,"keys":{"loja":{"origin":"https://a.example","key":["${CANARY}"]}}}`,
    `{"version":1,"keys":"${CANARY}"}`,
    `"${CANARY}"`,
    `{"version":1,"keys":{"loja":${CANARY}`,
    `${CANARY}\xff`,
  ])("of keys shows nothing of a key: %s", async (keys) => {
    const folder = withConfig(configOf(stored), keys);
    chmodSync(join(folder, "credentials.json"), 0o600);
    for (const call of [
      async () => (await open(folder)).storedKey("loja"),
      async () => (await open(folder)).hasKey("loja"),
      async () => (await open(folder)).save(profileNamed("outra"), "key"),
    ]) {
      const failure = await failureOf(call);
      expect(failure.message).toContain(join(folder, "credentials.json"));
      expect(everythingIn(failure)).not.toContain(CANARY);
    }
    expect(readFileSync(join(folder, "credentials.json"), "utf8")).toBe(keys);
  });
});
