import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { audit, report } from "./kill/audit.ts";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import type { PayoutFile } from "./kill/file.ts";
import { openGate } from "./kill/gate.ts";
import type { Gate } from "./kill/gate.ts";
import { run, start } from "./kill/program.ts";
import type { Ended, Program } from "./kill/program.ts";
import { serve } from "./kill/service.ts";
import type { Service } from "./kill/service.ts";

/**
 * A run of the built program that is told to stop while its second payment waits for an answer, which comes
 * when the test says so: no speed decides anything here.
 */
const path = inject("pixBinary");
const ROWS = 4;
const STOPPING = "Stopping after what is under way.";

let folder = "";
let service: Service;
let gate: Gate;
let client: Program;
let file: PayoutFile;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-signals-"));
  service = await serve(path, join(folder, "service"));
  gate = await openGate(service.url);
  client = clientOf({ url: gate.url, key: service.key }, { path, folder });
  file = writePayoutFile(folder, { batch: "salaries", count: ROWS });
});

afterEach(async () => {
  gate.open();
  await gate.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

function payment(): readonly string[] {
  return ["withdraw", "batch", "run", file.path, ...file.confirmed];
}

async function states(): Promise<readonly string[]> {
  const told = await report(file, client);
  return file.rows.map(({ id }) => told.get(id)?.state ?? "");
}

/** The same line of a crontab again: everybody is paid, and nobody twice. */
async function expectResumed(): Promise<void> {
  gate.open();
  const ended = await run(client, payment());
  expect(ended.code, ended.stderr).toBe(0);
  const verdict = await audit([file], { client, books: service.books() });
  expect(verdict).toEqual({ double: [], lost: [], wrong: [] });
}

/** Stops a run while its second payment is under way, and lets that one end. */
async function stopOnce(signal: NodeJS.Signals): Promise<Ended> {
  gate.holdFrom(2);
  const running = start(client, payment());
  await gate.reached(2);
  running.child.kill(signal);
  expect(await running.said(STOPPING)).toBe(true);
  gate.open();
  return running.ended;
}

describe("a run of a batch that is told to stop", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("by %s finishes the payment under way, and no other begins", async (signal, code) => {
    const ended = await stopOnce(signal);
    expect(ended.code, ended.stderr).toBe(code);
    expect(gate.arrived()).toBe(2);
    expect(await states()).toEqual(["accepted", "accepted", "planned", "planned"]);
    expect(ended.stderr).toContain("pix withdraw batch resume salaries --yes --expect-count 4");
    await expectResumed();
  });

  it("by a second Ctrl-C stops at once, and the payment under way is in doubt", async () => {
    gate.holdFrom(2);
    const running = start(client, payment());
    await gate.reached(2);
    running.child.kill("SIGINT");
    expect(await running.said(STOPPING)).toBe(true);
    running.child.kill("SIGINT");
    const ended = await running.ended;
    expect(ended.code, ended.stderr).toBe(130);
    expect(await states()).toEqual(["accepted", "unknown", "planned", "planned"]);
    // The payment that was given up arrives after all.
    await expectResumed();
  });
});

describe("a run whose reader goes away", () => {
  it("pays everybody all the same, and ends with 0", async () => {
    const words = [...payment(), "--json"].map((word) => `'${word}'`).join(" ");
    const command = `set -o pipefail; '${process.execPath}' '${path}' ${words} | head -n 1`;
    const env = { PATH: process.env["PATH"], ...client.env };
    const ended = await new Promise<{ code: number | null; stdout: string }>((resolve) => {
      const child = execFile("bash", ["-c", command], { env }, (_error, stdout) =>
        resolve({ code: child.exitCode, stdout }),
      );
    });
    expect(ended.code).toBe(0);
    expect(ended.stdout.trim().split("\n")).toHaveLength(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ id: "row-1", state: "accepted" });
    expect(gate.arrived()).toBe(ROWS);
    await expectResumed();
  });
});
