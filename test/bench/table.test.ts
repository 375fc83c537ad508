import { describe, expect, it } from "vitest";
import { summaryOf } from "./statistics.ts";
import { fullTable, shortTable } from "./table.ts";
import type { Figure } from "./table.ts";

const beside = { name: "`node -e 0`", values: [10, 10, 40] };
const figure: Figure = {
  ...{ name: "a command", unit: "ms", values: [12, 13, 90], beside },
  ...{ target: { atMost: 1.25 }, isInReadme: true },
};

function lastLine(text: string | undefined): string | undefined {
  return text?.split("\n").at(-1);
}

describe("a figure that was taken several times", () => {
  it("is summed up by its quartiles, wherever they fall", () => {
    expect(summaryOf([4, 1, 3, 2])).toEqual({ least: 1, lower: 1.75, median: 2.5, upper: 3.25 });
    expect(summaryOf([7])).toEqual({ least: 7, lower: 7, median: 7, upper: 7 });
    expect(() => summaryOf([])).toThrow("nothing was measured");
  });
});

describe("the tables", () => {
  it("compare medians and the least, and judge the ratio of the medians", () => {
    expect(lastLine(fullTable([figure]))).toBe(
      "| a command | 13.0 ms | 12.5 to 51.5 | `node -e 0` | 1.30 | 1.20 | ≤ 1.25 | no |",
    );
    expect(lastLine(fullTable([{ ...figure, target: { atMost: 1.3 } }]))).toMatch(/ yes \|$/);
  });

  it("judge the median itself where nothing stands beside it", () => {
    const rate = { name: "rows", unit: "a second", digits: 0, values: [3900] };
    const row = (atLeast: number): string | undefined =>
      lastLine(fullTable([{ ...rate, target: { atLeast } }]));
    expect(row(4000)).toBe("| rows | 3900 a second | 3900 to 3900 | – | – | – | ≥ 4000 | no |");
    expect(row(3900)).toMatch(/ yes \|$/);
  });

  it("say what could not be measured, and leave that out of the README", () => {
    const missing = { name: "`curl`", missing: "not on this machine" };
    expect(lastLine(fullTable([missing]))).toBe(
      "| `curl` | not measured: not on this machine | – | – | – | – | – | – |",
    );
    expect(shortTable([missing, { ...figure, isInReadme: false }])).toBeUndefined();
    expect(lastLine(shortTable([figure, missing]))).toBe(
      "| a command | 13.0 ms | 1.30 × `node -e 0` | ≤ 1.25 | no |",
    );
  });
});
