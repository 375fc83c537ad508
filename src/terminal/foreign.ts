import { type Cell, cell } from "./cell.ts";
import type { Field } from "./table.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Everything that an answer holds besides what is shown of it already, in its order. */
export function restOf(fields: object, shown: ReadonlySet<string>): readonly Field[] {
  return Object.entries(fields)
    .filter(([key, value]) => !shown.has(key) && value !== null)
    .map(([key, value]) => ({ key, label: key, cell: foreignCell(key, value) }));
}

/** A value of a field that nobody told us of: a list in words, a store by its name, an object as JSON. */
export function foreignCell(key: string, value: unknown): Cell {
  if (value === null || value === undefined) return cell.text(undefined);
  if (typeof value === "string") return key.endsWith("_at") ? cell.time(value) : cell.text(value);
  if (typeof value === "number") return cell.number(value);
  if (isTexts(value)) return cell.text(value.join(", "));
  return cell.text((key === "store" ? storeOf(value) : undefined) ?? JSON.stringify(value));
}

function storeOf(store: unknown): string | undefined {
  const { id, name }: Fields = typeof store === "object" ? { ...store } : {};
  return typeof id === "string" && typeof name === "string" ? `${name} (${id})` : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
