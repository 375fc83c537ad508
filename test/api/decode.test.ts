import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/api/answer.ts";
import type { Decode, Problem } from "../../src/api/answer.ts";
import * as contract from "../../src/api/contract.ts";
import { anything, decoder, orNothing, pageDecoder } from "../../src/api/decode.ts";
import { elementTexts, memberStart } from "../../src/api/slice.ts";
import { reply } from "./scripted.ts";

const payment = decoder(contract.payment, ["id", "status"]);
const payments = pageDecoder(contract.payment, ["id", "status"]);
const FULL = {
  id: "5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e",
  store: { id: "5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3f", name: "Loja" },
  status: "waiting_payment",
  amount: 19.9,
  currency: "BRL",
  copy_paste: "000201",
  paid_at: null,
  created_at: "2026-01-15T12:00:00Z",
};

function decoded<T>(decode: Decode<T>, body: unknown, headers: Record<string, string> = {}): T {
  const judged = judge(reply(200, body, headers), decode);
  if (judged.kind !== "answer") throw new Error(JSON.stringify(judged));
  return judged.answer.value;
}

function problem(
  decode: Decode<unknown>,
  body: unknown,
  headers: Record<string, string> = {},
): Problem {
  const judged = judge(reply(200, body, headers), decode);
  if (judged.kind !== "unreadable") throw new Error(JSON.stringify(judged));
  return judged.problem;
}

describe("decoder", () => {
  it("understands what the contract says, and passes on what it does not know", () => {
    const body = { ...FULL, brand_new: { a: 1 } };
    expect(decoded(payment, body)).toEqual(body);
  });

  it("needs no more than what it was told to need", () => {
    expect(decoded(payment, { id: "1", status: "paid" })).toEqual({ id: "1", status: "paid" });
    expect(decoded(decoder(contract.balance, []), {})).toEqual({});
  });

  it.each([
    ["amount", { currency: "BRL" }],
    ["amount", [19.9]],
    ["store", "Loja"],
    ["store", { id: "x" }],
    ["paid_at", 1_768_478_400],
    ["paid_at", "yesterday"],
    ["copy_paste", 7],
    ["customer", []],
  ])("leaves out a field it can do without when its shape is wrong: %s %j", (name, value) => {
    const understood = decoded(payment, { ...FULL, [name]: value });
    expect(understood).not.toHaveProperty(name);
    expect(understood).toMatchObject({ id: FULL.id, status: FULL.status });
  });

  it.each(["19.90", 19.9, "1234567890123456789.01"])(
    "takes an amount as a number or a decimal text: %s",
    (amount) => {
      expect(decoded(payment, { ...FULL, amount }).amount).toBe(amount);
    },
  );

  it.each(["pay_123", "1", "5F0C1A52"])("demands no UUID of a foreign service's ids: %s", (id) => {
    const body = { ...FULL, id, store: { id, name: "Loja" } };
    expect(decoded(payment, body)).toEqual(body);
  });

  it.each<[unknown, Problem]>([
    [{ status: "paid" }, { kind: "missing", field: "id" }],
    [{ id: "1" }, { kind: "missing", field: "status" }],
    [
      { id: "", status: "paid" },
      { kind: "shape", field: "id", found: "string" },
    ],
    [
      { id: 7, status: "paid" },
      { kind: "shape", field: "id", found: "number" },
    ],
    [
      { id: null, status: "paid" },
      { kind: "shape", field: "id", found: "null" },
    ],
    [
      { id: "1", status: ["paid"] },
      { kind: "shape", field: "status", found: "array" },
    ],
    [
      { id: "1", status: { name: "paid" } },
      { kind: "shape", field: "status", found: "object" },
    ],
    [
      { id: "1", status: true },
      { kind: "shape", field: "status", found: "boolean" },
    ],
    [[FULL], { kind: "shape", field: undefined, found: "array" }],
    ["null", { kind: "shape", field: undefined, found: "null" }],
    ["7", { kind: "shape", field: undefined, found: "number" }],
    ['"paid"', { kind: "shape", field: undefined, found: "string" }],
    [{ data: { id: "1" } }, { kind: "missing", field: "data.status" }],
    [{ data: [] }, { kind: "missing", field: "id" }],
    ["", { kind: "empty" }],
    [" \n", { kind: "empty" }],
    ["<html>", { kind: "html" }],
    ["\n <!doctype html>", { kind: "html" }],
    ["hello", { kind: "not_json", contentType: undefined }],
  ])("names what is wrong with %j", (body, expected) => {
    expect(problem(payment, body)).toEqual(expected);
  });

  it("tells broken JSON from what never was JSON, by the type of content", () => {
    expect(
      problem(payment, '{"id":"1"', { "content-type": "application/json; charset=utf-8" }),
    ).toEqual({ kind: "cut" });
    expect(problem(payment, "oops", { "content-type": "application/problem+json" })).toEqual({
      kind: "cut",
    });
    expect(problem(payment, "oops", { "content-type": "text/plain" })).toEqual({
      kind: "not_json",
      contentType: "text/plain",
    });
    expect(problem(payment, "oops", { "content-type": "text/html" })).toEqual({ kind: "html" });
  });

  it("reads JSON whatever its type of content says, with a byte order mark too", () => {
    expect(
      decoded(payment, `\uFEFF${JSON.stringify(FULL)}`, { "content-type": "text/plain" }),
    ).toEqual(FULL);
  });

  it("looks inside data when the outer object is not it", () => {
    expect(decoded(payment, { data: FULL, meta: {} })).toEqual(FULL);
  });

  it("prefers the outer object, which may have data of its own", () => {
    const body = { ...FULL, data: { id: "inner", status: "paid" } };
    expect(decoded(payment, body)).toEqual(body);
  });

  it("takes no field from a prototype", () => {
    const judged = judge(reply(200, '{"__proto__":{"id":"1","status":"paid"}}'), payment);
    expect(judged).toMatchObject({ kind: "unreadable", problem: { kind: "missing", field: "id" } });
  });

  it("lets a write be confirmed by nothing", () => {
    expect(decoded(orNothing(payment), "")).toBeUndefined();
    expect(decoded(orNothing(payment), { ok: true })).toBeUndefined();
    expect(decoded(orNothing(payment), FULL)).toEqual(FULL);
  });

  it("lets a raw call take anything", () => {
    expect(decoded(anything, "")).toBeUndefined();
    expect(decoded(anything, [1])).toEqual([1]);
  });
});

describe("pageDecoder", () => {
  const items = [FULL, { id: "2", status: "paid" }];

  it.each<[string, unknown, Record<string, string>, unknown]>([
    [
      "a cursor in pagination",
      { data: items, pagination: { limit: 2, has_more: true, next_cursor: "c2" } },
      {},
      { nextCursor: "c2", hasMore: true },
    ],
    [
      "a cursor beside data",
      { data: items, next_cursor: "c2" },
      {},
      { nextCursor: "c2", hasMore: true },
    ],
    [
      "a cursor in meta",
      { data: items, meta: { next_cursor: "c2" } },
      {},
      { nextCursor: "c2", hasMore: true },
    ],
    [
      "a number for a cursor",
      { data: items, next_cursor: 40 },
      {},
      { nextCursor: "40", hasMore: true },
    ],
    ["no cursor", { data: items }, {}, { nextCursor: undefined, hasMore: false }],
    [
      "a null cursor",
      { data: items, pagination: { next_cursor: null } },
      {},
      { nextCursor: undefined, hasMore: false },
    ],
    [
      "an empty cursor",
      { data: items, next_cursor: "" },
      {},
      { nextCursor: undefined, hasMore: false },
    ],
    [
      "a cursor, and the word that there is no more",
      { data: items, pagination: { has_more: false, next_cursor: "c2" } },
      {},
      { nextCursor: undefined, hasMore: false },
    ],
    [
      "the word that there is more, and no cursor",
      { data: items, pagination: { has_more: true } },
      {},
      { nextCursor: undefined, hasMore: true },
    ],
    ["an array alone", items, {}, { nextCursor: undefined, hasMore: false }],
    [
      "an array and a Link",
      items,
      {
        link: '<https://x.example/v1/payments?limit=2&cursor=c%202>; rel="next", </v1>; rel=first',
      },
      { nextCursor: "c 2", hasMore: true },
    ],
    [
      "an array and a Link to another page, first",
      items,
      {
        link: '<https://x.example/v1/payments?cursor=c1>; rel="prev", </v1/payments?cursor=c3>; rel=next',
      },
      { nextCursor: "c3", hasMore: true },
    ],
    [
      "an array and a Link without a cursor",
      items,
      { link: '<https://x.example/v1/payments?page=2>; rel="next"' },
      { nextCursor: undefined, hasMore: true },
    ],
  ])("reads a list with %s", (_what, body, headers, expected) => {
    const page = decoded(payments, body, headers);
    expect(page).toMatchObject({ items: [{ value: FULL }, { value: items[1] }] });
    expect({ nextCursor: page.nextCursor, hasMore: page.hasMore }).toEqual(expected);
  });

  it("keeps each thing as the service sent it", () => {
    const first = '{ "id":"1","status":"a]}\\"","amount":19.90,\n"big":12345678901234567890 }';
    const second = '{"id":"2","status":"paid","list":[[],{"a":[1]}]}';
    const wire = `\n{"pagination":{"data":[]}, "d\\u0061ta" : [ ${first} ,${second}\t] }`;
    const page = decoded(payments, wire);
    expect(page.items.map(({ document }) => document.text)).toEqual([first, second]);
    expect(page.items[0]?.document.raw).toMatchObject({ id: "1", amount: 19.9 });
    expect(
      decoded(payments, ` [${second}, ${first}]`).items.map(({ document }) => document.text),
    ).toEqual([second, first]);
  });

  it("cuts any list into the texts of its things, whatever they hold", () => {
    const space = fc.constantFrom("", " ", "\n\t");
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), space, space, (things, before, between) => {
        const texts = things.map((thing) => JSON.stringify(thing, undefined, between));
        const list = `${before}[${before}${texts.join(`${between},${before}`)}${between}]`;
        expect(elementTexts(list, before.length)).toEqual(texts);
        const whole = `{"x":${list},"data":${between}${list},"y":{"data":[]}}`;
        const at = memberStart(whole, 0, "data") ?? -1;
        expect(elementTexts(whole, whole.indexOf("[", at))).toEqual(texts);
      }),
      { numRuns: 1_000 },
    );
  });

  it("takes the last of two members with one name, as the parser does", () => {
    const page = decoded(payments, '{"data":[],"data":[{ "id":"2", "status":"paid" }]}');
    expect(page.items.map(({ document }) => document.text)).toEqual([
      '{ "id":"2", "status":"paid" }',
    ]);
  });

  it("reads an empty list", () => {
    expect(decoded(payments, { data: [] })).toEqual({
      items: [],
      nextCursor: undefined,
      hasMore: false,
    });
    expect(decoded(payments, []).items).toEqual([]);
  });

  it.each<[unknown, Problem]>([
    [{}, { kind: "missing", field: "data" }],
    [{ data: {} }, { kind: "shape", field: "data", found: "object" }],
    ["7", { kind: "shape", field: undefined, found: "number" }],
    [{ data: [FULL, { id: "2" }] }, { kind: "missing", field: "data[1].status" }],
    [[{ id: 1, status: "paid" }], { kind: "shape", field: "[0].id", found: "number" }],
    [{ data: ["x"] }, { kind: "shape", field: "data[0]", found: "string" }],
    [{ data: [null] }, { kind: "shape", field: "data[0]", found: "null" }],
    [
      { data: [], next_cursor: {} },
      { kind: "shape", field: "next_cursor", found: "object" },
    ],
    [
      { data: [], pagination: { next_cursor: true } },
      { kind: "shape", field: "next_cursor", found: "boolean" },
    ],
  ])("names what is wrong with the list %j", (body, expected) => {
    expect(problem(payments, body)).toEqual(expected);
  });
});
