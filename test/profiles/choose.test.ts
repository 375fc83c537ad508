import { describe, expect, it } from "vitest";
import { AuthError, describe as told, UsageError } from "../../src/errors.ts";
import { chooseProfile } from "../../src/profiles/choose.ts";
import { type Profile, sandboxProfile } from "../../src/profiles/profile.ts";
import { en } from "../../src/text/en.ts";
import { CANARY, everythingIn, failureOf, hintOf, profileNamed } from "./place.ts";

interface Given {
  readonly flag?: string;
  readonly env?: Record<string, string>;
  readonly stored?: readonly string[];
  readonly defaultName?: string;
  readonly apiKeyStdin?: boolean;
}

function choose({ flag, env = {}, stored = [], defaultName, apiKeyStdin = false }: Given): Profile {
  const all = [...stored.map((name) => profileNamed(name)), sandboxProfile];
  const get = (name: string): Profile | undefined => all.find((one) => one.name === name);
  return chooseProfile({
    flag,
    env,
    apiKeyStdin,
    profiles: { all: () => all, get, defaultName },
    text: en,
  });
}

const two = ["alfa", "beta"];
const pair = { PIX_API_KEY: CANARY, PIX_BASE_URL: "https://pix.example.org/v1" };

describe("the profile of a run", () => {
  it.each<[string, Given, string]>([
    [
      "the flag's",
      {
        flag: "beta",
        env: { PIX_PROFILE: "alfa", ...pair, PIX_BASE_URL: "https://api.example.com/v1" },
        stored: two,
      },
      "beta",
    ],
    ["PIX_PROFILE's", { env: { PIX_PROFILE: "alfa" }, stored: two, defaultName: "beta" }, "alfa"],
    ["the environment's", { env: pair, stored: two, defaultName: "beta" }, "environment"],
    [
      "the environment's with a key file",
      { env: { PIX_API_KEY_FILE: "/k", PIX_BASE_URL: pair.PIX_BASE_URL } },
      "environment",
    ],
    [
      "the environment's with a key on stdin",
      { env: { PIX_BASE_URL: pair.PIX_BASE_URL }, apiKeyStdin: true },
      "environment",
    ],
    ["the default", { stored: two, defaultName: "beta" }, "beta"],
    ["the default, be it the sandbox", { stored: two, defaultName: "sandbox" }, "sandbox"],
    ["the only one stored", { stored: ["alfa"] }, "alfa"],
    [
      "the only one stored, with a key of the environment",
      { stored: ["alfa"], env: { PIX_API_KEY: CANARY } },
      "alfa",
    ],
    ["the sandbox by its name, on a fresh machine", { flag: "sandbox" }, "sandbox"],
    ["the sandbox by PIX_PROFILE", { env: { PIX_PROFILE: "sandbox" } }, "sandbox"],
  ])("is %s", (_title, given, expected) => {
    expect(choose(given).name).toBe(expected);
  });

  it.each<[string, Given, string]>([
    ["nothing at all, and never the sandbox by itself", {}, "--profile sandbox"],
    ["several stored and no default", { stored: two }, "pix profiles use"],
    ["a key without an address", { env: { PIX_API_KEY: CANARY } }, "PIX_BASE_URL"],
    ["an address without a key", { env: { PIX_BASE_URL: pair.PIX_BASE_URL } }, "pix login"],
    ["a name that does not exist", { flag: "alpha", stored: two }, "Did you mean alfa?"],
    [
      "a name in PIX_PROFILE that does not exist",
      { env: { PIX_PROFILE: "x" }, stored: ["alfa"] },
      "pix login",
    ],
    ["an empty PIX_PROFILE", { env: { PIX_PROFILE: "" }, stored: ["alfa"] }, "pix login"],
    ["a name that every object has", { flag: "constructor", stored: two }, "pix profiles list"],
  ])("is refused with exit code 4: %s", async (_title, given, hint) => {
    const failure = await failureOf(() => choose(given));
    expect(failure).toBeInstanceOf(AuthError);
    expect(told(failure, en).exitCode).toBe(4);
    expect(hintOf(failure)).toContain(hint);
    expect(everythingIn(failure)).not.toContain(CANARY);
  });

  it("says how to log in, and that the sandbox works right away", async () => {
    const failure = await failureOf(() => choose({}));
    expect(hintOf(failure)).toMatch(/pix login[^]*--profile sandbox/);
  });

  it("names the profiles there are when a name is wrong", async () => {
    const failure = await failureOf(() => choose({ flag: "gama", stored: two }));
    expect(failure.message).toContain("alfa, beta, sandbox");
  });
});

describe("the profile that the environment makes", () => {
  it.each([
    ["https://pix.example.org/v1", undefined, "production"],
    ["https://pix.example.org/v1", "staging", "staging"],
    ["https://pix.example.org/v1", "production", "production"],
    ["http://127.0.0.1:4010/v1", undefined, "staging"],
    ["http://localhost:4010/v1", undefined, "staging"],
    ["http://[::1]:4010/v1", undefined, "staging"],
    ["http://127.0.0.1:4010/v1", "production", "production"],
    ["https://127.0.0.1.example.org/v1", undefined, "production"],
    ["https://10.0.0.1/v1", undefined, "production"],
  ])("for %s and PIX_ENVIRONMENT %s is %s", (PIX_BASE_URL, given, expected) => {
    const env = { PIX_API_KEY: CANARY, PIX_BASE_URL };
    const chosen = choose({ env: given === undefined ? env : { ...env, PIX_ENVIRONMENT: given } });
    expect(chosen).toMatchObject({ environment: expected, source: "environment" });
  });

  it.each([
    [{ ...pair, PIX_ENVIRONMENT: "prod" }, "PIX_ENVIRONMENT: must be staging or production"],
    [{ ...pair, PIX_ENVIRONMENT: "" }, "PIX_ENVIRONMENT: must be staging or production"],
    [{ ...pair, PIX_BASE_URL: "" }, "PIX_BASE_URL: is empty"],
    [{ ...pair, PIX_BASE_URL: "http://pix.example.org/v1" }, "PIX_BASE_URL: is not HTTPS"],
    [
      { ...pair, PIX_BASE_URL: "https://pix.example.org" },
      "did you mean https://pix.example.org/v1?",
    ],
    [{ ...pair, PIX_BASE_URL: CANARY }, "PIX_BASE_URL: is not an address"],
    [
      { ...pair, PIX_BASE_URL: `https://${CANARY}@pix.example.org/v1` },
      "a key never stands in an address",
    ],
    [{ ...pair, PIX_BASE_URL: `https://pix.example.org/v1?key=${CANARY}` }, "without ? or #"],
  ])("is refused for %o", async (env, message) => {
    const failure = await failureOf(() => choose({ env }));
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure.message).toContain(message);
    expect(everythingIn(failure)).not.toContain(CANARY);
  });
});

describe("PIX_BASE_URL with a stored profile", () => {
  it("may choose another path of its origin", () => {
    const env = { PIX_BASE_URL: "https://api.example.com/beta/v1" };
    expect(choose({ env, flag: "alfa", stored: two })).toEqual(
      profileNamed("alfa", { baseUrl: "https://api.example.com/beta/v1" }),
    );
    expect(choose({ env, stored: ["alfa"] }).baseUrl).toBe("https://api.example.com/beta/v1");
  });

  it.each(["https://pix.example.org/v1", "https://api.example.com:8443/v1", "http://127.0.0.1/v1"])(
    "must not lead its key to %s",
    async (PIX_BASE_URL) => {
      const failure = await failureOf(() =>
        choose({ env: { PIX_BASE_URL }, flag: "alfa", stored: two }),
      );
      expect(failure).toBeInstanceOf(UsageError);
      expect(failure.message).toContain("must not go there");
    },
  );

  it("does not move the sandbox", () => {
    expect(choose({ flag: "sandbox", env: pair })).toBe(sandboxProfile);
  });
});
