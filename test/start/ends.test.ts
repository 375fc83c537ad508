import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { isOldNode } from "../../src/version.ts";
import { machine } from "../support/pix.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pix-ends-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A line of shell with the built program as $PIX. */
function shell(
  line: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  return new Promise((ended) => {
    const own = { PATH: process.env["PATH"], HOME: folder, NODE: process.execPath };
    const options = { cwd: folder, env: { ...own, PIX: inject("pixBinary"), ...env } };
    const child = execFile("bash", ["-c", line], options, (_error, stdout, stderr) =>
      ended({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}

describe("what is said before anything is loaded", () => {
  it.each(["--version", "--help", "help pix", "pix create --help", "-V"])(
    "is told as lost where the disk is full: %s",
    async (words) => {
      const { code, stderr } = await shell(`"$NODE" "$PIX" ${words} >/dev/full`);
      expect(code).toBe(1);
      expect(stderr).toContain("The result could not be written: ENOSPC");
      expect(stderr).not.toMatch(/^\s+at |throw er/m);
    },
  );

  it.each(["--version", "--help"])("ends well where its reader has gone: %s", async (words) => {
    const gone = `sleep 0.2; "$NODE" "$PIX" ${words}; echo "ended with $?" >&2`;
    const { stderr } = await shell(`{ ${gone}; } | true`);
    expect(stderr).toBe("ended with 0\n");
  });

  it("is said also where nobody listens", async () => {
    const { code, stderr } = await shell('"$NODE" "$PIX" --version >&- 2>&-');
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("an odd place to start from", () => {
  it("is an empty HOME: nothing is kept where the user happens to be", async () => {
    const here = join(folder, "here");
    mkdirSync(here);
    // Where the system knows no other home, the command says what is in the way.
    await shell(`cd here && "$NODE" "$PIX" profiles list`, { HOME: "" });
    await shell(`cd here && "$NODE" "$PIX" doctor`, { HOME: "relative" });
    expect(readdirSync(here)).toEqual([]);
  });

  it("is a folder that was removed, and only a path from there minds", async () => {
    const gone = "mkdir gone && cd gone && rmdir ../gone";
    const list = await shell(`${gone} && "$NODE" "$PIX" profiles list`);
    expect(list).toMatchObject({ code: 0, stderr: "" });
    const { code, stderr } = await shell(`${gone} && PIX_HOME=x "$NODE" "$PIX" profiles list`);
    expect(code).toBe(1);
    expect(stderr).toContain("The folder that this shell is in does not exist any more.");
  });

  it("is a Node that is too old", async () => {
    const { code, stderr } = await machine().pix(["profiles", "list"], { nodeVersion: "18.20.8" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: Node 18\.20\.8 is too old\.\n {2}Install Node 20\.18\.1/);
  });

  it.each([
    ["20.18.1", false],
    ["20.18.0", true],
    ["20.9.9", true],
    ["22.0.0", false],
    ["9.99.99", true],
    ["20.19.0-nightly", false],
  ])("compares versions as numbers: %s", (version, isOld) => {
    expect(isOldNode(version)).toBe(isOld);
  });
});
