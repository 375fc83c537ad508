import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { pem } from "../api/servers.ts";
import { machine } from "../support/pix.ts";
import type { Machine } from "../support/pix.ts";
import { authorityFileOn, CANARY, environmentOf, privateService } from "./service.ts";

/** Straight to the service, by its address. */
async function direct(host: Machine): Promise<{
  readonly env: Record<string, string>;
  readonly requests: readonly string[];
  readonly authority: string;
}> {
  const service = await privateService();
  const PIX_BASE_URL = `https://127.0.0.1:${service.port}/v1`;
  return {
    env: environmentOf(service, { PIX_BASE_URL }),
    requests: service.requests,
    authority: authorityFileOn(host),
  };
}

describe("the authorities to trust", () => {
  it("come from --ca-file, then PIX_CA_FILE, then the profile", async () => {
    const host = machine();
    const { env, authority, requests } = await direct(host);
    const wrong = join(host.home, "other.pem");
    writeFileSync(wrong, pem("self-signed"));
    const { PIX_BASE_URL: url = "", ...others } = env;
    expect((await host.pix(["account"], { env })).code).toBe(7);
    const fromVariable = { ...env, PIX_CA_FILE: authority };
    expect((await host.pix(["account"], { env: fromVariable })).code).toBe(0);
    const overruled = { ...env, PIX_CA_FILE: wrong };
    expect((await host.pix(["account"], { env: overruled })).code).toBe(7);
    const flag = ["account", "--ca-file", authority];
    expect((await host.pix(flag, { env: overruled })).code).toBe(0);

    const login = ["login", "--profile", "loja", "--base-url", url, "--api-key-stdin"];
    expect((await host.pix(login, { stdin: CANARY })).code).toBe(7);
    const stored = await host.pix([...login, "--ca-file", authority], { stdin: CANARY });
    expect(stored.code, stored.stderr).toBe(0);
    const set = ["profiles", "set", "ca_file", authority, "--profile", "loja"];
    expect((await host.pix(set)).stderr).toBe(`Profile loja: ca_file is ${authority} now.\n`);
    expect((await host.pix(["account", "--profile", "loja"])).code).toBe(0);
    const empty = { PIX_CA_FILE: "" };
    expect((await host.pix(["account", "--profile", "loja"], { env: empty })).code).toBe(0);
    expect(
      (await host.pix(["account", "--profile", "loja"], { env: { PIX_CA_FILE: wrong } })).code,
    ).toBe(7);
    expect(requests.length).toBe(5);
    expect(others["PIX_API_KEY"]).toBe(CANARY);
  });

  it("are named from the current folder by a flag, and from the root by a profile", async () => {
    const host = machine();
    const { env } = await direct(host);
    expect((await host.pix(["account", "--ca-file", "authority.pem"], { env })).code).toBe(0);
    const login = ["login", "--profile", "loja", "--base-url", env["PIX_BASE_URL"] ?? ""];
    const given = ["--api-key-stdin", "--ca-file", "authority.pem"];
    await host.pix([...login, ...given], { stdin: CANARY });
    const set = ["profiles", "set", "ca_file", "authority.pem", "--profile", "loja"];
    const { code, stderr } = await host.pix(set);
    expect(code).toBe(2);
    expect(stderr).toContain("write its whole path");
  });

  it.each([
    ["is not there", undefined, "cannot be read (ENOENT)"],
    ["is empty", "", "holds no certificate"],
    [
      "is a key",
      "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
      "holds no certificate",
    ],
    [
      "is broken",
      `${pem("authority")}\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
      "number 2",
    ],
  ])("are refused before anything is sent when the file %s", async (_name, content, words) => {
    const host = machine();
    const { env, requests } = await direct(host);
    const path = join(host.home, "given.pem");
    if (content !== undefined) writeFileSync(path, content);
    for (const args of [["account"], ["account", "--dry-run"]]) {
      const { code, stderr } = await host.pix([...args, "--ca-file", path], { env });
      expect(code).toBe(2);
      expect(stderr).toContain(`--ca-file: ${path} `);
      expect(stderr).toContain(words);
      expect(requests).toEqual([]);
    }
  });

  it("are no folder and no pipe that nobody fills", async () => {
    const host = machine();
    const { env } = await direct(host);
    mkdirSync(join(host.home, "folder"));
    execFileSync("mkfifo", [join(host.home, "pipe")]);
    for (const name of ["folder", "pipe"]) {
      const { code, stderr } = await host.pix(["account", "--ca-file", name], { env });
      expect(code).toBe(2);
      expect(stderr).toContain("is not a file of certificates");
    }
  });

  it("stand beside Node's own, to which NODE_EXTRA_CA_CERTS adds", async () => {
    const host = machine();
    const { env, authority } = await direct(host);
    const other = join(host.home, "other.pem");
    writeFileSync(other, pem("self-signed"));
    // Node reads the variable once, when it starts.
    const account = (given: Readonly<Record<string, string>>): Promise<number | null> =>
      new Promise((ended) => {
        const all = { PATH: process.env["PATH"], HOME: host.home, PIX_HOME: host.home, ...env };
        const child = execFile(
          process.execPath,
          [inject("pixBinary"), "account"],
          { env: { ...all, ...given } },
          () => ended(child.exitCode),
        );
      });
    expect(await account({ PIX_CA_FILE: other, NODE_EXTRA_CA_CERTS: authority })).toBe(0);
    expect(await account({ PIX_CA_FILE: other })).toBe(7);
  });
});
