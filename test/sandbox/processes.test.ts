import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openDatabase } from "../../src/database.ts";
import { MIGRATIONS } from "../../src/sandbox/schema.ts";
import { en } from "../../src/text/en.ts";
import {
  caller,
  CHARGE,
  createClock,
  onEnd,
  open,
  temporaryFolder,
  WITHDRAWAL,
} from "./support.ts";
import type { Call } from "./support.ts";

/** The built program, so that a process which dies is a real one. */
const binary = inject("pixBinary");

interface Served {
  readonly child: ChildProcess;
  readonly call: Call;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the exit code, or the name of the signal. */
  readonly ended: Promise<number | string | null>;
}

async function serve(home: string, key: string, args: readonly string[] = []): Promise<Served> {
  const child = spawn(
    process.execPath,
    [binary, "sandbox", "serve", "--port", "0", "--json", ...args],
    { env: { PATH: process.env["PATH"], PIX_HOME: home, HOME: home } },
  );
  const said = { stdout: "", stderr: "" };
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) =>
    child.on("close", (code, signal) => resolve(signal ?? code)),
  );
  onEnd(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      said.stdout += chunk.toString();
      if (said.stdout.includes("\n")) resolve(String(JSON.parse(said.stdout).url));
    });
    void ended.then((code) => reject(new Error(`it ended ${code}: ${said.stderr}`)));
  });
  const call = caller(
    (request) => fetch(request),
    () => key,
    url,
  );
  return { child, call, ended, stdout: () => said.stdout, stderr: () => said.stderr };
}

/** A sandbox's folder with a key of its own, and a look into its file that goes past the program. */
async function prepare() {
  const home = temporaryFolder();
  const path = join(home, "sandbox.db");
  const { sandbox } = await open({ path, clock: realClock() });
  sandbox.control.reset({ startingBalanceCents: 1_000_000_00 });
  const { key } = sandbox.control.createKey();
  await sandbox.close();
  return { home, path, key };
}

async function look(path: string) {
  const database = await openDatabase({ path, migrations: MIGRATIONS, text: en });
  const [check] = database.all<{ integrity_check: string }>("PRAGMA integrity_check");
  const ids = database.all<{ id: string }>("SELECT id FROM resources").map(({ id }) => id);
  const sum = database.get<{ available: number; blocked: number }>(
    "SELECT sum(available_cents) AS available, sum(blocked_cents) AS blocked FROM ledger",
  );
  const last = database.get<{ available: number; blocked: number }>(
    `SELECT available_after_cents AS available, blocked_after_cents AS blocked
     FROM ledger ORDER BY seq DESC LIMIT 1`,
  );
  const untold = database.all(
    `SELECT id FROM resources WHERE kind = 'charge'
     AND id NOT IN (SELECT resource_id FROM notifications WHERE event = 'payment.created')`,
  );
  database.close();
  return {
    untold: untold.length,
    integrity: check?.integrity_check,
    ids: new Set(ids),
    count: ids.length,
    sum,
    last,
  };
}

describe("sandbox processes on one file", () => {
  it("race with one key for one charge: one effect, and the same bytes for both", async () => {
    const { home, path, key } = await prepare();
    const [one, other] = await Promise.all([serve(home, key), serve(home, key)]);
    const rounds = 15;
    for (let round = 0; round < rounds; round += 1) {
      const options = { body: CHARGE, idempotencyKey: `race-${round}` };
      const answers = await Promise.all([
        one.call("POST /payments/pix", options),
        other.call("POST /payments/pix", options),
        one.call("POST /payments/pix", options),
      ]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    }
    expect((await look(path)).count).toBe(rounds);
  });

  it("write at once without corrupting anything, and the ledger adds up", async () => {
    const { home, path, key } = await prepare();
    const both = await Promise.all([serve(home, key), serve(home, key)]);
    const acknowledged = await Promise.all(
      both.flatMap(({ call }) =>
        Array.from({ length: 60 }, async (_, number) => {
          const amount = 1 + number;
          const made = await call("POST /withdrawals", { body: { ...WITHDRAWAL, amount } });
          expect(made.status).toBe(201);
          return made.body.id;
        }),
      ),
    );
    const found = await look(path);
    expect(found.integrity).toBe("ok");
    expect(found.sum).toEqual(found.last);
    expect(acknowledged.every((id) => found.ids.has(id))).toBe(true);
    expect(found.count).toBe(120);
  });

  it("is killed ten times under load: no acknowledged charge is lost, and the file is whole", async () => {
    const { home, path, key } = await prepare();
    const acknowledged: string[] = [];
    for (let kill = 0; kill < 10; kill += 1) {
      const { call, child, ended } = await serve(home, key);
      let dead = false;
      const workers = Array.from({ length: 8 }, async (_, worker) => {
        for (let count = 0; !dead; count += 1) {
          const withdrawal = (count + worker) % 3 > 0;
          const operation = withdrawal ? "POST /withdrawals" : "POST /payments/pix";
          const body = withdrawal ? { ...WITHDRAWAL, amount: 1 } : CHARGE;
          const answer = await call(operation, { body }).catch(() => undefined);
          if (answer === undefined) return;
          expect(answer.status).toBe(201);
          acknowledged.push(answer.body.id);
        }
      });
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 5);
      child.kill("SIGKILL");
      expect(await ended).toBe("SIGKILL");
      dead = true;
      await Promise.all(workers);
      const found = await look(path);
      expect(found.integrity).toBe("ok");
      expect(acknowledged.filter((id) => !found.ids.has(id))).toEqual([]);
      expect(found.sum).toEqual(found.last);
      expect(found.untold).toBe(0);
    }
    const { call } = await serve(home, key);
    expect((await call("GET /balance")).status).toBe(200);
  });

  it("ends in order at SIGTERM, after the request that is under way", async () => {
    const { home, key } = await prepare();
    const { call, child, ended, stdout, stderr } = await serve(home, key);
    const under = Array.from({ length: 10 }, () => call("POST /payments/pix", { body: CHARGE }));
    const [first] = await Promise.all(under.slice(0, 1));
    child.kill("SIGTERM");
    const rest = await Promise.allSettled(under);
    expect(first?.status).toBe(201);
    expect(rest.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
    expect(await ended).toBe(143);
    // A script that reads stdout finds the one line that it asked for.
    expect(stdout().split("\n")).toHaveLength(2);
    expect(stderr()).toContain("The sandbox answers at http://127.0.0.1:");
  });

  it("says which port is taken", async () => {
    const { home, key } = await prepare();
    const first = await serve(home, key);
    const port = new URL(String(JSON.parse(first.stdout()).url)).port;
    await expect(serve(home, key, ["--port", port])).rejects.toThrow(
      `The sandbox cannot listen on port ${port}: EADDRINUSE`,
    );
  });
});

/** The children live in real time. */
function realClock() {
  return {
    ...createClock(),
    now: () => new Date(Date.now()),
    elapsed: () => performance.now(),
  };
}
