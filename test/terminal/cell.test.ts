import { describe, expect, it } from "vitest";
import { cell, human, machine } from "../../src/terminal/cell.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { HOSTILE, obeyed } from "./hostile.ts";

const plain = { style: await createStyle({ color: false }), timeZone: "America/Sao_Paulo" };
const colored = { style: await createStyle({ color: true }), timeZone: "America/Sao_Paulo" };

describe("money", () => {
  it("is R$ with points and a comma for a person, a plain decimal for a program", () => {
    const amounts = [0, 1, 10, 100, 1990, 123456, 100000000, -5, -123456789];
    expect(amounts.map((cents) => human(cell.money(cents), plain))).toEqual([
      "R$ 0,00",
      "R$ 0,01",
      "R$ 0,10",
      "R$ 1,00",
      "R$ 19,90",
      "R$ 1.234,56",
      "R$ 1.000.000,00",
      "-R$ 0,05",
      "-R$ 1.234.567,89",
    ]);
    expect(amounts.map((cents) => machine(cell.money(cents)))).toEqual([
      "0.00",
      "0.01",
      "0.10",
      "1.00",
      "19.90",
      "1234.56",
      "1000000.00",
      "-0.05",
      "-1234567.89",
    ]);
  });

  it("has no space that only looks like one", () => {
    expect(human(cell.money(123456), plain)).not.toContain("\u00a0");
  });

  it("is shown as the service said it where that is no amount of centavos", () => {
    const shown = [19.999, "dezenove\u001b[2J", { value: 1 }, false, null, undefined];
    expect(shown.map((raw) => machine(cell.money(undefined, raw)))).toEqual([
      "19.999",
      String.raw`dezenove\x1b[2J`,
      '{"value":1}',
      "false",
      "",
      "",
    ]);
    expect(human(cell.money(undefined, 19.999), plain)).toBe("19.999");
    expect(human(cell.money(undefined, null), plain)).toBe("-");
  });
});

describe("a time", () => {
  it("is local with its offset for a person, UTC for a program", () => {
    const time = cell.time("2026-11-21T10:24:28Z");
    expect(human(time, plain)).toBe("2026-11-21 07:24:28 -03:00");
    expect(human(time, { ...plain, timeZone: "UTC" })).toBe("2026-11-21 10:24:28 +00:00");
    expect(human(time, { ...plain, timeZone: "Asia/Kolkata" })).toBe("2026-11-21 15:54:28 +05:30");
    expect(machine(time)).toBe("2026-11-21T10:24:28Z");
  });

  it("is at midnight 00, never 24", () => {
    expect(human(cell.time("2026-11-21T03:00:00Z"), plain)).toBe("2026-11-21 00:00:00 -03:00");
  });

  it("is the same moment from any offset, and no digit of its fraction is lost for a program", () => {
    expect(machine(cell.time("2026-11-21T07:24:28-03:00"))).toBe("2026-11-21T10:24:28Z");
    expect(machine(cell.time("2026-11-21T10:24:28.000Z"))).toBe("2026-11-21T10:24:28Z");
    expect(machine(cell.time("2026-11-21T10:24:28.123456789+00:00"))).toBe(
      "2026-11-21T10:24:28.123456789Z",
    );
    expect(human(cell.time("2026-11-21T10:24:28.999Z"), plain)).toBe("2026-11-21 07:24:28 -03:00");
  });

  it("is shown as it is where nobody could tell the moment", () => {
    for (const value of [
      "2026-11-21",
      "2026-11-21T10:24:28",
      "ontem",
      "2026-13-45T99:00:00Z",
      "",
    ]) {
      expect(human(cell.time(value), plain)).toBe(value);
      expect(machine(cell.time(value))).toBe(value);
    }
  });
});

describe("a status", () => {
  it("has a colour and a word for a person, the word alone for a program", () => {
    const status = cell.status("paid", "good");
    expect(human(status, colored)).toBe("\u001b[32mpaid\u001b[39m");
    expect(human(status, plain)).toBe("paid");
    expect(machine(status)).toBe("paid");
  });
});

describe("what is missing", () => {
  it("is a hyphen for a person and nothing for a program", () => {
    const missing = [
      cell.text(null),
      cell.text(undefined),
      cell.money(undefined),
      cell.time(null),
      cell.time(undefined),
      cell.number(null),
      cell.number(undefined),
    ];
    expect(new Set(missing.map((each) => human(each, plain)))).toEqual(new Set(["-"]));
    expect(new Set(missing.map(machine))).toEqual(new Set([""]));
  });

  it("is not what is zero or empty", () => {
    expect(human(cell.number(0), plain)).toBe("0");
    expect(machine(cell.number(0))).toBe("0");
    expect(human(cell.text(""), plain)).toBe("");
  });
});

describe("hostile text", () => {
  it.each(HOSTILE)("is harmless in every kind of cell: $name", ({ text }) => {
    const cells = [
      cell.text(text),
      cell.time(text),
      cell.money(undefined, text),
      cell.money(undefined, [text]),
      cell.status(text, "bad"),
    ];
    for (const each of cells) {
      expect(obeyed(human(each, plain))).toEqual([]);
      expect(obeyed(machine(each))).toEqual([]);
    }
  });
});
