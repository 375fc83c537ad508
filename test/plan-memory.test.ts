import { mkdtempSync, readFileSync, rmSync } from "node:fs";
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

const preload = new URL("support/peak.cjs", import.meta.url).pathname;
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
  const peakFile = join(folder, "peak");
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
