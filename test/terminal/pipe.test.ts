import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

let folder = "";
let writer = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pix-pipe-"));
  await build({
    input: new URL("fixtures/writer.ts", import.meta.url).pathname,
    platform: "node",
    external: ["libsql"],
    output: { dir: folder, format: "esm", entryFileNames: "writer.mjs" },
  });
  writer = join(folder, "writer.mjs");
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** A shell's command line with `$WRITER` in it; bash, for its pipefail. */
function shell(line: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return run("bash", ["--norc", "-c", `set -o pipefail; ${line}`], {
    env: { PATH: process.env["PATH"], WRITER: `${process.execPath} ${writer}` },
    maxBuffer: OUTPUT_BYTES_MAX,
  });
}

describe("output into a real pipe", () => {
  it("arrives whole, far beyond what a pipe holds at once", async () => {
    const picture = "A".repeat(200 * 1024);
    expect((await shell("$WRITER big tsv")).stdout).toBe(`qrcode\t${picture}\n`);
    expect((await shell("$WRITER big json | (sleep 0.2; cat)")).stdout).toBe(
      `{\n  "qrcode": "${picture}"\n}\n`,
    );
    const lines = (await shell("$WRITER some jsonl | (sleep 0.2; cat)")).stdout.split("\n");
    expect(lines).toHaveLength(5001);
    expect(lines[4999]).toBe('{"value":4999}');
  });

  it.each([
    ["tsv", "0\n"],
    ["jsonl", '{"value":0}\n'],
    ["human", "Value\n"],
    ["json", "{\n"],
  ])("ends quietly when its reader has had enough: %s", async (form, first) => {
    const { stdout, stderr } = await shell(`$WRITER endless ${form} | head -1`);
    expect(stdout).toBe(first);
    const [, asked = "", closed] = /^(\d+) pages, closed: (true|false)\n$/.exec(stderr) ?? [];
    expect(closed).toBe("true");
    expect(Number(asked)).toBeLessThan(10_000);
  });

  it("fails when a disk is full", async () => {
    const { stdout } = await shell("$WRITER some tsv 2>&1 > /dev/full || echo code $?");
    expect(stdout).toMatch(
      /^failed: LocalError: The result could not be written: ENOSPC.*\ncode 1\n$/,
    );
  });

  it("goes on when nobody reads what is said on stderr", async () => {
    const { stdout } = await shell("$WRITER some tsv 2> >(true)");
    expect(stdout.split("\n")).toHaveLength(5001);
  });
});
