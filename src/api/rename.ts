import { UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import {
  account,
  balance,
  link,
  linkRequest,
  payment,
  paymentRequest,
  withdrawal,
  withdrawalRequest,
} from "./contract.ts";

/** The one table of what can be renamed: which shapes of the contract make up a resource. */
const RESOURCES = {
  account: [account],
  balance: [balance],
  link: [linkRequest, link],
  payment: [paymentRequest, payment],
  withdrawal: [withdrawalRequest, withdrawal],
} as const;

export type Resource = keyof typeof RESOURCES;

/** A profile's names: this program's (`withdrawal.pix_key`) to the service's own (`chave`). */
export type FieldNames = Readonly<Record<string, string>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * A request's object under the service's own names. For commands, before they make the body that is recorded
 * and sent; what `-F` adds is the service's own already and comes after.
 */
export function renameFields(resource: Resource, object: Fields, names: FieldNames): Fields {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [names[`${resource}.${name}`] ?? name, value]),
  );
}

/**
 * An answer's object under this program's names. Where a field is renamed, one that comes under its old
 * name is something else, and is left out.
 */
export function readFields(resource: Resource, object: Fields, names: FieldNames): Fields {
  const renamed = new Map(
    Object.entries(names).flatMap(([field, wire]) => {
      const [owner, name = ""] = field.split(".");
      return owner === resource && name !== wire ? [[wire, name] as const] : [];
    }),
  );
  if (renamed.size === 0) return object;
  const hidden = new Set(renamed.values());
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const own = renamed.get(name);
      if (own !== undefined) return [[own, value]];
      return hidden.has(name) ? [] : [[name, value]];
    }),
  );
}

/** Checks every name again where it is used: the file of profiles may have been written by hand. */
export function checkNames(names: FieldNames, text: Text): void {
  for (const [field, wire] of Object.entries(names)) {
    const problem = renameProblem({ field, wire, names }, text);
    if (problem !== undefined) throw new UsageError(text.transport.badRename(field, problem));
  }
}

/**
 * The sentence that says why a field (`withdrawal.pix_key`) cannot get this name of the service's own;
 * undefined when it can. Only what the specification leaves open can be renamed, and no two fields may come
 * to share a name.
 */
export function renameProblem(
  renaming: {
    readonly field: string;
    readonly wire: string | undefined;
    readonly names: FieldNames;
  },
  text: Text,
): string | undefined {
  const { field, wire, names } = renaming;
  const say = text.profiles.rename;
  const [resource = "", name = ""] = field.split(".");
  if (!isResource(resource)) return say.unknownResource(resource, Object.keys(RESOURCES));
  const sources = fieldSources(resource);
  const source = sources.get(name);
  if (source === "specified") return say.specified(resource, name);
  const assumed = [...sources].flatMap(([known, from]) => (from === "assumed" ? [known] : []));
  if (source === undefined) return say.unknownField(resource, name, assumed);
  if (wire === undefined || wire === name) return undefined;
  const others = Object.entries(names).filter(
    ([other]) => other.startsWith(`${resource}.`) && other !== field,
  );
  const taken = sources.has(wire) || others.some(([, otherWire]) => otherWire === wire);
  return taken ? say.taken(resource, wire) : undefined;
}

/** Every field of a resource, and whether the specification names it anywhere. */
function fieldSources(resource: Resource): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const shape of RESOURCES[resource]) {
    const entries: Readonly<Record<string, object>> = shape.entries;
    for (const [name, entry] of Object.entries(entries)) {
      const source = sourceOf(entry);
      if (source !== undefined && sources.get(name) !== "specified") sources.set(name, source);
    }
  }
  return sources;
}

/** The mark that the contract puts on each field, in the pipe of its shape or of the shape it wraps. */
function sourceOf(entry: object): string | undefined {
  const steps: readonly unknown[] = "pipe" in entry && Array.isArray(entry.pipe) ? entry.pipe : [];
  for (const step of steps) {
    if (isObject(step) && "metadata" in step && isObject(step.metadata)) {
      if ("source" in step.metadata) return String(step.metadata.source);
    }
  }
  // The pipe comes first: it carries what its first shape wraps as if it were its own.
  return "wrapped" in entry && isObject(entry.wrapped) ? sourceOf(entry.wrapped) : undefined;
}

function isResource(name: string): name is Resource {
  return Object.hasOwn(RESOURCES, name);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
