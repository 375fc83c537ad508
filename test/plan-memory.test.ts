import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import { run } from "./kill/program.ts";
import { serve } from "./kill/service.ts";
import type { Service } from "./kill/service.ts";

/** The most that the peak for the long file may be above the peak for one of a twentieth of it. */
const GROWTH_MAX = 1.3;
const ROWS = 50_000;

/** Only VmHWM is the peak of the program alone; `getrusage` counts the tests that began it as well. */
const HOOK = `process.on("exit", () => {
  const { readFileSync, writeFileSync } = require("node:fs");
  const status = readFileSync("/proc/self/status", "utf8");
  writeFileSync(process.env.PEAK_FILE, /VmHWM:\\s+(\\d+)/.exec(status)[1]);
});`;

const path = inject("pixBinary");
let folder = "";
let service: Service;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-plan-"));
  service = await serve(path, join(folder, "service"));
});

afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function peakOf(rows: number): Promise<number> {
  const [preload, peakFile] = [join(folder, "peak.cjs"), join(folder, "peak")];
  writeFileSync(preload, HOOK);
  const client = clientOf(service, { path, folder });
  const { path: file } = writePayoutFile(folder, {
    batch: `rows-${rows}`,
    count: rows,
    from: rows,
  });
  const args = ["withdraw", "batch", "plan", file, "--max-rows", String(rows)];
  const program = { ...client, preload, env: { ...client.env, PEAK_FILE: peakFile } };
  const { code, stderr } = await run(program, args);
  expect(code, stderr).toBe(0);
  return Number(readFileSync(peakFile, "utf8"));
}

describe("the plan of a long file", () => {
  it("takes no more memory than that of a short one", async () => {
    const short = await peakOf(ROWS / 20);
    expect(await peakOf(ROWS)).toBeLessThan(short * GROWTH_MAX);
  });
});
