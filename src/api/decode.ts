import * as v from "valibot";
import type { Body, Decode, Decoded } from "./answer.ts";
import { refused, refusedShape } from "./refused.ts";
import { fieldsOf } from "./fields.ts";
import { listOf, nextPage } from "./page.ts";

/** An object of the contract. */
export type Shape = v.LooseObjectSchema<v.ObjectEntries, undefined>;

type Known<S extends Shape> = {
  readonly [N in keyof S["entries"]]: v.InferOutput<S["entries"][N]>;
};

/** The needed fields, and what else of the contract arrived in its shape. */
export type Understood<S extends Shape, N extends keyof S["entries"]> = Pick<Known<S>, N> &
  Partial<Omit<Known<S>, N>>;

type Fields = Readonly<Record<string, unknown>>;

/** Brings an object that came under this program's names. */
export type Rename = (fields: Fields) => Fields;

/** One thing of a list, as it was understood and as it came. */
export interface Item<T> {
  readonly value: T;
  readonly document: { readonly raw: unknown; readonly text: string };
}

export interface Page<T> {
  readonly items: readonly Item<T>[];
  /** What to ask the next page with; undefined on the last one. */
  readonly nextCursor: string | undefined;
  /** What the next page's address asks besides, where the service gives an address or counts its pages. */
  readonly nextQuery?: Readonly<Record<string, string>> | undefined;
  /** True also where the service says that there is more and does not say how to ask for it. */
  readonly hasMore: boolean;
}

/**
 * Reads an object of the contract out of an answer. `needed` fields must be there in their shape. Every
 * other field is kept where its shape is right and left out where it is not: the specification leaves most
 * of them open, and a service that differs in one must not hide the rest. Where `data` is an object with
 * more of the contract's fields than stand around it, that one is read.
 */
export function decoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
  rename: Rename = asItCame,
): Decode<Understood<S, N>> {
  const object = objectDecoder(schema, needed, rename);
  const known = (fields: Fields): number => {
    const own = rename(fields);
    return Object.keys(schema.entries).filter((name) => name in own).length;
  };
  return ({ raw, problem }) => {
    if (problem !== undefined) return { ok: false, problem };
    const outer = fieldsOf(raw) ?? {};
    const inner = fieldsOf(outer["data"]);
    const wrapped = inner !== undefined && (known(outer) === 0 || known(inner) > known(outer));
    return wrapped ? object(inner, "data.") : object(raw, "");
  };
}

const asItCame: Rename = (fields) => fields;

/**
 * Reads a page: `{data: [...]}` with a cursor in `pagination` or beside it, or an array with a Link header.
 */
export function pageDecoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
  rename: Rename = asItCame,
): Decode<Page<Understood<S, N>>> {
  const object = objectDecoder(schema, needed, rename);
  return (body) => readPage(body, object);
}

/** A page of whatever things. */
export const anyPage: Decode<Page<unknown>> = (body) =>
  readPage(body, (value) => ({ ok: true, value }));

function readPage<T>(
  body: Body,
  decode: (item: unknown, prefix: string) => Decoded<T>,
): Decoded<Page<T>> {
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
  const items: Item<T>[] = [];
  for (const [index, item] of list.items.entries()) {
    const decoded = decode(item, `${list.name}[${index}].`);
    if (!decoded.ok) return decoded;
    const text = list.texts[index] ?? JSON.stringify(item);
    items.push({ value: decoded.value, document: { raw: item, text } });
  }
  const next = nextPage(body);
  return next.ok ? { ok: true, value: { items, ...next.value } } : next;
}

/** What a write may answer with nothing: any 2xx means that it was done. */
export function orNothing<T>(decode: Decode<T>): Decode<T | undefined> {
  return (body) => {
    const decoded = decode(body);
    return decoded.ok ? decoded : { ok: true, value: undefined };
  };
}

/** Any JSON, or nothing at all. */
export const anything: Decode<unknown> = ({ raw, problem }) =>
  problem === undefined || problem.kind === "empty" ? { ok: true, value: raw } : refused(problem);

function objectDecoder<S extends Shape, N extends keyof S["entries"] & string>(
  schema: S,
  needed: readonly N[],
  rename: Rename,
): (raw: unknown, prefix: string) => Decoded<Understood<S, N>> {
  const entries = Object.entries(schema.entries);
  return (raw, prefix) => {
    const came = fieldsOf(raw);
    if (came === undefined)
      return refusedShape(prefix === "" ? undefined : prefix.slice(0, -1), raw);
    const fields = rename(came);
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
