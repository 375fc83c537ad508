import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

/** Long lists through the built program: one page in memory, and no more work than somebody reads. */

const PEAK = new URL("support/peak.cjs", import.meta.url).pathname;

const binary = inject("pixBinary");
const CODE = `00020126580014br.gov.bcb.pix${"0123456789abcdef".repeat(12)}6304ABCD`;
/** The most that the peak for a hundred times the charges may be above the peak for one. */
const GROWTH_MAX = 1.3;

let server: Server;
let baseUrl = "";
let home = "";
let asked = 0;
let charges = 0;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "pix-memory-"));
  server = createServer((request, response) => {
    asked += 1;
    const query = new URL(request.url ?? "", "http://x").searchParams;
    response.setHeader("content-type", "application/json");
    response.end(page(Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 20)));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  baseUrl = `http://127.0.0.1:${address.port}/v1`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(home, { recursive: true, force: true });
});

/** Made when it is asked for: the server holds no charge. */
function page(from: number, limit: number): string {
  const to = Math.min(from + limit, charges);
  const data = Array.from({ length: to - from }, (_, index) => ({
    id: `0b5e7c1e-6f0a-4f8e-9a57-${String(from + index).padStart(12, "0")}`,
    status: "paid",
    amount: (from + index) / 100,
    currency: "BRL",
    copy_paste: CODE,
    customer: { name: `Pagador ${from + index}`, email: "x@example.com", document: "52998224725" },
    created_at: "2026-11-21T12:00:00.000Z",
  }));
  const more = to < charges;
  const pagination = { limit, has_more: more, next_cursor: more ? String(to) : null };
  return JSON.stringify({ data, pagination });
}

interface Listed {
  readonly code: number | null;
  readonly lines: number;
  readonly peakKiB: number;
}

async function list(count: number, form: string): Promise<Listed> {
  charges = count;
  const peakFile = join(home, "peak");
  const args = [binary, "pix", "list", "--all", "--output", form];
  const child = spawn(process.execPath, ["--require", PEAK, ...args], {
    env: { ...environment(), PEAK_FILE: peakFile },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let lines = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) if (byte === 10) lines += 1;
  });
  const code = await new Promise<number | null>((closed) => child.on("close", closed));
  return { code, lines, peakKiB: Number(readFileSync(peakFile, "utf8")) };
}

function environment(): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    ...{ PIX_HOME: home, HOME: home, TZ: "UTC" },
    ...{ PIX_API_KEY: "sk_test_3b1f2c", PIX_BASE_URL: baseUrl, PIX_ENVIRONMENT: "staging" },
  };
}

describe("a long list", () => {
  it("of 200,000 charges takes as much memory as one of 2,000", async () => {
    const few = await list(2_000, "jsonl");
    const many = await list(200_000, "jsonl");
    expect({ code: few.code, lines: few.lines }).toEqual({ code: 0, lines: 2_000 });
    expect({ code: many.code, lines: many.lines }).toEqual({ code: 0, lines: 200_000 });
    const told = `${few.peakKiB} KiB, then ${many.peakKiB} KiB`;
    expect(many.peakKiB / few.peakKiB, told).toBeLessThanOrEqual(GROWTH_MAX);
  });

  it("ends at once, quietly and with 0, when its reader has seen enough", async () => {
    charges = 200_000;
    asked = 0;
    const command = 'set -o pipefail; "$NODE" "$PIX" pix list --all | head -1';
    const env = { ...environment(), NODE: process.execPath, PIX: binary };
    const ended = await new Promise((closed) => {
      const child = execFile("bash", ["-c", command], { env }, (_error, stdout, stderr) =>
        closed({ code: child.exitCode, stderr, lines: stdout.split("\n").length - 1 }),
      );
    });
    expect(ended).toEqual({ code: 0, stderr: "", lines: 1 });
    // Of two thousand pages only those are asked for that were on the way already.
    expect(asked).toBeLessThan(20);
  });
});
