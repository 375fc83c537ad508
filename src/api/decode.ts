import * as v from "valibot";
import type { Body, Decode, Decoded, JsonKind, Problem } from "./answer.ts";
import { fieldsOf } from "./fields.ts";
import { elementTexts, memberStart, skipSpace } from "./slice.ts";

/** An object of the contract. */
export type Shape = v.LooseObjectSchema<v.ObjectEntries, undefined>;

type Known<S extends Shape> = {
  readonly [N in keyof S["entries"]]: v.InferOutput<S["entries"][N]>;
};

/** The needed fields, and what else of the contract arrived in its shape. */
export type Understood<S extends Shape, N extends keyof S["entries"]> = Pick<Known<S>, N> &
  Partial<Omit<Known<S>, N>>;

/** One thing of a list, as it was understood and as it came. */
export interface Item<T> {
  readonly value: T;
  readonly document: { readonly raw: unknown; readonly text: string };
}

export interface Page<T> {
  readonly items: readonly Item<T>[];
  /** What to ask the next page with; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** True also where the service says that there is more and does not say how to ask for it. */
  readonly hasMore: boolean;
}

/**
 * Reads an object of the contract out of an answer. `needed` fields must be there in their shape. Every
 * other field is kept where its shape is right and left out where it is not: the specification leaves most
 * of them open, and a service that differs in one must not hide the rest. Where none of the contract's
 * fields is there and `data` is an object, that one is read.
 */
export function decoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
): Decode<Understood<S, N>> {
  const object = objectDecoder(schema, needed);
  return ({ raw, problem }) => {
    if (problem !== undefined) return { ok: false, problem };
    const outer = fieldsOf(raw) ?? {};
    const bare = Object.keys(schema.entries).some((name) => name in outer);
    const wrapped = !bare && fieldsOf(outer["data"]) !== undefined;
    return wrapped ? object(outer["data"], "data.") : object(raw, "");
  };
}

/**
 * Reads a page: `{data: [...]}` with a cursor in `pagination` or beside it, or an array with a Link header.
 */
export function pageDecoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
): Decode<Page<Understood<S, N>>> {
  const object = objectDecoder(schema, needed);
  return (body) => {
    const { raw, problem } = body;
    if (problem !== undefined) return { ok: false, problem };
    const list = listOf(body);
    if (list === undefined) {
      const fields = fieldsOf(raw);
      if (fields === undefined) return refusedShape(undefined, raw);
      return "data" in fields
        ? refusedShape("data", fields["data"])
        : refused({ kind: "missing", field: "data" });
    }
    const items: Item<Understood<S, N>>[] = [];
    for (const [index, item] of list.items.entries()) {
      const decoded = object(item, `${list.name}[${index}].`);
      if (!decoded.ok) return decoded;
      const text = list.texts[index] ?? JSON.stringify(item);
      items.push({ value: decoded.value, document: { raw: item, text } });
    }
    const next = nextOf(body);
    return next.ok ? { ok: true, value: { items, ...next.value } } : next;
  };
}

/** What a write may answer with nothing: any 2xx means that it was done. */
export function orNothing<T>(decode: Decode<T>): Decode<T | undefined> {
  return (body) => {
    const decoded = decode(body);
    return decoded.ok ? decoded : { ok: true, value: undefined };
  };
}

/** Whatever came. */
export const anything: Decode<unknown> = ({ raw }) => ({ ok: true, value: raw });

function objectDecoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
): (raw: unknown, prefix: string) => Decoded<Understood<S, N>> {
  const entries = Object.entries(schema.entries);
  return (raw, prefix) => {
    const fields = fieldsOf(raw);
    if (fields === undefined)
      return refusedShape(prefix === "" ? undefined : prefix.slice(0, -1), raw);
    for (const name of needed) {
      const entry = schema.entries[name];
      if (!(name in fields)) return refused({ kind: "missing", field: prefix + name });
      if (entry === undefined || !fits(entry, fields[name]))
        return refusedShape(prefix + name, fields[name]);
    }
    const unfit = new Set(
      entries
        .filter(([name, entry]) => name in fields && !fits(entry, fields[name]))
        .map(([name]) => name),
    );
    const kept: object = Object.fromEntries(
      Object.entries(fields).filter(([name]) => !unfit.has(name)),
    );
    // The two loops above are the proof of this type: what is needed is there, and what is there fits.
    const understood = (value: object): value is Understood<S, N> =>
      needed.every((name) => name in value);
    return understood(kept) ? { ok: true, value: kept } : refusedShape(undefined, raw);
  };
}

/** A foreign service's ids need not be UUIDs, only something. */
function fits(entry: v.GenericSchema, value: unknown): boolean {
  const { issues = [] } = v.safeParse(entry, value);
  return issues.every(({ type, input }) => type === "uuid" && input !== "");
}

interface List {
  readonly name: string;
  readonly items: readonly unknown[];
  readonly texts: readonly string[];
}

function listOf({ raw, text }: Body): List | undefined {
  const start = skipSpace(text, 0);
  if (Array.isArray(raw)) return { name: "", items: raw, texts: elementTexts(text, start) };
  const data = fieldsOf(raw)?.["data"];
  if (!Array.isArray(data)) return undefined;
  const at = memberStart(text, start, "data");
  return { name: "data", items: data, texts: at === undefined ? [] : elementTexts(text, at) };
}

/**
 * A cursor that cannot be understood is refused: to take it for the end would cut the list short in
 * silence.
 */
function nextOf({ raw, headers }: Body): Decoded<Pick<Page<unknown>, "nextCursor" | "hasMore">> {
  const outer = fieldsOf(raw) ?? {};
  const pagination = fieldsOf(outer["pagination"]) ?? fieldsOf(outer["meta"]) ?? outer;
  const cursor = pagination["next_cursor"] ?? outer["next_cursor"];
  const said = pagination["has_more"] ?? outer["has_more"];
  if (said === false) return last;
  const link = nextLink(headers["link"]);
  const given = cursor === undefined || cursor === null || cursor === "" ? link?.cursor : cursor;
  if (given === undefined) {
    return {
      ok: true,
      value: { nextCursor: undefined, hasMore: said === true || link !== undefined },
    };
  }
  if (typeof given !== "string" && typeof given !== "number")
    return refusedShape("next_cursor", given);
  return { ok: true, value: { nextCursor: String(given), hasMore: true } };
}

const last = { ok: true, value: { nextCursor: undefined, hasMore: false } } as const;

/** RFC 8288: `<https://…?cursor=abc>; rel="next"`. */
function nextLink(header: string | undefined): { readonly cursor: string | undefined } | undefined {
  const target = /<([^<>]{0,2000})>[^<>,]{0,200}?;\s{0,10}rel="?next\b/i.exec(header ?? "")?.[1];
  if (target === undefined) return undefined;
  const cursor = new URLSearchParams(target.split("?")[1] ?? "").get("cursor") ?? undefined;
  return { cursor };
}

function refused(problem: Problem): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}

function refusedShape(
  field: string | undefined,
  found: unknown,
): { readonly ok: false; readonly problem: Problem } {
  return refused({ kind: "shape", field, found: kindOf(found) });
}

function kindOf(value: unknown): JsonKind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return typeof value === "string" ? "string" : typeof value === "number" ? "number" : "boolean";
  }
  return "object";
}
