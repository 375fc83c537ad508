import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { machine, type Machine, type PixOptions } from "../support/pix.ts";

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A service that answers GET /account, and says what time it thinks it is. */
async function service(answer: { status?: number; date?: Date; body?: unknown }): Promise<string> {
  const {
    status = 200,
    date = new Date(),
    body = { store: { id: randomUUID(), name: "Loja" } },
  } = answer;
  const server = createServer((_request, response) => {
    const headers = { "content-type": "application/json", date: date.toUTCString() };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/v1`;
}

async function withProfile(
  host: Machine,
  name: string,
  baseUrl: string,
  key = true,
): Promise<void> {
  const path = join(host.home, "config.json");
  const profiles = { [name]: { environment: "staging", base_url: baseUrl } };
  chmodSync(host.home, 0o700);
  writeFileSync(path, JSON.stringify({ version: 1, default: name, profiles }), { mode: 0o600 });
  if (!key) return;
  const keys = { [name]: { origin: new URL(baseUrl).origin, key: "sk_test_secret" } };
  const credentials = JSON.stringify({ version: 1, keys });
  writeFileSync(join(host.home, "credentials.json"), credentials, { mode: 0o600 });
}

interface Check {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly hint: string | null;
}

async function examined(
  host: Machine,
  args: readonly string[] = [],
  options: PixOptions = {},
): Promise<{ code: number; ok: boolean; of: (name: string) => Check | undefined; stdout: string }> {
  const { code, stdout } = await host.pix(["doctor", "--json", ...args], options);
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: readonly Check[] };
  return { code, ok, stdout, of: (name) => checks.find((check) => check.name === name) };
}

describe("pix doctor", () => {
  it("finds nothing wrong on a new machine, and makes nothing there", async () => {
    const host = machine();
    chmodSync(host.home, 0o700);
    const { code, ok, of } = await examined(host);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(of("node")?.status).toBe("ok");
    expect(of("profile")?.status).toBe("warning");
    expect(readdirSync(host.home)).toEqual([]);
  });

  it("says that a profile's key works, whose it is and where it comes from", async () => {
    const host = machine(new Date().toISOString());
    await withProfile(host, "shop", await service({}));
    const { code, of, stdout } = await examined(host);
    expect(code).toBe(0);
    expect(of("profile.shop")?.status).toBe("ok");
    expect(of("profile.shop")?.message).toMatch(/of Loja \(from: stored\)/);
    expect(of("clock")?.status).toBe("ok");
    expect(stdout).not.toContain("sk_test_secret");
  });

  it("warns of a clock that is more than a minute off, and fails for nothing", async () => {
    const host = machine(new Date(Date.now() + 90_000).toISOString());
    await withProfile(host, "shop", await service({}));
    const { code, of } = await examined(host);
    expect(code).toBe(0);
    expect(of("clock")?.status).toBe("warning");
    expect(of("clock")?.message).toMatch(/(89|90|91) seconds ahead/);
  });

  it("ends with 4 for a key that is refused, and for one that is missing", async () => {
    const host = machine();
    await withProfile(host, "shop", await service({ status: 401, body: { error: {} } }));
    const refused = await examined(host);
    expect({ code: refused.code, ok: refused.ok }).toEqual({ code: 4, ok: false });
    expect(refused.of("profile.shop")?.status).toBe("failure");
    const keyless = machine();
    await withProfile(keyless, "shop", await service({}), false);
    expect((await examined(keyless)).code).toBe(4);
  });

  it("ends with 7 for a service that cannot be reached, with 4 where a key fails as well", async () => {
    const host = machine();
    await withProfile(host, "shop", "http://127.0.0.1:9/v1");
    expect((await examined(host)).code).toBe(7);
    const { code, of } = await examined(host, [], { env: { PIX_PROFILE: "nobody" } });
    expect(code).toBe(4);
    expect(of("profile")?.status).toBe("failure");
  });

  it("works where the configuration is broken, and says so with 1", async () => {
    const host = machine();
    chmodSync(host.home, 0o700);
    writeFileSync(join(host.home, "config.json"), "{", { mode: 0o600 });
    const { code, of } = await examined(host, ["--profile", "shop"]);
    expect(code).toBe(1);
    expect(of("profiles")).toMatchObject({ status: "failure" });
    expect(of("terminal")?.status).toBe("ok");
    expect(of("store.ledger")?.status).toBe("ok");
  });

  it("tells a folder that others can look into from one they can write to", async () => {
    const host = machine();
    chmodSync(host.home, 0o755);
    expect((await examined(host)).of("folder")).toMatchObject({ status: "warning" });
    chmodSync(host.home, 0o777);
    const { code, of } = await examined(host);
    expect(code).toBe(4);
    expect(of("folder")?.hint).toContain("chmod 700");
  });

  it("reads the stores through, and names one that is damaged", async () => {
    const host = machine();
    chmodSync(host.home, 0o700);
    await host.pix(["pix", "create", "--amount", "5", "--profile", "sandbox"]);
    expect((await examined(host)).of("store.sandbox")).toMatchObject({ status: "ok" });
    const sound = statSync(join(host.home, "sandbox.db")).size;
    expect(sound).toBeGreaterThan(0);
    const other = machine();
    chmodSync(other.home, 0o700);
    writeFileSync(join(other.home, "ledger.db"), "no database".repeat(500));
    const { code, of } = await examined(other);
    expect(code).toBe(1);
    expect(of("store.ledger")).toMatchObject({ status: "failure" });
    expect(of("store.sandbox")).toMatchObject({ status: "ok" });
    expect(readdirSync(other.home)).toEqual(["ledger.db"]);
  });

  it("shows the proxy without the password that its address holds", async () => {
    const host = machine();
    await withProfile(host, "shop", "https://pix.invalid/v1", false);
    const env = { HTTPS_PROXY: "http://ana:secret-word@proxy.invalid:3128" };
    const { of, stdout } = await examined(host, [], { env });
    expect(of("proxy")?.message).toBe("shop goes through http://proxy.invalid:3128");
    expect(stdout).not.toContain("secret-word");
    const broken = await examined(host, [], { env: { HTTPS_PROXY: "socks5://proxy.invalid" } });
    expect(broken.code).toBe(1);
    expect(broken.of("proxy")?.status).toBe("failure");
  });

  it("reads the files of certificate authorities", async () => {
    const host = machine();
    const fixture = new URL("../api/fixtures/test-only-authority.pem", import.meta.url).pathname;
    const good = await examined(host, ["--ca-file", fixture], {
      env: { NODE_EXTRA_CA_CERTS: "/nowhere.pem" },
    });
    expect(good.of("authorities.ca-file")?.status).toBe("ok");
    expect(good.of("authorities.node")?.status).toBe("warning");
    const bad = await examined(host, ["--ca-file", "/nowhere.pem"]);
    expect(bad.code).toBe(1);
    expect(bad.of("authorities.ca-file")?.status).toBe("failure");
  });

  it("looks tunnels up on PATH and runs none of them", async () => {
    const host = machine();
    const folder = join(host.home, "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "ngrok"), `#!/bin/sh\ntouch '${join(host.home, "ran")}'\n`);
    expect((await examined(host, [], { env: { PATH: folder } })).of("tunnels")?.status).toBe(
      "warning",
    );
    chmodSync(join(folder, "ngrok"), 0o755);
    const { of } = await examined(host, [], { env: { PATH: folder } });
    expect(of("tunnels")).toMatchObject({ status: "ok" });
    expect(of("tunnels")?.message).toContain("ngrok");
    expect(existsSync(join(host.home, "ran"))).toBe(false);
  });

  it("measures the terminal by the QR code of a charge", async () => {
    const host = machine();
    const wide = await host.pix(["doctor"], { tty: { columns: 120, rows: 60 } });
    expect(wide.stdout).toMatch(/✓ ok +terminal +120 columns.*fits/);
    const narrow = await host.pix(["doctor"], { tty: { columns: 40, rows: 60 } });
    expect(narrow.stdout).toMatch(/! warning +terminal +40 columns.*does not fit/);
  });

  it("asks no service with --dry-run", async () => {
    const host = machine();
    await withProfile(host, "shop", "http://127.0.0.1:9/v1");
    const { code, of } = await examined(host, ["--dry-run"]);
    expect(code).toBe(0);
    expect(of("profile.shop")?.message).toContain("no service is asked");
  });
});
