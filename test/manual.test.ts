import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { manualOf } from "../.config/packaging/manual.mts";
import { manual } from "../src/text/manual.ts";
import { machine } from "./support/pix.ts";
import { itWhere } from "./support/where.ts";

const root = new URL("..", import.meta.url).pathname;
const path = join(root, "man", "pix.1");
const page = readFileSync(path, "utf8");

/** The page as it is read: without what roff makes bold, and with the characters that are typed. */
const read = page
  .replaceAll(/\\f[BIR]/g, "")
  .replaceAll(String.raw`\-`, "-")
  .replaceAll(String.raw`\(ti`, "~");

/** What the source asks its environment for that is the system's affair: where programs and windows are. */
const SYSTEM = ["AppData", "LocalAppData", "PATH", "Path", "DISPLAY", "WAYLAND_DISPLAY"];

function isHere(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
}

/** What a program shows of the page, and what it says about it. */
function reading(
  program: string,
  ...args: readonly string[]
): { readonly shown: readonly string[]; readonly faults: readonly string[] } {
  const env = { ...process.env, LC_ALL: "C.UTF-8", MANROFFSEQ: "", MANWIDTH: "80" };
  const { stdout, stderr, error } = spawnSync(program, [...args, path], { env, encoding: "utf8" });
  if (error !== undefined) throw error;
  // A terminal's bold is a letter struck twice.
  const lines = (text: string): readonly string[] =>
    text
      .replaceAll(/.\u0008/g, "")
      .split("\n")
      .filter((line) => line !== "");
  return { shown: lines(stdout), faults: lines(stderr) };
}

describe("the man page", () => {
  it("is what the commands and the sentences make (npm run man makes it again)", async () => {
    const { stdout, code } = await machine().pix(["commands", "--json"]);
    expect(code).toBe(0);
    expect(page).toBe(manualOf(stdout, manual));
  });

  it("is the same from a terminal of any width and on any day", async () => {
    const tty = { columns: 40, rows: 10 };
    const { stdout } = await machine("2031-01-02T03:04:05.000Z").pix(["commands", "--json"], {
      tty,
    });
    expect(manualOf(stdout, manual)).toBe(page);
  });

  it("names every command, flag and exit code", async () => {
    const { stdout } = await machine().pix(["commands", "--json"]);
    const found = [...stdout.matchAll(/"(?:command|long)": "([^"]+)"/g)].map(([, name]) => name);
    expect(new Set(found).size).toBeGreaterThan(100);
    expect(found.filter((name) => !read.includes(name ?? ""))).toEqual([]);
    const codes = [...stdout.matchAll(/"code": (\d+)/g)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(10);
    expect(codes.filter((code) => !read.includes(`\n.TP\n${code}\n`))).toEqual([]);
  });

  it("names every variable that the program reads", () => {
    const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, "src", file), "utf8"))
      .join("\n");
    const asked = [
      ...sources.matchAll(/\b(?:env\[|absolute\(|windows\(|read\()"(\w+)"/g),
      ...sources.matchAll(/"(\w+_proxy)"/gi),
    ].map(([, name]) => name ?? "");
    expect(new Set(asked).size).toBeGreaterThan(20);
    const told = asked.filter((name) => !SYSTEM.includes(name));
    expect(told.filter((name) => !new RegExp(`\\b${name}\\b`).test(read))).toEqual([]);
  });

  it("shows commands and flags that exist", async () => {
    const { stdout } = await machine().pix(["commands", "--output", "csv"]);
    for (const { name } of manual.examples) {
      const [, ...words] = name.split(" ");
      const end = words.findIndex((word) => !/^[a-z]+$/.test(word));
      const command = words.slice(0, end);
      const { code, stderr } = await machine().pix(["help", ...command]);
      expect(code, `${name}\n${stderr}`).toBe(0);
      const flags = words.filter((word) => word.startsWith("--"));
      expect(flags.filter((flag) => !stdout.includes(flag))).toEqual([]);
    }
  });

  it("is plain ASCII, so that every reader of man pages shows it", () => {
    expect(page).toMatch(/^[\n -~]+$/);
  });

  itWhere(
    { there: isHere("man"), missing: "man is not installed here" },
    "is shown by man without a warning",
    async () => {
      const { shown, faults } = reading("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8");
      expect(shown).toContain("EXIT STATUS");
      expect(faults).toEqual([]);
    },
  );

  itWhere(
    { there: isHere("groff"), missing: "groff is not installed here" },
    "has nothing that groff warns of",
    async () => {
      expect(reading("groff", "-man", "-ww", "-z", "-Tutf8").faults).toEqual([]);
    },
  );

  itWhere(
    { there: isHere("mandoc"), missing: "mandoc is not installed here" },
    "has no fault for mandoc but that it has no date",
    async () => {
      const { shown, faults } = reading("mandoc", "-Tlint");
      // A date would be the day of the build, or one that somebody forgets.
      expect([...shown, ...faults].filter((line) => !line.includes("missing date"))).toEqual([]);
    },
  );
});
