/** A field as it was written: `customer[name]`, `true`. What came from a file is text, whatever it says. */
export interface WrittenField {
  readonly name: string;
  readonly value: string;
  readonly fromFile: boolean;
}

type Node = Map<string, Node | Leaf> | Leaf[];
interface Leaf {
  readonly value: unknown;
}

const NAME = /^([^[\]]+)((?:\[[^[\]]+\])*)(\[\])?$/;
const DEPTH_MAX = 10;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Builds an object of written fields: `a=1` is a number, `a[b]=x` an object, `a[]=x` a list. A later value
 * of one name replaces the earlier. Fails on a name that cannot be read, or that is two things at once.
 */
export function parseFields(
  fields: readonly WrittenField[],
):
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly name: string } {
  const root = new Map<string, Node | Leaf>();
  for (const { name, value, fromFile } of fields) {
    const path = pathOf(name);
    const leaf = { value: fromFile ? value : typed(value) };
    if (path === undefined || !place(root, path, leaf)) return { ok: false, name };
  }
  return { ok: true, value: objectOf(root) };
}

/** A number only where it comes out as it was written: a reference of twenty digits is text. */
export function typed(written: string): unknown {
  if (written === "true") return true;
  if (written === "false") return false;
  if (written === "null") return null;
  if (/^".*"$/s.test(written)) return quoted(written);
  return NUMBER.test(written) && survives(written) ? Number(written) : written;
}

/** Fifteen significant digits pass through a double unchanged. */
function survives(written: string): boolean {
  const digits = written
    .replace(/[eE].*$/, "")
    .replace(/\D/g, "")
    .replace(/^0+/, "");
  const value = Number(written);
  // JSON has a minus zero, and JavaScript writes it without its minus.
  return digits.length <= 15 && Number.isFinite(value) && !Object.is(value, -0);
}

function quoted(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    // Quotes that are no JSON string are a part of the text.
    return written;
  }
}

interface Path {
  readonly names: readonly string[];
  readonly list: boolean;
}

function pathOf(name: string): Path | undefined {
  const match = NAME.exec(name);
  if (match === null) return undefined;
  const [, first = "", rest = "", list] = match;
  const names = [first, ...[...rest.matchAll(/\[([^[\]]+)\]/g)].map(([, each = ""]) => each)];
  return names.length > DEPTH_MAX ? undefined : { names, list: list !== undefined };
}

function place(root: Map<string, Node | Leaf>, { names, list }: Path, leaf: Leaf): boolean {
  let at = root;
  for (const name of names.slice(0, -1)) {
    const next = at.get(name) ?? new Map<string, Node | Leaf>();
    if (!(next instanceof Map)) return false;
    at.set(name, next);
    at = next;
  }
  const last = names.at(-1) ?? "";
  const before = at.get(last);
  if (list) {
    if (before !== undefined && !Array.isArray(before)) return false;
    at.set(last, [...(before ?? []), leaf]);
    return true;
  }
  if (before instanceof Map || Array.isArray(before)) return false;
  at.set(last, leaf);
  return true;
}

/** `Object.fromEntries` makes even `__proto__` a field like any other. */
function objectOf(node: Map<string, Node | Leaf>): Record<string, unknown> {
  return Object.fromEntries([...node].map(([name, value]) => [name, valueOf(value)]));
}

function valueOf(node: Node | Leaf): unknown {
  if (node instanceof Map) return objectOf(node);
  return Array.isArray(node) ? node.map(({ value }) => value) : node.value;
}
