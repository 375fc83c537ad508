import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { audit, report } from "./kill/audit.ts";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import type { PayoutFile } from "./kill/file.ts";
import { follow, run } from "./kill/program.ts";
import type { Ended, Program } from "./kill/program.ts";
import { serve } from "./kill/service.ts";
import type { Service } from "./kill/service.ts";
import { itWhere } from "./support/where.ts";

/** The built program, where what it must write down cannot be written. */
const path = inject("pixBinary");
const ROWS = 40;
/** How large a file may grow, in KiB: not at all, then by some payments more each time. */
const GROWTHS = [0, 48, 80, 120, 200];
const ADVICE =
  "See that the disk has room, and that the folder and the file are yours and writable.";

let folder = "";
let service: Service;
let client: Program;
let file: PayoutFile;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-disk-"));
  service = await serve(path, join(folder, "service"));
  client = clientOf(service, { path, folder });
  file = writePayoutFile(folder, { batch: "salaries", count: ROWS });
});

afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program of bash beside the variables of the client, FILE and the words that confirm it. */
async function bash(program: string, before: readonly string[] = []): Promise<Ended> {
  const env = {
    PATH: process.env["PATH"],
    ...{ ...client.env, NODE: process.execPath, PIX: path },
    ...{ FOLDER: folder, FILE: file.path, CONFIRMED: file.confirmed.join(" ") },
  };
  const words = [...before, "bash", "-c", program];
  const child = spawn(words[0] ?? "bash", words.slice(1), {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return follow(child).ended;
}

/** Everything that the service has paid stands in the ledger, and nothing else does. */
async function expectRecorded(ledger: Program): Promise<number> {
  const told = [...(await report(file, ledger)).values()];
  const begun = told.filter(({ state }) => state !== "planned");
  const sent = service.books().withdrawals.map(({ reference }) => reference);
  expect(sent.toSorted()).toEqual(begun.map(({ id }) => `${file.batch}/${id}`).toSorted());
  return sent.length;
}

async function expectPaidOnce(ledger: Program): Promise<void> {
  const verdict = await audit([file], { client: ledger, books: service.books() });
  expect(verdict).toEqual({ double: [], lost: [], wrong: [] });
}

describe("a ledger that cannot grow", () => {
  it("stops the sending at once: nothing is paid without a record, and it goes on later", async () => {
    const planned = await run(client, ["withdraw", "batch", "plan", file.path]);
    expect(planned.code, planned.stderr).toBe(0);
    const sent: number[] = [];
    for (const kibibytes of GROWTHS) {
      const limited = `ulimit -f ${kibibytes}; exec "$NODE" "$PIX" withdraw batch run "$FILE" $CONFIRMED`;
      const { code, stderr } = await bash(limited);
      expect(code, stderr).toBe(1);
      expect(stderr).toContain(ADVICE);
      sent.push(await expectRecorded(client));
    }
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBeGreaterThan(0);
    expect(sent.at(-1)).toBeLessThan(ROWS);
    const resume = ["withdraw", "batch", "resume", file.batch, ...file.confirmed];
    const resumed = await run(client, resume);
    expect(resumed.code, resumed.stderr).toBe(0);
    await expectPaidOnce(client);
  });
});

/** A disk of its own, which is gone with the last process that sees it. */
const unshare = ["unshare", "--mount", ...(process.getuid?.() === 0 ? [] : ["--map-root-user"])];
const TRY = "mount -t tmpfs pix /mnt && mount -o remount,size=100k /mnt";
const mounts = {
  there: spawnSync("unshare", [...unshare.slice(1), "sh", "-c", TRY]).status === 0,
  missing: "this user may mount no disk here, or not make it smaller",
};

const FULL = `
mount -t tmpfs -o mode=700,size=16m pix "$PIX_HOME" && "$NODE" "$PIX" withdraw batch plan "$FILE" || exit
used=$(df --output=used --block-size=1K "$PIX_HOME" | tail -n 1)
mount -o "remount,size=$((used + 150))k" "$PIX_HOME"
"$NODE" "$PIX" withdraw batch run "$FILE" $CONFIRMED
code=$?
cp -a "$PIX_HOME" "$FOLDER/kept"
exit $code
`;

const READ_ONLY = `
mount -t tmpfs pix "$PIX_HOME" && cp -a "$FOLDER/kept/." "$PIX_HOME" || exit
mount -o remount,ro "$PIX_HOME"
"$NODE" "$PIX" withdraw batch run "$FILE" $CONFIRMED
`;

describe("a disk of its own", () => {
  itWhere(
    mounts,
    "that is full, and then read-only, stops a run before it sends more",
    async () => {
      const full = await bash(FULL, unshare);
      expect(full.code, full.stderr).toBe(1);
      expect(full.stderr).toContain(ADVICE);
      const kept: Program = { ...client, env: { ...client.env, PIX_HOME: join(folder, "kept") } };
      const sent = await expectRecorded(kept);
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(ROWS);

      const readOnly = await bash(READ_ONLY, unshare);
      expect(readOnly.code, readOnly.stderr).toBe(1);
      expect(readOnly.stderr).toContain(ADVICE);
      expect(await expectRecorded(kept)).toBe(sent);

      const resumed = await run(kept, ["withdraw", "batch", "run", file.path, ...file.confirmed]);
      expect(resumed.code, resumed.stderr).toBe(0);
      await expectPaidOnce(kept);
    },
  );
});
