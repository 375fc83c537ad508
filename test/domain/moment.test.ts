import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMoment } from "../../src/domain/moment.ts";

describe("parseMoment", () => {
  it("takes a day as São Paulo counts it, from its first to its last moment", () => {
    expect(parseMoment("2026-11-01", "start")).toEqual({
      ok: true,
      value: "2026-11-01T03:00:00.000Z",
    });
    expect(parseMoment("2026-11-01", "end")).toEqual({
      ok: true,
      value: "2026-11-02T02:59:59.999Z",
    });
  });

  it("takes a full time with its zone as it is, at either edge", () => {
    for (const edge of ["start", "end"] as const) {
      expect(parseMoment("2026-11-01T12:00:00-03:00", edge)).toEqual({
        ok: true,
        value: "2026-11-01T15:00:00.000Z",
      });
      expect(parseMoment("2026-11-01T12:00Z", edge)).toMatchObject({ ok: true });
    }
  });

  it.each([
    "",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-11-01T12:00:00",
    "01/11/2026",
    "20261101",
  ])("refuses %j", (text) => {
    expect(parseMoment(text, "start")).toEqual({ ok: false, problem: "not_a_moment" });
  });

  it("agrees with the calendar for every day of two centuries", () => {
    const day = fc.date({
      min: new Date("1970-01-01"),
      max: new Date("2170-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const text = date.toISOString().slice(0, 10);
        const [start, end] = [parseMoment(text, "start"), parseMoment(text, "end")];
        if (!start.ok || !end.ok) return false;
        const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), 3);
        const dayMs = 24 * 3_600_000;
        return (
          Date.parse(start.value) === midnight && Date.parse(end.value) === midnight + dayMs - 1
        );
      }),
      { numRuns: 10_000 },
    );
  });
});
