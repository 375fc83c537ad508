import type { JsonKind, Problem } from "./answer.ts";

/** A body that is not what was asked for. */
export interface Refused {
  readonly ok: false;
  readonly problem: Problem;
}

export function refused(problem: Problem): Refused {
  return { ok: false, problem };
}

/** A field, or with undefined the whole answer, that has another shape than expected. */
export function refusedShape(field: string | undefined, found: unknown): Refused {
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
