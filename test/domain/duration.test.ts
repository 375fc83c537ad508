import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { durationMsMax, parseDuration } from "../../src/domain/duration.ts";

const runs = { numRuns: 10_000 };

describe("parseDuration", () => {
  it.each([
    ["30", 30_000],
    ["30s", 30_000],
    ["15m", 900_000],
    ["2h", 7_200_000],
    ["500ms", 500],
    ["1d", 86_400_000],
    ["0", 0],
    ["007s", 7_000],
    [" 30s ", 30_000],
    ["24d", 2_073_600_000],
  ])("reads %j as %i milliseconds", (text, durationMs) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: durationMs });
  });

  it.each([
    ["", "empty"],
    [" ", "empty"],
    ["25d", "too_long"],
    ["577h", "too_long"],
    ["9".repeat(400), "too_long"],
    ["-1", "not_a_duration"],
    ["+1", "not_a_duration"],
    ["1.5h", "not_a_duration"],
    ["1h30m", "not_a_duration"],
    ["15M", "not_a_duration"],
    ["15 m", "not_a_duration"],
    ["m", "not_a_duration"],
    ["1e3", "not_a_duration"],
    ["Infinity", "not_a_duration"],
    ["1w", "not_a_duration"],
  ])("refuses %j as %s", (text, problem) => {
    expect(parseDuration(text)).toEqual({ ok: false, problem });
  });

  it("never gives more than a timer of Node can hold", () => {
    expect(durationMsMax).toBeLessThan(2 ** 31);
    const perUnit = [
      ["ms", 1n],
      ["s", 1000n],
      ["m", 60_000n],
      ["h", 3_600_000n],
      ["d", 86_400_000n],
      ["", 1000n],
    ] as const;
    const unit = fc.constantFrom(...perUnit);
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 10n }), unit, (count, [suffix, unitMs]) => {
        const expected = count * unitMs;
        const parsed = parseDuration(`${count}${suffix}`);
        const fits = expected <= BigInt(durationMsMax);
        expect(parsed).toEqual(
          fits ? { ok: true, value: Number(expected) } : { ok: false, problem: "too_long" },
        );
      }),
      runs,
    );
  });
});
