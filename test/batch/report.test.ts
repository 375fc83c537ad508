import { describe, expect, it } from "vitest";
import { CONFIRMED, HEADER, many, place } from "./place.ts";

type Row = Readonly<Record<string, unknown>>;

const RUN = ["run", "nov.csv", ...CONFIRMED];

describe("the report", () => {
  it("tells every payment, the totals and the next command, as JSON", async () => {
    const { batch, at } = await place();
    at.moods = ["well", "refuse"];
    await batch(RUN);
    const { code, stdout } = await batch(["report", "nov", "--json"]);
    expect(code).toBe(0);
    const report: { data: Row[]; next: string; totals: object } = JSON.parse(stdout);
    expect(report).toMatchObject({ batch: "nov", state: "partial", rows: 3, total: 35.5 });
    expect(report.totals).toMatchObject({
      accepted: { count: 2, total: 15 },
      refused: { count: 1, total: 20.5 },
      planned: { count: 0, total: 0 },
    });
    expect(report.next).toContain("pix withdraw batch retry-failed nov");
    expect(report.data.map((row) => [row["id"], row["state"]])).toEqual([
      ["ana", "accepted"],
      ["bia", "refused"],
      ["caio", "accepted"],
    ]);
    expect(report.data[1]).toMatchObject({ failure: { code: "limit_exceeded" } });
    const query = ["report", "nov", "--query", "data[?state=='refused'].amount | [0]"];
    expect((await batch(query)).stdout).toBe("20.5\n");
  });

  it("is one JSON document however many there are", async () => {
    const { lines, confirmed } = many(1_203);
    const { batch, file } = await place();
    file("big.csv", lines);
    expect((await batch(["run", "big.csv", ...confirmed, "--concurrency", "4"])).code).toBe(0);
    const report = JSON.parse((await batch(["report", "big", "--json"])).stdout);
    expect(report.data.length).toBe(1_203);
    expect(report.totals.accepted).toEqual({ count: 1_203, total: 1_203 });
    const csv = (await batch(["report", "big", "--output", "csv"])).stdout.trim().split("\n");
    expect(csv.length).toBe(1_204);
  });

  it("is harmless in a spreadsheet", async () => {
    const { batch, file } = await place();
    file("odd.csv", [
      HEADER,
      "+1,1.00,a@example.com",
      "-2,1.00,b@example.com",
      "@x,1.00,+5511999998888",
    ]);
    await batch(["run", "odd.csv", "--yes", "--expect-count", "3", "--expect-total", "3.00"]);
    const { stdout } = await batch(["report", "odd", "--output", "csv"]);
    expect(stdout).toContain("\n'+1,accepted,");
    expect(stdout).toContain("\n'-2,accepted,");
    expect(stdout).toContain("\n'@x,accepted,1.00,'+5511999998888,");
    const tsv = (await batch(["report", "odd"])).stdout;
    expect(tsv).toMatch(/^\+1\taccepted\t1\.00\ta@example\.com\t/);
  });
});

describe("the status", () => {
  it("is quiet (0) where no batch needs anybody, and names the others", async () => {
    const { batch, at, file } = await place();
    expect((await batch(["status"])).stdout).toBe("");
    expect((await batch(["status", "nov"])).code).toBe(5);
    await batch(["plan", "nov.csv"]);
    expect((await batch(["status"])).code).toBe(0);
    const planned = await batch(["status", "nov"]);
    expect([planned.code, planned.stdout]).toEqual([0, expect.stringContaining("state\tplanned")]);
    at.moods = ["well", "unauthorized"];
    await batch(RUN);
    const stopped = await batch(["status"]);
    expect(stopped.code).toBe(11);
    expect(stopped.stdout).toBe("nov\tstopped\t3\t35.50\t0\t0\t2\n");
    expect(stopped.stderr).toContain("pix withdraw batch resume nov");
    file("dec.csv", [HEADER, "x,1,x@example.com"]);
    at.searchable = false;
    at.moods = ["fail_after"];
    const dec = ["run", "dec.csv", "--yes", "--expect-count", "1", "--expect-total", "1"];
    expect((await batch(dec)).code).toBe(8);
    const both = await batch(["status", "--json"]);
    expect(both.code).toBe(8);
    const { data }: { data: Row[] } = JSON.parse(both.stdout);
    expect(data.map((row) => [row["batch"], row["state"]])).toEqual([
      ["dec", "unknown"],
      ["nov", "stopped"],
    ]);
  });

  it("--check asks the service how the accepted ones stand by now", async () => {
    const { batch, at } = await place();
    await batch(RUN);
    at.told = (body) => ({
      ...body,
      status: body["external_id"] === "nov/bia" ? "failed" : "paid",
    });
    expect((await batch(["status"])).code).toBe(0);
    const { code } = await batch(["status", "--check"]);
    expect(code).toBe(11);
    const { totals } = JSON.parse((await batch(["report", "nov", "--json"])).stdout);
    expect([totals.paid.count, totals.failed.count]).toEqual([2, 1]);
  });
});
