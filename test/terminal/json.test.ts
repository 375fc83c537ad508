import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson, prettyJson, toJson } from "../../src/terminal/json.ts";
import { HOSTILE, obeyed } from "./hostile.ts";

const RUNS = { numRuns: 5_000 };

/**
 * JSON text as a service could write it: odd numbers, hostile strings both raw and escaped, spaces
 * anywhere.
 */
const space = fc.stringMatching(/^[ \t\r\n]{0,3}$/);
const numberText = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/),
  fc.constantFrom("19.90", "1.0", "12345678901234567890", "-0", "1E5", "0.10000000000000000001"),
);
const character = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    "\\n",
    "\\u001b",
    "\\/",
    "\\ud83d\\ude00",
    '\\"',
    "\\\\",
    "{",
    "}",
    "[",
    ",",
    ":",
    " ",
  ),
  fc.constantFrom("\u007f", "\u0085", "\u009b", "\u202e", "\u2028", "\u061c", "\u2066", "\ud800"),
);
const stringText = fc
  .array(character, { maxLength: 12 })
  .map((characters) => `"${characters.map(writable).join("")}"`);

/**
 * Any key but a backslash alone. Node 24.21's JSON.parse, which is the oracle here, takes `"\u007f"` for that
 * key once it has read an object with it: `JSON.parse('{"a":1,"\\\\":2}')` makes
 * `JSON.parse('{"a":1,"\\u007f":2}')` the same object.
 */
const keyText = stringText.filter((text) => JSON.parse(text) !== "\\");

const { document } = fc.letrec<{ document: string }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(numberText, stringText, fc.constantFrom("true", "false", "null")),
    fc
      .tuple(space, fc.array(fc.tuple(tie("document"), space), { maxLength: 4 }))
      .map(([inner, items]) => `[${inner}${items.map((item) => item.join("")).join(",")}]`),
    fc
      .tuple(space, fc.array(fc.tuple(keyText, space, tie("document"), space), { maxLength: 4 }))
      .map(([inner, members]) => {
        const text = members.map(
          ([key, before, value, after]) => `${key}${before}:${value}${after}`,
        );
        return `{${inner}${text.join(",")}}`;
      }),
  ),
}));

/** What has to be escaped inside a string to be JSON at all (RFC 8259, section 7). */
function writable(text: string): string {
  return text.length === 1 && (text === '"' || text === "\\" || text < " ")
    ? `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`
    : text;
}

/** An independent reading of the numbers: what is left when every string has been taken out. */
function numbers(source: string): readonly string[] {
  return source.replaceAll(/"(?:[^"\\]|\\.)*"/g, " ").match(/-?\d[\d.eE+-]*/g) ?? [];
}

describe.each([
  ["pretty", prettyJson],
  ["compact", compactJson],
])("%s JSON", (_name, write) => {
  it("means the same as its source", () => {
    fc.assert(
      fc.property(document, (source) => {
        expect(JSON.parse(write(source))).toEqual(JSON.parse(source));
      }),
      RUNS,
    );
  });

  it("keeps every number as it was written", () => {
    fc.assert(
      fc.property(document, (source) => {
        expect(numbers(write(source))).toEqual(numbers(source));
      }),
      RUNS,
    );
  });

  it("changes nothing when done again, and has nothing that a terminal obeys but line feeds", () => {
    fc.assert(
      fc.property(document, (source) => {
        const written = write(source);
        expect(write(written)).toBe(written);
        expect(obeyed(written.replaceAll("\n", ""))).toEqual([]);
      }),
      RUNS,
    );
  });

  it("refuses what does not consist of JSON tokens", () => {
    for (const source of ['"open', '{"a":\u001b[31m}', "'a'", '"a\\"', "<html>"]) {
      expect(() => write(source)).toThrow(SyntaxError);
    }
  });

  it("escapes the hostile characters that JSON allows to stand in a string", () => {
    for (const { text } of HOSTILE) {
      const source = `{"name":"${[...text].map(writable).join("")}"}`;
      const written = write(source);
      expect(obeyed(written.replaceAll("\n", ""))).toEqual([]);
      expect(JSON.parse(written)).toEqual({ name: text });
    }
  });
});

describe("pretty JSON", () => {
  it("has two spaces a level, and empty brackets together", () => {
    expect(prettyJson('{"a":[1,{"b":null}],"c":[ ],"d":{ },"e":"x, y: {z}"}')).toBe(
      [
        "{",
        '  "a": [',
        "    1,",
        "    {",
        '      "b": null',
        "    }",
        "  ],",
        '  "c": [],',
        '  "d": {},',
        '  "e": "x, y: {z}"',
        "}",
      ].join("\n"),
    );
  });

  it("is what JSON.stringify writes, where that is lossless", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "grapheme-ascii" }), (value) => {
        const expected = JSON.stringify(value, null, 2);
        expect(prettyJson(JSON.stringify(value))).toBe(expected.replaceAll("\u007f", "\\u007f"));
      }),
      RUNS,
    );
  });

  it("keeps repeated keys, their order, and a number no computer could hold", () => {
    expect(compactJson('{ "b": 19.90, "a": 1, "b": 123456789012345678901234567890.10 }')).toBe(
      '{"b":19.90,"a":1,"b":123456789012345678901234567890.10}',
    );
  });

  it("stays small for a great many brackets", () => {
    const levels = 100_000;
    const source = "[".repeat(levels) + "]".repeat(levels);
    expect(prettyJson(source).length).toBeLessThan(2 * levels * 210);
  });

  it("takes a string of several megabytes", () => {
    const source = `{"qrcode":"${"A".repeat(8 * 1024 * 1024)}"}`;
    expect(compactJson(source)).toBe(source);
  });
});

describe("a value of our own as JSON", () => {
  it("is JSON on one line that a terminal does not obey", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = toJson(value);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(obeyed(text)).toEqual([]);
      }),
      RUNS,
    );
  });

  it("has null for what JSON has no word for", () => {
    expect(toJson(undefined)).toBe("null");
    expect(toJson(() => 1)).toBe("null");
  });
});
