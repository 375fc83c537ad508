import { describe, expect, it } from "vitest";
import { holdsControls, holdsUnseen } from "../../src/domain/unseen.ts";
import { safe } from "../../src/terminal/safe.ts";

/** Every code point, lone surrogates included, as Unicode's own names sort it. */
function everyCharacter(
  check: (character: string, matches: (pattern: RegExp) => boolean) => void,
): void {
  for (let code = 0; code <= 0x10_ff_ff; code += 1) {
    const character = String.fromCodePoint(code);
    check(character, (pattern) => pattern.test(character));
  }
}

describe("what cannot be seen", () => {
  it("is found as Unicode has it, for every character there is", () => {
    const wrong: string[] = [];
    everyCharacter((character, matches) => {
      const right =
        holdsUnseen(`a${character}b`) === matches(/[\p{C}\p{Z}]/u) &&
        holdsControls(`a${character}b`) === matches(/[\p{Cc}\p{Cs}]/u);
      if (!right) wrong.push(character.codePointAt(0)?.toString(16) ?? "");
    });
    expect(wrong).toEqual([]);
  });

  it("is not in a text of none", () => {
    expect([holdsUnseen(""), holdsControls("")]).toEqual([false, false]);
    expect([holdsUnseen("a b"), holdsControls("a b")]).toEqual([true, false]);
  });

  it("never reaches a terminal where the terminal would obey it", () => {
    const dangerous = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;
    const wrong: string[] = [];
    everyCharacter((character, matches) => {
      if ((safe(character) !== character) !== matches(dangerous)) wrong.push(character);
    });
    expect(wrong).toEqual([]);
  });
});
