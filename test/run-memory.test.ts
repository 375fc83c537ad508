import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import { run } from "./kill/program.ts";

/** The most that the peak for the long file may be above the peak for one of a tenth of it. */
const GROWTH_MAX = 1.08;
const ROWS = 20_000;

const preload = new URL("support/peak.cjs", import.meta.url).pathname;
const path = inject("pixBinary");
let folder = "";
let server: Server;
let url = "";

/** A service that accepts everything and keeps nothing. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-run-"));
  let count = 0;
  server = createServer((request, response) => {
    void (async () => {
      const asked: object = JSON.parse((await text(request)) || "{}");
      const isNew = request.method === "POST";
      count += 1;
      response.writeHead(isNew ? 201 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(isNew ? { ...asked, id: `w-${count}` } : ACCOUNT));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  url = `http://127.0.0.1:${address.port}/v1`;
});

const ACCOUNT = { id: "a-1", environment: "staging", store: { id: "s-1", name: "Loja" } };

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  rmSync(folder, { recursive: true, force: true });
});

async function peakOf(rows: number): Promise<number> {
  const peakFile = join(folder, "peak");
  const client = clientOf({ url, key: "sk_test_memory" }, { path, folder });
  const batch = `rows-${rows}`;
  const { path: file, confirmed } = writePayoutFile(folder, { batch, count: rows, from: rows });
  const planned = await run(client, ["withdraw", "batch", "plan", file, "--max-rows", `${rows}`]);
  expect(planned.code, planned.stderr).toBe(0);
  const program = { ...client, preload, env: { ...client.env, PEAK_FILE: peakFile } };
  const flags = [...confirmed, "--concurrency", "4", "--output", "jsonl"];
  const { code, stdout, stderr } = await run(program, [
    "withdraw",
    "batch",
    "run",
    batch,
    ...flags,
  ]);
  expect(code, stderr).toBe(0);
  expect(stdout.trimEnd().split("\n").length).toBe(rows);
  return Number(readFileSync(peakFile, "utf8"));
}

describe("a run of a long batch", () => {
  it("takes no more memory than that of a short one", async () => {
    const short = await peakOf(ROWS / 10);
    const long = await peakOf(ROWS);
    expect(long, `${short} KiB, then ${long} KiB`).toBeLessThan(short * GROWTH_MAX);
  });
});
