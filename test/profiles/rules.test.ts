import { describe, expect, it } from "vitest";
import { baseUrlProblem, parseBaseUrl } from "../../src/profiles/base-url.ts";
import { environmentMismatch } from "../../src/profiles/environment.ts";
import { foldersOf } from "../../src/profiles/folders.ts";
import { nearest } from "../../src/profiles/nearest.ts";
import { en } from "../../src/text/en.ts";

describe("a base URL", () => {
  it.each([
    ["https://api.example.com/v1", "https://api.example.com/v1"],
    [" https://api.example.com/v1/ ", "https://api.example.com/v1"],
    ["https://API.Example.com:443/pix/v1", "https://api.example.com/pix/v1"],
    ["https://api.example.com:8443/v1", "https://api.example.com:8443/v1"],
    ["http://127.0.0.1:4010/v1", "http://127.0.0.1:4010/v1"],
    ["http://localhost/v1", "http://localhost/v1"],
    ["http://[::1]:4010/v1", "http://[::1]:4010/v1"],
  ])("%s is %s", (given, url) => {
    expect(parseBaseUrl(given)).toMatchObject({ ok: true, value: { url } });
  });

  it.each([
    ["https://api.example.com", "not_v1", "https://api.example.com/v1"],
    ["https://api.example.com/", "not_v1", "https://api.example.com/v1"],
    ["https://api.example.com/v1/payments", "not_v1", "https://api.example.com/v1"],
    ["https://api.example.com/pix", "not_v1", "https://api.example.com/pix/v1"],
    ["https://api.example.com/V1", "not_v1", "https://api.example.com/v1"],
    ["https://api.example.com/xv1", "not_v1", "https://api.example.com/xv1/v1"],
    ["https://api.example.com/v1?a=b", "has_query", "https://api.example.com/v1"],
    ["https://api.example.com/v1?", "has_query", "https://api.example.com/v1"],
    ["https://api.example.com/v1#x", "has_query", "https://api.example.com/v1"],
    ["https://key@api.example.com/v1", "has_credentials", undefined],
    ["http://api.example.com/v1", "not_https", undefined],
    ["http://127.0.0.1.example.com/v1", "not_https", undefined],
    ["http://10.0.0.1/v1", "not_https", undefined],
    ["ftp://api.example.com/v1", "not_https", undefined],
    ["api.example.com/v1", "not_a_url", undefined],
    ["", "empty", undefined],
  ])("%s is refused as %s", (given, problem, corrected) => {
    const parsed = parseBaseUrl(given);
    expect(parsed).toMatchObject({ ok: false, problem });
    if (parsed.ok) throw new Error("it was taken");
    expect(parsed.corrected).toBe(corrected);
    if (corrected !== undefined) {
      expect(parseBaseUrl(corrected)).toMatchObject({ ok: true });
      expect(baseUrlProblem(parsed, en)).toContain(`did you mean ${corrected}?`);
    }
  });
});

describe("the environment that an account names", () => {
  it.each([
    ["staging", "staging", undefined],
    ["production", "production", undefined],
    ["production", "PRODUCTION", undefined],
    ["staging", "production", "production"],
    ["staging", " Production ", " Production "],
    ["production", "staging", "staging"],
    ["production", "sandbox", "sandbox"],
    ["production", "test", "test"],
    ["staging", "sandbox", undefined],
    ["staging", "live", "live"],
    ["sandbox", "sandbox", undefined],
    ["staging", undefined, undefined],
    ["staging", null, undefined],
    ["staging", "", undefined],
    ["staging", 7, undefined],
  ] as const)("in a %s profile, %j is a mismatch: %s", (environment, said, expected) => {
    expect(environmentMismatch({ environment: said }, { environment })).toBe(expected);
  });
});

describe("the folders", () => {
  const linux = { platform: "linux" as const, home: "/home/ana", currentFolder: "/shop" };
  const windows = { platform: "win32" as const, home: "C:\\Users\\ana", currentFolder: "D:\\work" };

  it.each([
    [{}, "/home/ana/.config/pix", "/home/ana/.local/state/pix"],
    [{ PIX_HOME: "/data/pix" }, "/data/pix", "/data/pix"],
    [{ PIX_HOME: "/data/pix/" }, "/data/pix", "/data/pix"],
    [{ PIX_HOME: ".pix" }, "/shop/.pix", "/shop/.pix"],
    [{ PIX_HOME: "" }, "/home/ana/.config/pix", "/home/ana/.local/state/pix"],
    [{ PIX_HOME: "/p", XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s" }, "/p", "/p"],
    [{ XDG_CONFIG_HOME: "/c", XDG_STATE_HOME: "/s/" }, "/c/pix", "/s/pix"],
    [
      { XDG_CONFIG_HOME: "relative", XDG_STATE_HOME: "" },
      "/home/ana/.config/pix",
      "/home/ana/.local/state/pix",
    ],
    [{ AppData: "/a", LocalAppData: "/l" }, "/home/ana/.config/pix", "/home/ana/.local/state/pix"],
  ])("for %o are %s and %s", (env, config, state) => {
    expect(foldersOf({ ...linux, env })).toEqual({ config, state });
    expect(foldersOf({ ...linux, platform: "darwin", env })).toEqual({ config, state });
  });

  it.each([
    [{ AppData: "C:\\R", LocalAppData: "C:\\L" }, "C:\\R\\pix", "C:\\L\\pix"],
    [{}, "C:\\Users\\ana\\.config\\pix", "C:\\Users\\ana\\.local\\state\\pix"],
    [{ PIX_HOME: "E:\\pix" }, "E:\\pix", "E:\\pix"],
    [{ XDG_CONFIG_HOME: "C:\\X", LocalAppData: "C:\\L" }, "C:\\X\\pix", "C:\\L\\pix"],
  ])("on Windows for %o are %s and %s", (env, config, state) => {
    expect(foldersOf({ ...windows, env })).toEqual({ config, state });
  });
});

describe("the nearest name", () => {
  it.each([
    ["lojja", "loja"],
    ["LOJA", "loja"],
    ["oja", "loja"],
    ["sandbx", "sandbox"],
    ["loja-norte", undefined],
    ["xy", undefined],
    ["", undefined],
  ])("of %s is %s", (typed, expected) => {
    expect(nearest(typed, ["sandbox", "loja", "a"])).toBe(expected);
  });
});
