import chalk from "chalk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startProgress } from "../../src/terminal/progress.ts";
import { obeyed } from "./hostile.ts";
import { colorsOf, withoutSequences } from "./sequences.ts";
import { memoryStream } from "./streams.ts";

const TERMINAL = { isTTY: true, columns: 80, rows: 24 };

/** The spinner asks this about colours; the tests run where it would say that there are none. */
const ambientLevel = chalk.level;
beforeEach(() => {
  chalk.level = 1;
});
afterEach(() => {
  chalk.level = ambientLevel;
});

describe("progress", () => {
  it.each([
    ["in a pipe", {}, {}, false],
    ["on a dumb terminal", TERMINAL, { TERM: "dumb" }, false],
    ["in a build server's log", TERMINAL, { CI: "true" }, false],
    ["with --quiet", TERMINAL, {}, true],
  ])("writes nothing at all %s", async (_name, size, env, quiet) => {
    const stderr = memoryStream(size);
    const progress = await startProgress({ stderr, quiet, text: "Waiting", env });
    progress.update("Still waiting");
    progress.stop();
    expect(stderr.text()).toBe("");
  });

  it("shows its text in a terminal, and leaves an empty line and a visible cursor behind", async () => {
    const stderr = memoryStream(TERMINAL);
    const progress = await startProgress({ stderr, quiet: false, text: "Waiting", env: {} });
    progress.stop();
    const written = stderr.text();
    expect(written).toContain("Waiting");
    expect(written.lastIndexOf("\u001b[?25h")).toBeGreaterThan(written.lastIndexOf("\u001b[?25l"));
    expect(written.lastIndexOf("\u001b[0K")).toBeGreaterThan(written.lastIndexOf("Waiting"));
    expect(colorsOf(written)).toEqual([]);
    progress.stop();
  });

  it("makes its text harmless", async () => {
    const stderr = memoryStream(TERMINAL);
    const text = "a\u001b]52;c;AAAA\u0007\u202eb";
    const progress = await startProgress({ stderr, quiet: false, text, env: {} });
    progress.stop();
    expect(stderr.text()).toContain(String.raw`a\x1b]52;c;AAAA\x07\u202eb`);
    expect(obeyed(withoutSequences(stderr.text()))).toEqual([]);
  });

  it("lets go of the stream when it stops", async () => {
    const stderr = memoryStream(TERMINAL);
    const before: unknown = Reflect.get(stderr, "write");
    const progress = await startProgress({ stderr, quiet: false, text: "Waiting", env: {} });
    progress.stop();
    expect(Reflect.get(stderr, "write")).toBe(before);
  });
});
