import { operations } from "../api/operations.ts";
import type { OperationName } from "../api/operations.ts";
import { operationNames } from "./faults.ts";
import { Refusal } from "./refusal.ts";

const BASE = "/v1";

export interface Route {
  readonly name: OperationName;
  /** What stands for `{id}` in the path, in lower case; empty where the path has none. */
  readonly id: string;
}

/**
 * The operation behind a method and a path, which may be encoded and end in a slash; a Refusal where there is
 * none. HEAD asks as GET does.
 */
export function findRoute(method: string, given: string): Route {
  const path = given.replace(/(?<=.)\/$/, "");
  const found = operationNames.flatMap((name) => {
    const id = idIn(path, `${BASE}${operations[name].path}`);
    return id === undefined ? [] : [{ name, id }];
  });
  if (found.length === 0) throw new Refusal("not_found");
  const asked = method === "HEAD" ? "GET" : method;
  const route = found.find(({ name }) => operations[name].method === asked);
  if (route !== undefined) return route;
  const methods = found.map(({ name }) => operations[name].method);
  throw new Refusal("method_not_allowed", { headers: { Allow: methods.join(", ") } });
}

/** Undefined where the path is another. */
function idIn(path: string, template: string): string | undefined {
  const [before = "", after] = template.split("{id}");
  if (after === undefined) return decoded(path) === template ? "" : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const segment = path.slice(before.length, path.length - after.length);
  return segment === "" || segment.includes("/") ? undefined : decoded(segment).toLowerCase();
}

/** What cannot be decoded names nothing, and stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
