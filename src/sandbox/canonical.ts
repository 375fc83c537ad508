import { JSON_DEPTH_MAX } from "./assumed.ts";

/**
 * One text for everything that is the same JSON: keys in order, no spaces, numbers as JavaScript writes them.
 * Undefined when it is nested too deep to be walked.
 */
export function canonicalJson(value: unknown): string | undefined {
  return isDeeper(value, JSON_DEPTH_MAX) ? undefined : write(value);
}

function write(value: unknown): string {
  if (typeof value === "number") return String(value === 0 ? 0 : value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(write).join(",")}]`;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member)}`).join(",")}}`;
}

function isDeeper(value: unknown, depthMax: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depthMax === 0 || Object.values(value).some((member) => isDeeper(member, depthMax - 1));
}
