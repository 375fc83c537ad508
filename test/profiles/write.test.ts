import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadWriter } from "../../src/profiles/write.ts";
import { open, profileNamed, temporaryFolder } from "./place.ts";

const root = new URL("../..", import.meta.url).pathname;
let built = "";

beforeAll(async () => {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  built = mkdtempSync(join(cache, "pix-writer-"));
  await build({
    input: join(root, "test/profiles/fixtures/writer.ts"),
    platform: "node",
    logLevel: "silent",
    output: { dir: built, format: "cjs", entryFileNames: "writer.cjs" },
  });
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

interface WriterOptions {
  readonly folder: string;
  readonly name: string;
  readonly count: number;
  /** How long it waits between two looks at a lock. */
  readonly pollMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Another process that stores profiles. */
function writer({ folder, name, count, pollMs, env = {} }: WriterOptions) {
  const words = [join(built, "writer.cjs"), folder, name, String(count), String(pollMs)];
  return spawn(process.execPath, words, {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

describe("replacing the files", () => {
  it("loses nothing of two processes that write at the same time", async () => {
    const folder = temporaryFolder();
    const writers = ["one", "two"].map((name) => writer({ folder, name, count: 15, pollMs: 20 }));
    await Promise.all(writers.map(async (child) => once(child, "exit")));
    expect(writers.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const profiles = await open(folder);
    for (const name of ["one", "two"]) {
      for (let index = 0; index < 15; index += 1) {
        expect(await profiles.storedKey(`${name}-${index}`)).toBe(`key-${name}-${index}`);
      }
    }
    expect(readdirSync(folder).toSorted()).toEqual(["config.json", "credentials.json"]);
  });

  it("loses nothing of ten changes in one process either", async () => {
    const folder = temporaryFolder();
    await (await open(folder)).save(profileNamed("loja"));
    const fields = [
      "limit.withdrawal",
      "limit.run",
      "limit.day",
      "customer.name",
      "customer.phone",
    ];
    await Promise.all(
      fields.map(async (field) => (await open(folder)).set("loja", field, "12345678")),
    );
    expect((await open(folder)).get("loja")).toMatchObject({
      limits: { withdrawalCentsMax: 1_234_567_800, runCentsMax: 1_234_567_800 },
      defaults: { customer: { name: "12345678", phone: "12345678" } },
    });
  });

  it.each([{}, { SNAP: "/snap/code/1" }])(
    "is never seen half done, however often the writer is killed (%o)",
    async (env) => {
      const folder = temporaryFolder();
      for (let round = 0; round < 6; round += 1) {
        const child = writer({ folder, name: `round${round}`, count: 100_000, pollMs: 1, env });
        await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
        expect(child.exitCode).toBeNull();
        await sleep(round * 7);
        child.kill("SIGKILL");
        await once(child, "exit");
        const profiles = await open(folder);
        const stored = profiles.all().filter(({ source }) => source === "stored");
        expect(stored.length).toBeGreaterThan(round);
        for (const { name } of stored) expect(await profiles.storedKey(name)).toBe(`key-${name}`);
        for (const file of ["config.json", "credentials.json"]) {
          expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
        }
      }
      await (await open(folder)).save(profileNamed("last"));
      expect(readdirSync(folder).toSorted()).toEqual(["config.json", "credentials.json"]);
    },
  );

  it("puts nothing in place when the lock was lost", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "config.json"), "old");
    const replace = await loadWriter({ folder, platform: process.platform });
    expect(replace([{ name: "config", value: { a: 1 } }], () => false)).toBe(false);
    expect(readFileSync(join(folder, "config.json"), "utf8")).toBe("old");
    expect(readdirSync(folder)).toEqual(["config.json"]);
    expect(replace([{ name: "config", value: { "a.b": 1 } }], () => true)).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "config.json"), "utf8"))).toEqual({ "a.b": 1 });
  });
});
