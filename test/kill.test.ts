import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { audit } from "./kill/audit.ts";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import { killAtRandom } from "./kill/kills.ts";
import { killAtPoints } from "./kill/points.ts";
import { run } from "./kill/program.ts";
import { raceStarts } from "./kill/races.ts";
import { serve } from "./kill/service.ts";

/** A short form of `npm run kill`, which says what is done here. */
const path = inject("pixBinary");
const preload = new URL("kill/points.cjs", import.meta.url).pathname;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pix-kill-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a payer that is killed", () => {
  it("at random moments, beside a service that fails, pays everybody once", async () => {
    const size = { payouts: 90, kills: 24, rowsPerFile: 45 };
    const tally = await killAtRandom({ path, folder, seed: 7, ...size });
    expect(tally.faults).toEqual([]);
    expect(tally.kills).toBeGreaterThanOrEqual(24);
    expect(tally.payouts).toBeGreaterThanOrEqual(90);
  });

  it("between any two of its writes and sends pays everybody once", async () => {
    const steps = { times: 1, first: 3, every: 9 };
    const tally = await killAtPoints({ path, folder, preload, seed: 7, ...steps });
    expect(tally.faults).toEqual([]);
    expect(tally.kills).toBeGreaterThan(7);
    // Every kind of point is there: what is not seen cannot be cut.
    for (const kind of ["write", "send", "answer"]) {
      expect([...tally.exits.keys()].join("; ")).toContain(kind);
    }
  });
});

describe("three runs that start at once", () => {
  it("are one that pays, and two that end with 75", async () => {
    const tally = await raceStarts({ path, folder, rounds: 5 });
    expect(tally.faults).toEqual([]);
    expect(Object.fromEntries(tally.exits)).toEqual({ "exit 0": 5, "exit 75": 10 });
  });
});

describe("the audit of these tests", () => {
  it("sees what was paid twice, is lost, or is told wrongly", async () => {
    const service = await serve(path, join(folder, "service"));
    try {
      const client = clientOf(service, { path, folder });
      const file = writePayoutFile(folder, { batch: "audited", count: 3 });
      const paid = await run(client, ["withdraw", "batch", "run", file.path, ...file.confirmed]);
      expect(paid.code, paid.stderr).toBe(0);
      const fair = await audit([file], { client, books: service.books() });
      expect(fair).toEqual({ double: [], lost: [], wrong: [] });
      await withdraw(service, "audited/row-2", 1.01);
      await withdraw(service, "audited/row-9", 5);
      const rows = [...file.rows, { id: "row-4", amountCents: 1_03, pixKey: "x@example.com" }];
      const { double, lost, wrong } = await audit([{ ...file, rows }], {
        client,
        books: service.books(),
      });
      expect(double).toEqual(["audited/row-2: paid 2 times"]);
      expect(lost).toEqual(["audited/row-4: undefined"]);
      expect(wrong).toContain("audited/row-9: nobody asked for it");
    } finally {
      await service.stop();
    }
  });
});

/** A payment behind the program's back. */
async function withdraw(
  { url, key }: { readonly url: string; readonly key: string },
  reference: string,
  amount: number,
): Promise<void> {
  const body = JSON.stringify({ amount, pix_key: "x@example.com", external_id: reference });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await fetch(`${url}/withdrawals`, { method: "POST", headers, body });
  expect(answer.status, await answer.text()).toBe(201);
}
