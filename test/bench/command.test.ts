import { describe, expect, it } from "vitest";
import { besideTheFirst, ran } from "./command.ts";
import type { Command } from "./command.ts";

function command(name: string, script = ""): Command {
  const args = ["-e", script];
  return { name, file: process.execPath, args, env: {}, proves: (stdout) => stdout === "done\n" };
}

describe("a round", () => {
  it("runs every command once, each round from another one on, and the first is not counted", async () => {
    const [empty, one, two] = [command("empty"), command("one"), command("two")];
    const order: string[] = [];
    const measure = ({ name }: Command): number => order.push(name);
    const figures = await besideTheFirst([empty, one, two], { rounds: 2, unit: "ms", measure });
    expect(order).toEqual([
      ...["empty", "one", "two"],
      ...["empty", "one", "two"],
      ...["one", "two", "empty"],
    ]);
    const beside = { name: "empty", values: [4, 9] };
    expect(figures).toEqual([
      { name: "empty", unit: "ms", values: [4, 9], isInReadme: false },
      { name: "one", unit: "ms", values: [5, 7], isInReadme: false, beside },
      { name: "two", unit: "ms", values: [6, 8], isInReadme: false, beside },
    ]);
  });
});

describe("a command that is measured", () => {
  it("gives its time and what it printed", () => {
    const { ms, stdout } = ran(command("good", "console.log('done')"));
    expect(stdout).toBe("done\n");
    expect(ms).toBeGreaterThan(0);
  });

  it.each([
    ["ends with a fault", "console.log('done'); process.exitCode = 3", "(3)"],
    ["prints something else", "console.log('undone')", "undone"],
    ["is killed", "process.kill(process.pid, 'SIGKILL')", "(SIGKILL)"],
  ])("has no figure where it %s", (_name, script, words) => {
    const work = (): unknown => ran(command("bad", script));
    expect(work).toThrow("bad did not do its work");
    expect(work).toThrow(words);
  });

  it("has none where it cannot be started", () => {
    const gone = { ...command("gone"), file: "/nowhere/at/all" };
    expect(() => ran(gone)).toThrow("gone was not run");
  });
});
