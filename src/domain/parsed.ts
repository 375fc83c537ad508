/**
 * What a parser answers. A problem is a literal code; the sentence a person reads for it stands in
 * the text catalogue. A parser may add further fields to a failure.
 */
export type Parsed<T, Problem extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

export function accepted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refused<Problem extends string>(
  problem: Problem,
): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem };
}
