import { describe, expect, it } from "vitest";
import { LocalError } from "../../src/errors.ts";
import { checkQuery, runQuery } from "../../src/terminal/query.ts";
import { en } from "../../src/text/en.ts";

function run(expression: string, raw: unknown): Promise<string> {
  return runQuery({ expression, raw, form: "json", text: en });
}

describe("the check of a query before anything is sent", () => {
  it.each([
    "status",
    "data[].id",
    "data[?status=='paid'] | length(@)",
    "sort_by(data, &amount)[0].{id: id, amount: amount}",
    "join(',', keys(@))",
    "max_by(data, &amount)",
    'contains(`{"type":"Function","name":"nothing","children":[]}`, \'a\')',
  ])("accepts %s", async (expression) => {
    expect(await checkQuery(expression)).toEqual({ ok: true });
  });

  it.each([
    "",
    "data[",
    "a b",
    "foo(@)",
    "data[].nope(@)",
    "length()",
    "length(a, b)",
    "`{`",
    "a ||",
  ])("refuses %j and says why", async (expression) => {
    const check = await checkQuery(expression);
    expect(check.ok).toBe(false);
    if (!check.ok) expect(check.reason).not.toBe("");
  });
});

describe("a query", () => {
  it("finds nothing but what the service said", async () => {
    for (const name of ["constructor", "toString", "__proto__", "a.hasOwnProperty"]) {
      expect(await run(name, { a: {} })).toBe("null\n");
    }
    expect(await run("__proto__", JSON.parse('{"__proto__":"own"}'))).toBe("own\n");
  });

  it("that does not fit the answer fails as a fault here, for the request was done", async () => {
    const failure = run("length(amount)", { amount: 19.9 });
    await expect(failure).rejects.toBeInstanceOf(LocalError);
    await expect(failure).rejects.toThrow(/The request was done.*Invalid type/);
  });

  it("takes an answer nested deeper than it can follow for one that does not fit", async () => {
    const deep: unknown = JSON.parse("[".repeat(100_000) + "]".repeat(100_000));
    await expect(run("@", deep)).rejects.toBeInstanceOf(LocalError);
  });
});
