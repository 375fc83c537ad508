import { describe, expect, it } from "vitest";
import { proxyFor, unusableProxy } from "../../src/api/send/proxy.ts";

const SERVICE = new URL("https://api.service.example.com/v1/balance");
const found = (env: Record<string, string>, url = SERVICE): string | undefined =>
  proxyFor(url, env)?.href;

describe("proxyFor", () => {
  it.each([
    [{}, undefined],
    [{ HTTPS_PROXY: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ https_proxy: "http://proxy.example:3128" }, "http://proxy.example:3128/"],
    [
      { https_proxy: "http://lower.example", HTTPS_PROXY: "http://upper.example" },
      "http://lower.example/",
    ],
    [{ https_proxy: "", HTTPS_PROXY: "http://upper.example" }, undefined],
    [{ HTTPS_PROXY: "proxy.example:3128" }, "http://proxy.example:3128/"],
    [{ HTTPS_PROXY: "https://user:pass@proxy.example" }, "https://user:pass@proxy.example/"],
    [{ HTTPS_PROXY: " http://proxy.example " }, "http://proxy.example/"],
    [{ HTTP_PROXY: "http://proxy.example" }, undefined],
    [{ HTTPS_PROXY: "socks5://proxy.example" }, unusableProxy.href],
    [{ HTTPS_PROXY: "http://" }, unusableProxy.href],
  ])("reads %j", (env, expected) => {
    expect(found(env)).toBe(expected);
  });

  it("takes HTTP_PROXY for plain HTTP", () => {
    const env = { HTTP_PROXY: "http://plain.example", HTTPS_PROXY: "http://safe.example" };
    expect(found(env, new URL("http://service.example.com/v1"))).toBe("http://plain.example/");
  });

  it.each([
    "http://127.0.0.1:4010/v1",
    "https://127.8.8.8/v1",
    "https://localhost/v1",
    "https://[::1]:1/v1",
    "http://a.localhost/",
  ])("never stands before this machine: %s", (url) => {
    const env = { HTTP_PROXY: "http://proxy.example", HTTPS_PROXY: "http://proxy.example" };
    expect(found(env, new URL(url))).toBeUndefined();
  });

  it.each([
    ["*", true],
    ["api.service.example.com", true],
    ["service.example.com", true],
    [".example.com", true],
    ["*.example.com", true],
    ["other.example, EXAMPLE.COM", true],
    ["other.example example.com", true],
    ["example.com:443", true],
    ["example.com:8443", false],
    ["ervice.example.com", false],
    ["api.service.example.com.evil.example", false],
    ["", false],
    [",, ,", false],
  ])("is excepted by NO_PROXY %j: %s", (NO_PROXY, excepted) => {
    const env = { HTTPS_PROXY: "http://proxy.example", NO_PROXY };
    expect(found(env) === undefined).toBe(excepted);
  });

  it("is excepted for an address with its port, IPv6 too", () => {
    const env = { HTTPS_PROXY: "http://proxy.example", no_proxy: "[2001:db8::1]:8443,10.0.0.1" };
    expect(found(env, new URL("https://[2001:db8::1]:8443/v1"))).toBeUndefined();
    expect(found(env, new URL("https://[2001:db8::1]/v1"))).toBe("http://proxy.example/");
    expect(found(env, new URL("https://10.0.0.1/v1"))).toBeUndefined();
  });
});
