import { describe, expect, it } from "vitest";
import { createStyle, type Tone, wantsColor } from "../../src/terminal/style.ts";

const TONES: readonly Tone[] = ["good", "waiting", "bad", "muted", "strong", "plain"];

describe("colours", () => {
  it("are in a terminal and nowhere else", () => {
    const ask = { env: {}, flag: undefined };
    expect(wantsColor({ ...ask, stream: { isTTY: true } })).toBe(true);
    expect(wantsColor({ ...ask, stream: { isTTY: false } })).toBe(false);
    expect(wantsColor({ ...ask, stream: {} })).toBe(false);
  });

  it("are forbidden by the flag, by NO_COLOR that is not empty and by a dumb terminal", () => {
    const ask = { stream: { isTTY: true }, env: {}, flag: undefined };
    expect(wantsColor({ ...ask, flag: false })).toBe(false);
    expect(wantsColor({ ...ask, env: { NO_COLOR: "1" } })).toBe(false);
    expect(wantsColor({ ...ask, env: { NO_COLOR: "" } })).toBe(true);
    expect(wantsColor({ ...ask, env: { TERM: "dumb" } })).toBe(false);
    expect(wantsColor({ ...ask, flag: true, env: { NO_COLOR: "1" } })).toBe(false);
  });

  it("are forced into a pipe by nothing", () => {
    const env = { FORCE_COLOR: "3", COLORTERM: "truecolor" };
    expect(wantsColor({ stream: {}, env, flag: true })).toBe(false);
  });
});

describe("a style", () => {
  it("leaves text alone without colours", async () => {
    const { paint, color } = await createStyle({ color: false });
    expect(color).toBe(false);
    expect(TONES.map((tone) => paint(tone, "x"))).toEqual(TONES.map(() => "x"));
  });

  it("ends every colour that it begins, and paints each tone differently", async () => {
    const { paint, color } = await createStyle({ color: true });
    expect(color).toBe(true);
    expect(TONES.map((tone) => paint(tone, "x"))).toEqual([
      "\u001b[32mx\u001b[39m",
      "\u001b[33mx\u001b[39m",
      "\u001b[31mx\u001b[39m",
      "\u001b[2mx\u001b[22m",
      "\u001b[1mx\u001b[22m",
      "x",
    ]);
  });
});
