import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine } from "../../src/domain/command-line.ts";

describe("commandLine", () => {
  it("leaves plain words as they are and quotes the others", () => {
    expect(commandLine(["pix", "--name", "Maria da Silva", "--amount", "19.90"])).toBe(
      "pix --name 'Maria da Silva' --amount 19.90",
    );
    expect(commandLine(["it's", "", "$(reboot)"])).toBe(String.raw`'it'\''s' '' '$(reboot)'`);
  });

  it("gives a shell back exactly the words, whatever they are", () => {
    const word = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), (words) => {
        const printed = execFileSync("sh", ["-c", `printf '%s\\0' ${commandLine(words)}`]);
        expect(printed.toString("utf8")).toBe(words.map((text) => `${text}\0`).join(""));
      }),
      { numRuns: 100 },
    );
  });
});
