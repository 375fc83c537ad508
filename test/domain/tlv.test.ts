import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countCharacters, readFields, writeFields } from "../../src/domain/tlv.ts";

const runs = { numRuns: 10_000 };

describe("readFields", () => {
  it("reads fields one after the other, an empty one too", () => {
    const value = [
      { id: "00", value: "01" },
      { id: "59", value: "" },
      { id: "60", value: "👀é" },
    ];
    expect(readFields("00020159006002👀é")).toEqual({ ok: true, value });
    expect(readFields("")).toEqual({ ok: true, value: [] });
  });

  it.each([
    ["0002", "tlv_truncated"],
    ["000", "tlv_truncated"],
    ["000201x", "tlv"],
    ["0A0201", "tlv"],
    ["00+201", "tlv"],
    ["0003👀é", "tlv_truncated"],
    ["٠٠٠٢٠١", "tlv"],
  ])("refuses %s as %s", (text, problem) => {
    expect(readFields(text)).toEqual({ ok: false, problem });
  });
});

describe("writeFields", () => {
  it("writes what is read back to the same fields, in code points", () => {
    const id = fc.nat(99).map((number) => String(number).padStart(2, "0"));
    const unit = fc.constantFrom(...Array.from("09aé株👀\u0301"));
    const value = fc.string({ unit, maxLength: 20, size: "max" });
    const fields = fc.array(fc.record({ id, value }), { maxLength: 6 });
    fc.assert(
      fc.property(fields, (written) => {
        expect(readFields(writeFields(written))).toEqual({ ok: true, value: written });
      }),
      runs,
    );
  });

  it("throws for a value that two digits cannot count", () => {
    expect(countCharacters("👀".repeat(99))).toBe(99);
    expect(writeFields([{ id: "80", value: "👀".repeat(99) }])).toMatch(/^8099/);
    expect(() => writeFields([{ id: "80", value: "a".repeat(100) }])).toThrow(RangeError);
  });
});
