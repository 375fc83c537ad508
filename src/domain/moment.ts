import { accepted, refused } from "./parsed.ts";
import type { Parsed } from "./parsed.ts";

/** Brazil keeps no summer time since 2019 (Decreto 9.772/2019), so São Paulo's days are these. */
const SAO_PAULO_OFFSET = "-03:00";

const SAO_PAULO_OFFSET_MS = -3 * 3_600_000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Reads a day (`2026-11-01`, as São Paulo counts it, from its first or to its last moment) or a full
 * RFC 3339 time, and gives it in UTC: `2026-11-01T03:00:00.000Z`.
 */
export function parseMoment(text: string, edge: "start" | "end"): Parsed<string, "not_a_moment"> {
  const time = edge === "start" ? "00:00:00.000" : "23:59:59.999";
  const written = DAY.test(text) ? `${text}T${time}${SAO_PAULO_OFFSET}` : text;
  const read = new Date(written);
  if (!MOMENT.test(written) || Number.isNaN(read.getTime())) return refused("not_a_moment");
  // Date.parse rolls 31 February over into March.
  if (DAY.test(text) && !new Date(`${text}T12:00:00Z`).toISOString().startsWith(text)) {
    return refused("not_a_moment");
  }
  return accepted(read.toISOString());
}

/** The first moment of São Paulo's day, in UTC. */
export function startOfDay(now: Date): string {
  const there = new Date(now.getTime() + SAO_PAULO_OFFSET_MS).toISOString().slice(0, 10);
  return new Date(`${there}T00:00:00.000${SAO_PAULO_OFFSET}`).toISOString();
}
