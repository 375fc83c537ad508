import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { pages } from "../../src/api/pages.ts";
import type { ListQuery } from "../../src/api/pages.ts";
import { AnswerError } from "../../src/errors.ts";
import { en } from "../../src/text/en.ts";
import { rejection, reply, script, transportOver, type Step } from "./scripted.ts";

const page = (ids: readonly string[], next: string | null, more = next !== null): Step =>
  reply(200, {
    data: ids.map((id) => ({ id, status: "paid" })),
    pagination: { limit: 2, has_more: more, next_cursor: next },
  });

/** What a walk gives, page by page, and what it asked for. */
function walk(steps: readonly Step[], query: ListQuery, itemsMax: number) {
  const { send, requests } = script(...steps);
  const { payments } = createClient(transportOver(send).transport);
  const found: string[][] = [];
  const walking = (async () => {
    for await (const { items } of pages(payments.list, query, { itemsMax, text: en })) {
      found.push(items.map(({ value }) => value.id));
    }
  })();
  return { walking, found, asked: () => requests.map(({ url }) => url.search) };
}

describe("pages", () => {
  it("walks a list to its end, with the same filter on every page", async () => {
    const { walking, found, asked } = walk(
      [page(["1", "2"], "c2"), page(["3", "4"], "c/4"), page(["5"], null)],
      { status: "paid", limit: 2 },
      Number.POSITIVE_INFINITY,
    );
    await walking;
    expect(found).toEqual([["1", "2"], ["3", "4"], ["5"]]);
    expect(asked()).toEqual([
      "?status=paid&limit=2",
      "?status=paid&limit=2&cursor=c2",
      "?status=paid&limit=2&cursor=c%2F4",
    ]);
  });

  it("asks for no more than is wanted, and for nothing after that", async () => {
    const { walking, found, asked } = walk(
      [page(["1", "2"], "c2"), page(["3", "4"], "c4")],
      { limit: 2 },
      3,
    );
    await walking;
    expect(found).toEqual([["1", "2"], ["3"]]);
    expect(asked()).toEqual(["?limit=2", "?limit=1&cursor=c2"]);
  });

  it("asks for the next page only when it is wanted", async () => {
    const { send, requests } = script(page(["1"], "c2"));
    const { payments } = createClient(transportOver(send).transport);
    for await (const { document } of pages(payments.list, {}, { itemsMax: 100, text: en })) {
      expect(document.raw).toHaveProperty("pagination");
      break;
    }
    expect(requests).toHaveLength(1);
  });

  it("gives an empty list as one empty page", async () => {
    const { walking, found } = walk([page([], null)], {}, 20);
    await walking;
    expect(found).toEqual([[]]);
  });

  it.each([
    ["names the same page again", [page(["1"], "c2"), page(["2"], "c2")]],
    ["turns in a circle", [page(["1"], "a"), page(["2"], "b"), page(["3"], "a")]],
    ["goes on and does not say how", [page(["1"], null, true)]],
  ])("fails when the list %s", async (_what, steps) => {
    const { walking } = walk(steps, {}, 100);
    expect(await rejection(walking)).toBeInstanceOf(AnswerError);
  });
});
