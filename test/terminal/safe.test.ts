import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safe, safeLines } from "../../src/terminal/safe.ts";
import { HOSTILE, obeyed } from "./hostile.ts";

const RUNS = { numRuns: 10_000 };
const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom(...HOSTILE.map(({ text }) => text), "a", "é", "😀") }),
);

describe("text from outside on one line", () => {
  it("shows controls as visible escapes", () => {
    expect(safe("a\u001b[31mb\u0007\t\n\r\u007f\u009b")).toBe(
      String.raw`a\x1b[31mb\x07\x09\x0a\x0d\x7f\x9b`,
    );
    expect(safe("\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029")).toBe(
      String.raw`\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029`,
    );
    expect(safe("x\ud83dy\ude00")).toBe(String.raw`x\ud83dy\ude00`);
  });

  it("leaves everything else as it is", () => {
    const harmless = "R$ 1.234,56 João 日本 😀 👩‍👩‍👧 \u00a0 \u00ad \\x1b \ufeff";
    expect(safe(harmless)).toBe(harmless);
  });

  it("never lets anything through that a terminal obeys, and changes nothing when done again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const shown = safe(text);
        expect(obeyed(shown)).toEqual([]);
        expect(safe(shown)).toBe(shown);
      }),
      RUNS,
    );
  });

  it("keeps every harmless character in its place", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = [...text]
          .map((character) => (obeyed(character).length > 0 ? safe(character) : character))
          .join("");
        expect(safe(text)).toBe(expected);
      }),
      RUNS,
    );
  });
});

describe("text from outside on several lines", () => {
  it("is the same with its line feeds", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(safeLines(text)).toBe(text.split("\n").map(safe).join("\n"));
      }),
      RUNS,
    );
  });
});
