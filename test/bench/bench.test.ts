import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import config from "../../.config/bench.mts";

/**
 * The bench itself, built and run as `npm run bench` does; how long anything takes is no matter of theirs.
 */

const root = new URL("../..", import.meta.url).pathname;
let folder = "";

beforeAll(async () => {
  folder = mkdtempSync(join(root, "node_modules", ".cache", "bench-"));
  if (Array.isArray(config) || Array.isArray(config.output) || config.output === undefined) {
    throw new TypeError("the bench is expected to have one output");
  }
  await build({ ...config, cwd: root, output: { ...config.output, dir: folder } });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function bench(...args: readonly string[]): Promise<Ended> {
  return new Promise((ended) => {
    const words = [join(folder, "main.cjs"), ...args];
    const child = execFile(process.execPath, words, { cwd: root }, (_error, stdout, stderr) =>
      ended({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** The cells of each line of the table, without what stands at its ends. */
function cellsOf(stdout: string): readonly (readonly string[])[] {
  const lines = stdout.split("\n").filter((line) => line.startsWith("|"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe("npm run bench", () => {
  it("prints a table of the start with a figure, a ratio and a target in each row", async () => {
    const { code, stdout, stderr } = await bench(
      ...["start", "--rounds", "1", "--program", inject("pixBinary")],
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^\d+ × .+, \d+ GiB, .+, Node \d+\.\d+\.\d+, \d{4}-\d\d-\d\d\n/);
    const [head = [], , empty = [], ...rows] = cellsOf(stdout);
    expect(head).toHaveLength(8);
    expect(empty.slice(0, 2)).toEqual(["`node -e 0`", expect.stringMatching(/^\d+\.\d ms$/)]);
    const ours = rows.filter(([name]) => name?.startsWith("`pix"));
    expect(ours).toHaveLength(8);
    for (const row of ours) {
      expect(row).toEqual([
        ...[expect.any(String), expect.stringMatching(/^\d+\.\d ms$/)],
        expect.stringMatching(/^\d+\.\d to \d+\.\d$/),
        ...[
          "`node -e 0`",
          expect.stringMatching(/^\d+\.\d\d$/),
          expect.stringMatching(/^\d+\.\d\d$/),
        ],
        ...[expect.stringMatching(/^≤ \d/), expect.stringMatching(/^(yes|no)$/)],
      ]);
    }
    expect(rows.map(([name = ""]) => name).filter((name) => /TAB|curl/.test(name))).toHaveLength(2);
  });

  it("has no figure for a command that did not do its work", async () => {
    const idle = join(folder, "idle.cjs");
    writeFileSync(idle, "");
    const { code, stdout, stderr } = await bench("start", "--rounds", "1", "--program", idle);
    expect(code).toBe(1);
    expect(stderr).toContain("`pix --version` did not do its work (0)");
    expect(cellsOf(stdout)).toEqual([]);
  });

  it("refuses a part that there is none of, and says what there is", async () => {
    const wrong = await bench("strat");
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 1, stdout: "" });
    expect(wrong.stderr).toContain("there is no part strat");
    const help = await bench("--help");
    expect(help.code).toBe(0);
    for (const name of ["start", "memory", "list", "payouts", "--readme"]) {
      expect(help.stdout).toContain(`\n  ${name} `);
    }
  });
});
