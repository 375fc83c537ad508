import { accepted, type Parsed, refused } from "./parsed.ts";

export type DurationProblem = "empty" | "not_a_duration" | "too_long";

/** 24 days: Node's timers hold 2^31 - 1 ms and fire at once when given more. */
export const durationMsMax = 24 * 86_400_000;

const unitMs = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Reads `30`, `30s`, `15m`, `2h`, `500ms` or `1d` into milliseconds. A bare number is seconds, and zero is
 * a duration.
 */
export function parseDuration(text: string): Parsed<number, DurationProblem> {
  const typed = text.trim();
  if (typed === "") return refused("empty");
  const match = /^0*(\d+)(ms|s|m|h|d)?$/.exec(typed);
  const count = match?.[1];
  if (count === undefined) return refused("not_a_duration");
  const unit = match?.[2] ?? "s";
  const durationMs = Number(count) * (isUnit(unit) ? unitMs[unit] : unitMs.s);
  return durationMs > durationMsMax ? refused("too_long") : accepted(durationMs);
}

function isUnit(written: string): written is keyof typeof unitMs {
  return Object.hasOwn(unitMs, written);
}
