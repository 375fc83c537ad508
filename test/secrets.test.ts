import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { stub } from "./support/stub.ts";
import type { Received, Reply } from "./support/stub.ts";

const binary = inject("pixBinary");
const CANARY = "sk_live_CANARY7f3e9a51d2";
const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "pix-secrets-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Everything a run shows: its output, and the command lines of all processes while it lived. */
interface Run {
  readonly args: readonly string[];
  readonly code: number | null;
  readonly shown: string;
  readonly commandLines: string;
}

async function pix(
  args: readonly string[],
  { env = {}, stdin = "" }: { env?: Record<string, string>; stdin?: string } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [binary, ...args], {
    env: { PATH: process.env["PATH"], PIX_HOME: home, HOME: home, ...env },
  });
  let shown = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  }
  child.stdin.end(stdin);
  let commandLines = "";
  const watch = setInterval(() => (commandLines += commandLinesNow()), 10);
  const code = await new Promise<number | null>((ended) => child.on("close", ended));
  clearInterval(watch);
  return { args, code, shown, commandLines };
}

function commandLinesNow(): string {
  if (process.platform !== "linux") return "";
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        // The process has ended since the folder was read.
        return "";
      }
    })
    .join("\n");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** A service that repeats the key wherever a careless one might: in errors, in fields, in headers. */
function careless({ path, headers }: Received): Reply {
  const echo = headers.authorization ?? "";
  const mirrored = { "x-request-id": echo, "x-debug": echo };
  if (path === "/account") {
    return { headers: mirrored, body: { environment: "staging", store: { id: ID, name: "Loja" } } };
  }
  const error = { code: "unauthorized", message: `bad key: ${echo}`, request_id: echo };
  return { status: 401, headers: mirrored, body: { error } };
}

describe("a key", () => {
  it("shows in no output, no file outside the key store, and no command line", async () => {
    const at = await stub(careless);
    const env = { PIX_API_KEY: CANARY, PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    const stored = ["--profile", "staging"];
    const login = [
      "login",
      ...stored,
      "--env",
      "staging",
      "--base-url",
      at.baseUrl,
      "--api-key-stdin",
    ];
    const charge = [
      ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
      ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
    ];
    const runs = [
      await pix([...login, "--debug"], { stdin: `${CANARY}\n` }),
      await pix(["profiles", "list", "--check", "--debug"]),
      await pix(["profiles", "show", "staging", "--json"]),
      await pix(["account", ...stored, "--debug", "--json"]),
      await pix(["pix", "get", ID, ...stored, "--debug"]),
      await pix(["pix", "list", "--debug"], { env }),
      await pix([...charge, "--debug"], { env }),
      await pix([...charge, "--json"], { env }),
      await pix(["pix", "cancel", ID, "--debug"], { env }),
      await pix(["pix", "get", ID, CANARY.slice(0, 0), "--debug"], { env }),
      await pix(["account", "--debug"], { env: { ...env, PIX_API_KEY: `${CANARY}\nX-Evil: 1` } }),
      await pix(["account", "--debug"], { env: { ...env, PIX_BASE_URL: "http://127.0.0.1:1/v1" } }),
      await pix(["pix", "create", "--amount", "5", "--profile", "sandbox"], { env }),
      await pix(["logout", ...stored]),
    ];
    expect(runs.map(({ code }) => code).slice(0, 3), runs[0]?.shown).toEqual([0, 0, 0]);
    expect(at.received.some(({ headers }) => headers.authorization === `Bearer ${CANARY}`)).toBe(
      true,
    );
    for (const { args, shown, commandLines } of runs) {
      expect(shown, args.join(" ")).not.toContain(CANARY);
      expect(commandLines, args.join(" ")).not.toContain(CANARY);
    }
    for (const file of filesBelow(home)) {
      expect(readFileSync(file, "latin1").includes(CANARY), file).toBe(false);
    }
  });

  it("is kept in one file that only its user can read", async () => {
    const at = await stub(careless);
    const stored = ["--profile", "staging", "--env", "staging", "--base-url", at.baseUrl];
    await pix(["login", ...stored, "--api-key-stdin"], { stdin: CANARY });
    const holding = filesBelow(home).filter((file) =>
      readFileSync(file, "latin1").includes(CANARY),
    );
    expect(holding.length).toBe(1);
    for (const file of holding) expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
