import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFields, typed } from "../../src/domain/field.ts";

const written = (...pairs: readonly (readonly [string, string])[]) =>
  parseFields(pairs.map(([name, value]) => ({ name, value, fromFile: false })));

describe("a field's value", () => {
  it.each<[string, unknown]>([
    ["19.90", 19.9],
    ["-3", -3],
    ["0", 0],
    ["1e3", 1000],
    ["true", true],
    ["false", false],
    ["null", null],
    ["", ""],
    ["True", "True"],
    ["01234567890", "01234567890"],
    ["+5511999998888", "+5511999998888"],
    ["1.", "1."],
    ["1e999", "1e999"],
    ["12345678901234567890", "12345678901234567890"],
    ["0.1234567890123456", "0.1234567890123456"],
    ['"12345678901"', "12345678901"],
    ['"a\\nb"', "a\nb"],
    ['"a"b"', '"a"b"'],
    ["{}", "{}"],
    ["-0", "-0"],
    ["-0.0", "-0.0"],
    ["0", 0],
  ])("written %j is %j", (given, expected) => {
    expect(typed(given)).toBe(expected);
  });

  it("is a number only where the number says what was written", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^-?\d{1,25}(\.\d{1,20})?$/), (text) => {
        const value = typed(text);
        if (typeof value === "number") {
          const [whole = "", decimals = ""] = text.split(".");
          const places = decimals.replace(/0+$/, "");
          expect(value.toFixed(Math.min(places.length, 20))).toBe(
            places === "" ? whole : `${whole}.${places}`,
          );
        } else expect(value).toBe(text);
      }),
    );
  });
});

describe("fields", () => {
  it("nest, gather and replace", () => {
    expect(
      written(
        ["a[b][c]", "1"],
        ["a[b][d]", "x"],
        ["t[]", "1"],
        ["t[]", "y"],
        ["z", "1"],
        ["z", "2"],
      ),
    ).toEqual({ ok: true, value: { a: { b: { c: 1, d: "x" } }, t: [1, "y"], z: 2 } });
  });

  it("keep what came from a file as text", () => {
    const fields = [{ name: "a", value: "true", fromFile: true }];
    expect(parseFields(fields)).toEqual({ ok: true, value: { a: "true" } });
  });

  it.each<[string, readonly (readonly [string, string])[]]>([
    [
      "a",
      [
        ["a[b]", "1"],
        ["a", "2"],
      ],
    ],
    [
      "a[b]",
      [
        ["a", "1"],
        ["a[b]", "2"],
      ],
    ],
    [
      "a[]",
      [
        ["a", "1"],
        ["a[]", "2"],
      ],
    ],
    [
      "a[b]",
      [
        ["a[]", "1"],
        ["a[b]", "2"],
      ],
    ],
    ["a[", [["a[", "1"]]],
    ["a[]b", [["a[]b", "1"]]],
    ["[a]", [["[a]", "1"]]],
    ["a[b[c]]", [["a[b[c]]", "1"]]],
    [`a${"[b]".repeat(10)}`, [[`a${"[b]".repeat(10)}`, "1"]]],
  ])("refuse the name %s", (name, pairs) => {
    expect(written(...pairs)).toEqual({ ok: false, name });
  });

  it("are fields even where their names are JavaScript's own", () => {
    const parsed = written(["__proto__[x]", "1"], ["constructor", "2"]);
    expect(JSON.stringify(parsed.ok && parsed.value)).toBe('{"__proto__":{"x":1},"constructor":2}');
    expect(Object.getPrototypeOf({})).not.toHaveProperty("x");
  });
});
