import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";

/** The built program as its own process: what no test inside one process can show. */
const binary = inject("pixBinary");

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pix-binary-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], PIX_HOME: home, HOME: home };
}

async function pix(...args: string[]): Promise<Ended> {
  return new Promise((ended) => {
    const options = { env: environment(), maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [binary, ...args], options, (_error, stdout, stderr) =>
      ended({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** `pix sandbox serve` on a free port, until it is stopped. */
async function serve(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [binary, "sandbox", "serve", "--port", "0", "--json"], {
    env: environment(),
  });
  const ended = new Promise<void>((closed) => child.on("close", () => closed()));
  const line = await new Promise<string>((said, failed) => {
    child.stdout.once("data", (chunk: Buffer) => said(chunk.toString("utf8")));
    child.once("close", () => failed(new Error("the sandbox ended before it was ready")));
  });
  return {
    url: JSON.parse(line).url,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function shell(command: string): Promise<Ended> {
  return new Promise((ended) => {
    const env = { ...environment(), NODE: process.execPath, PIX: binary };
    const child = execFile("bash", ["-c", command], { env }, (_error, stdout, stderr) =>
      ended({ code: child.exitCode, stdout, stderr }),
    );
  });
}

describe("the built program", () => {
  it("creates a charge, is paid by another process, and says so in a third", async () => {
    const created = await pix(
      "pix",
      "create",
      "--amount",
      "19.90",
      "--profile",
      "sandbox",
      "--json",
    );
    expect(created.code, created.stderr).toBe(0);
    const { id, amount, copy_paste: code } = JSON.parse(created.stdout);
    expect(amount).toBe(19.9);
    expect(code).toMatch(/^000201.*19\.90.*6304[0-9A-F]{4}$/);
    expect((await pix("sandbox", "pay", id, "--profile", "sandbox")).code).toBe(0);
    const read = await pix("pix", "get", id, "--profile", "sandbox", "--query", "status");
    expect(read).toEqual({ code: 0, stdout: "paid\n", stderr: "" });
  });

  it("keeps what it stores to its user", async () => {
    await pix("pix", "create", "--amount", "19.90", "--profile", "sandbox");
    const modes = readdirSync(home).map((name) =>
      (statSync(join(home, name)).mode & 0o777).toString(8),
    );
    expect(modes.length).toBeGreaterThan(1);
    expect(new Set(modes)).toEqual(new Set(["600"]));
  });

  it("writes no escape sequence into a pipe, whatever the colour variables say", async () => {
    const env = "TERM=xterm-256color COLORTERM=truecolor";
    const { stdout, stderr } = await shell(
      `${env} "$NODE" "$PIX" pix create --amount 19.90 --profile sandbox; ${env} "$NODE" "$PIX" account`,
    );
    expect(stdout).toContain("copy_paste\t000201");
    expect(stderr).toContain("error:");
    expect(stdout + stderr).not.toContain("\u001b");
  });

  it("ends quietly when the reader goes away", async () => {
    for (let count = 0; count < 3; count += 1) {
      await pix("pix", "create", "--amount", "19.90", "--profile", "sandbox");
    }
    const list = '"$NODE" "$PIX" pix list --all --output jsonl --profile sandbox';
    const { code, stdout, stderr } = await shell(`set -o pipefail; ${list} | head -n 1`);
    expect({ code, stderr, lines: stdout.trim().split("\n").length }).toEqual({
      code: 0,
      stderr: "",
      lines: 1,
    });
  });

  it("stops at Ctrl-C with 130 while it waits, and the charge is still there", async () => {
    const created = await pix(
      "pix",
      "create",
      "--amount",
      "5",
      "--profile",
      "sandbox",
      "--query",
      "id",
    );
    const id = created.stdout.trim();
    const waiting = spawn(
      process.execPath,
      [binary, "pix", "wait", id, "--profile", "sandbox", "--debug"],
      {
        env: environment(),
      },
    );
    const ended = new Promise<number | null>((closed) => waiting.on("close", closed));
    let said = "";
    waiting.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8");
      if (said.includes("GET ")) waiting.kill("SIGINT");
    });
    expect(await ended, said).toBe(130);
    const read = await pix("pix", "get", id, "--profile", "sandbox", "--query", "status");
    expect(read.stdout).toBe("waiting_payment\n");
  });

  it("serves over HTTP the same state and the same rules", async () => {
    const key = (await pix("sandbox", "keys", "create", "--query", "key")).stdout.trim();
    const { url, stop } = await serve();
    const post = async (amount: number, idempotencyKey: string): Promise<Response> =>
      fetch(`${url}/payments/pix`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": idempotencyKey,
        },
        body: JSON.stringify({
          customer: { name: "Maria", email: "maria@example.com", document: "52998224725" },
          amount,
          notification_url: "https://inbox.pix.invalid/",
        }),
      });
    try {
      const [one, two] = await Promise.all([post(5, "a"), post(5, "a")]);
      const bodies = [await one.text(), await two.text(), await (await post(5, "a")).text()];
      const { id } = JSON.parse(bodies[2] ?? "");
      for (const body of bodies) expect([id, undefined]).toContain(JSON.parse(body).id);
      expect(bodies).toContain(bodies[2]);
      expect((await post(6, "a")).status).toBe(409);

      await pix(
        "sandbox",
        "fault",
        "add",
        "--on",
        "POST /payments/pix",
        "--status",
        "503",
        "--times",
        "1",
      );
      expect((await post(7, "b")).status).toBe(503);
      expect((await post(7, "b")).status).toBe(201);

      expect((await pix("sandbox", "pay", id)).code).toBe(0);
      const headers = { authorization: `Bearer ${key}` };
      const read = await fetch(`${url}/payments/${id}`, { headers });
      expect(await read.json()).toMatchObject({ id, status: "paid" });
      const listed = await pix("pix", "list", "--profile", "sandbox", "--query", "data[].status");
      expect(JSON.parse(listed.stdout)).toEqual(["waiting_payment", "paid"]);
    } finally {
      await stop();
    }
  });

  it("stops with 143 at SIGTERM", async () => {
    const serving = spawn(process.execPath, [binary, "sandbox", "serve", "--port", "0", "--json"], {
      env: environment(),
    });
    const ended = new Promise<number | null>((closed) => serving.on("close", closed));
    serving.stdout.once("data", () => serving.kill("SIGTERM"));
    expect(await ended).toBe(143);
  });

  it("shows help and the version on stdout", async () => {
    const help = await pix("--help");
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("Usage: pix");
    const version = await pix("--version");
    expect(version).toMatchObject({ code: 0, stderr: "" });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(await pix()).toEqual(help);
    expect(await pix("pix", "create", "--help")).toMatchObject({ code: 0, stderr: "" });
    expect(await pix("help", "pix")).toMatchObject({ code: 0, stderr: "" });
    const create = await pix("pix", "create", "--help");
    expect(await pix("help", "pix", "create")).toEqual(create);
    expect(await pix("pix", "help", "create")).toEqual(create);
    expect(await pix("help", "nosuch")).toMatchObject({ code: 2, stdout: "" });
    expect(await pix("pix", "help", "nosuch")).toMatchObject({ code: 2, stdout: "" });
  });

  it("says that a full disk took the output, with no stack, and that the charge exists", async () => {
    const create = '"$NODE" "$PIX" pix create --amount 5 --profile sandbox';
    const { code, stderr } = await shell(`${create} >/dev/full`);
    expect(code).toBe(1);
    expect(stderr).toContain("could not be written");
    expect(stderr).not.toMatch(/^\s+at /m);
    const help = await shell('"$NODE" "$PIX" --help >/dev/full');
    expect(help.code).toBe(1);
  });

  it("ends at once where its folder cannot be made", async () => {
    const { code, stderr } = await shell(
      'PIX_HOME=/proc/nope "$NODE" "$PIX" pix list --profile sandbox',
    );
    expect(code, stderr).toBe(1);
    expect(stderr).toContain("/proc/nope");
  });

  it("tells a damaged file from a full disk", async () => {
    await pix("pix", "list", "--profile", "sandbox");
    writeFileSync(join(home, "sandbox.db"), Buffer.alloc(4096, 7));
    rmSync(join(home, "sandbox.db-wal"), { force: true });
    const { code, stderr } = await pix("pix", "list", "--profile", "sandbox");
    expect(code).toBe(1);
    expect(stderr).toContain("is damaged");
    expect(stderr).toContain("mv ");
  });

  it("prints a stack only for --debug", async () => {
    const plain = await pix("account");
    const debug = await pix("account", "--debug");
    expect(plain.code).toBe(4);
    expect(plain.stderr).not.toMatch(/^\s+at /m);
    expect(debug.stderr).toMatch(/^\s+at /m);
  });
});
