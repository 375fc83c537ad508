import type { Profile } from "../../profiles/store.ts";
import type { Text } from "../../text/text.ts";

/** Which contract shapes make up a resource, in requests and in answers. */
const resources = {
  account: ["account"],
  balance: ["balance"],
  link: ["linkRequest", "link"],
  payment: ["paymentRequest", "payment"],
  withdrawal: ["withdrawalRequest", "withdrawal"],
} as const;

type Resource = keyof typeof resources;

/**
 * The sentence that says why a field cannot get this name of the service's own; undefined when it can.
 * Only what the specification leaves open can be renamed, and no two fields may come to share a name.
 */
export async function renameProblem(
  profile: Pick<Profile, "fields">,
  { field, wire }: { readonly field: string; readonly wire: string | undefined },
  text: Text,
): Promise<string | undefined> {
  const say = text.profiles.rename;
  const [, resource = "", name = ""] = field.split(".");
  if (!isResource(resource)) return say.unknownResource(resource, Object.keys(resources));
  const sources = await fieldSources(resource);
  const source = sources.get(name);
  if (source === "specified") return say.specified(resource, name);
  const assumed = [...sources].flatMap(([known, from]) => (from === "assumed" ? [known] : []));
  if (source === undefined) return say.unknownField(resource, name, assumed);
  if (wire === undefined || wire === name) return undefined;
  const others = Object.entries(profile.fields).filter(
    ([other]) => other.startsWith(`${resource}.`) && other !== `${resource}.${name}`,
  );
  const taken = sources.has(wire) || others.some(([, otherWire]) => otherWire === wire);
  return taken ? say.taken(resource, wire) : undefined;
}

/** Every field of a resource, and whether the specification names it anywhere. */
async function fieldSources(resource: Resource): Promise<ReadonlyMap<string, string>> {
  const contract = await import("../../api/contract.ts");
  const sources = new Map<string, string>();
  for (const shape of resources[resource]) {
    const entries: Readonly<Record<string, object>> = contract[shape].entries;
    for (const [name, entry] of Object.entries(entries)) {
      const source = sourceOf(entry);
      if (source !== undefined && sources.get(name) !== "specified") sources.set(name, source);
    }
  }
  return sources;
}

/** The mark that the contract puts on each field, in the pipe of its shape or of the shape it wraps. */
function sourceOf(entry: object): string | undefined {
  if ("wrapped" in entry && isObject(entry.wrapped)) return sourceOf(entry.wrapped);
  if (!("pipe" in entry) || !Array.isArray(entry.pipe)) return undefined;
  for (const step of entry.pipe) {
    if (isObject(step) && "metadata" in step && isObject(step.metadata)) {
      if ("source" in step.metadata) return String(step.metadata.source);
    }
  }
  return undefined;
}

function isResource(name: string): name is Resource {
  return Object.hasOwn(resources, name);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
