import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { rolldown } from "rolldown";
import { afterEach, describe, expect, inject, it } from "vitest";
import { regexes } from "../../.config/regexes.mts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What a source says of itself in the build: its text, and the value of `found`. */
async function built(source: string): Promise<{ readonly code: string; readonly found: unknown }> {
  const id = join(import.meta.dirname, "src", "sample.ts");
  const bundle = await rolldown({
    input: id,
    plugins: [
      {
        name: "sample",
        resolveId: (name) => name,
        load: () => ({ code: source, moduleType: "ts" }),
      },
      regexes(),
    ],
  });
  const { output } = await bundle.generate({ format: "cjs", exports: "named" });
  const { code } = output[0];
  const exported: { found?: unknown } = {};
  runInNewContext(code, { exports: exported });
  return { code, found: structuredClone(exported.found) };
}

describe("the build", () => {
  it("makes a pattern of Unicode properties when it is come by, and leaves others alone", async () => {
    const { code, found } = await built(`
      const odd = (text: string) => /["\\\\/\\p{Lu}]\\//u.test(text);
      const plain = /^a+$/;
      export const found = [odd("É/"), odd("é/"), odd('"/'), odd("\\\\\\\\/"), plain.test("aa"), odd("É/")];
    `);
    expect(found).toEqual([true, false, true, true, true, true]);
    expect(code).not.toMatch(/\/\[.*\\p\{Lu\}/);
    expect(code).toContain("/^a+$/");
  });

  it("gives each use a pattern of its own where it remembers a place", async () => {
    const { found } = await built(`
      const next = (text: string) => /\\p{L}/gu.exec(text)?.[0];
      const letters = (text: string) => text.replace(/\\p{L}/gu, "x") + text.match(/\\p{Lu}/gu);
      export const found = [next("ab"), next("ab"), letters("aB1"), letters("aB1")];
    `);
    expect(found).toEqual(["a", "a", "xx1B", "xx1B"]);
  });

  it("says what is missing where npm has left out the native part of SQLite", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pix-alone-"));
    folders.push(folder);
    cpSync(dirname(dirname(inject("pixBinary"))), folder, { recursive: true });
    const pix = (...args: string[]): Promise<{ code: number | null; stderr: string }> =>
      new Promise((ended) => {
        const env = { PATH: process.env["PATH"], HOME: folder, PIX_HOME: join(folder, "home") };
        const whole = [join(folder, "bin", "pix.js"), ...args];
        const child = execFile(process.execPath, whole, { env }, (_error, _stdout, stderr) =>
          ended({ code: child.exitCode, stderr }),
        );
      });
    expect(await pix("profiles", "list")).toEqual({ code: 0, stderr: "" });
    const { code, stderr } = await pix("pix", "create", "--amount", "1", "--profile", "sandbox");
    expect(code).toBe(1);
    expect(stderr).toContain("SQLite, which keeps what must not be forgotten, cannot be loaded");
    expect(stderr).toContain("npm install -g pix-cli --include=optional");
    expect(stderr).not.toContain("    at ");
  });
});
