import { BlockList } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inboxHost, parseHttpsUrl } from "../../src/domain/web-address.ts";

const runs = { numRuns: 10_000 };

describe("parseHttpsUrl", () => {
  it.each([
    "https://loja.com.br/pix",
    "https://loja.com.br",
    "https://loja.com.br:8443/n/abc?x=1&y=@#z",
    "HTTPS://LOJA.com.br/",
    "https://loja.com.br./pix",
    "https://xn--lj-mja.com/pix",
    "https://lojá.com/pix",
    "https://8.8.8.8/pix",
    "https://172.32.0.1/",
    "https://[2606:4700::1111]/pix",
    "https://localhost.loja.com/",
    `https://${inboxHost}/n/1`,
  ])("calls %s public", (url) => {
    expect(parseHttpsUrl(url)).toEqual({ ok: true, value: { url, loopback: false, public: true } });
  });

  it.each([
    "https://localhost/pix",
    "http://localhost:3000/pix",
    "http://127.0.0.1:3000",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.0.0.1/",
    "http://[::1]:3000/",
    "http://[::ffff:127.0.0.1]/",
    "http://loja.localhost/",
    "https://localhost./",
  ])("calls %s loopback and not public", (url) => {
    expect(parseHttpsUrl(url)).toEqual({ ok: true, value: { url, loopback: true, public: false } });
  });

  it.each([
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://172.31.255.255/",
    "https://192.168.1.10/",
    "https://169.254.169.254/latest",
    "https://100.64.0.1/",
    "https://100.127.255.255/",
    "https://0.0.0.0/",
    "https://192.0.2.1/",
    "https://198.51.100.7/",
    "https://203.0.113.9/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://[fe80::1]/",
    "https://[fd00::1]/",
    "https://[::]/",
    "https://[2001:db8::1]/",
    "https://[2002:a00:1::]/",
    "https://[ff02::1]/",
    "https://[64:ff9b::a00:1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://loja/",
    "https://impressora.local/",
    "https://api.internal/",
    "https://roteador.home.arpa/",
    "https://loja.test/",
    "https://loja.example/",
    "https://loja.invalid/",
    "https://outro.inbox.pix.invalid/",
    "https://abc.onion/",
  ])("calls %s neither public nor loopback", (url) => {
    const value = { url, loopback: false, public: false };
    expect(parseHttpsUrl(url)).toEqual({ ok: true, value });
  });

  it.each([
    ["", "empty"],
    ["  ", "empty"],
    [`https://loja.com/${"a".repeat(2048)}`, "too_long"],
    ["loja.com/pix", "not_a_url"],
    ["//loja.com/pix", "not_a_url"],
    ["https:loja.com", "not_a_url"],
    ["https:/loja.com", "not_a_url"],
    ["https://", "not_a_url"],
    ["https:///pix", "not_a_url"],
    ["https://loja.com\\@mal.com/", "not_a_url"],
    ["https://loja .com/", "not_a_url"],
    ["https://loja.com/a\nb", "not_a_url"],
    ["https://loja.com/a\u200Bb", "not_a_url"],
    ["https://loja..com/", "not_a_url"],
    ["https://loja.com:99999/", "not_a_url"],
    ["https://1.2.3.4.5/", "not_a_url"],
    ["http://loja.com/pix", "not_https"],
    ["http://10.0.0.1/", "not_https"],
    ["http://127.0.0.1.loja.com/", "not_https"],
    ["ftp://loja.com/", "not_https"],
    ["javascript://localhost/%0aalert(1)", "not_https"],
    ["https://user:senha@loja.com/", "has_credentials"],
    ["https://user@loja.com/", "has_credentials"],
    ["https://@loja.com/", "has_credentials"],
    ["http://localhost@loja.com/", "has_credentials"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseHttpsUrl(text)).toEqual({ ok: false, problem });
  });

  it("drops the spaces around an address and changes nothing else", () => {
    const parsed = parseHttpsUrl(" https://LOJA.com.br \n");
    expect(parsed.ok && parsed.value.url).toBe("https://LOJA.com.br");
  });

  it("agrees with node:net on which IPv4 numbers are not public", () => {
    const blocked = new BlockList();
    for (const [base, prefix] of [
      ["0.0.0.0", 8],
      ["10.0.0.0", 8],
      ["100.64.0.0", 10],
      ["127.0.0.0", 8],
      ["169.254.0.0", 16],
      ["172.16.0.0", 12],
      ["192.0.0.0", 24],
      ["192.0.2.0", 24],
      ["192.88.99.0", 24],
      ["192.168.0.0", 16],
      ["198.18.0.0", 15],
      ["198.51.100.0", 24],
      ["203.0.113.0", 24],
      ["224.0.0.0", 4],
      ["240.0.0.0", 4],
    ] as const) {
      blocked.addSubnet(base, prefix);
    }
    const first = fc.oneof(fc.nat(255), fc.constantFrom(10, 100, 127, 169, 172, 192, 198, 203));
    const octets = fc.tuple(first, fc.nat(255), fc.nat(255), fc.nat(255));
    fc.assert(
      fc.property(octets, (parts) => {
        const address = parts.join(".");
        const parsed = parseHttpsUrl(`https://${address}/`);
        const value = {
          url: `https://${address}/`,
          loopback: parts[0] === 127,
          public: !blocked.check(address),
        };
        expect(parsed).toEqual({ ok: true, value });
      }),
      runs,
    );
  });

  it("agrees with node:net on which IPv6 numbers are not public", () => {
    const routed = new BlockList();
    routed.addSubnet("2000::", 3, "ipv6");
    const excepted = new BlockList();
    excepted.addSubnet("2001::", 23, "ipv6");
    excepted.addSubnet("2001:db8::", 32, "ipv6");
    excepted.addSubnet("2002::", 16, "ipv6");
    excepted.addSubnet("3fff::", 20, "ipv6");
    const head = fc.constantFrom("2001", "2002", "2606", "3fff", "fe80", "fd00", "0", "4000");
    const group = fc.oneof(fc.constant("0"), fc.constantFrom("db8", "1ff", "200", "fff", "1000"));
    const groups = fc.tuple(head, ...Array.from({ length: 7 }, () => group));
    fc.assert(
      fc.property(groups, (parts) => {
        const address = parts.join(":");
        const parsed = parseHttpsUrl(`https://[${address}]/`);
        const reachable = routed.check(address, "ipv6") && !excepted.check(address, "ipv6");
        expect(parsed.ok && parsed.value.public).toBe(reachable);
      }),
      runs,
    );
  });
});
