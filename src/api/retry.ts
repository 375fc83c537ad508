import type { Random } from "../host.ts";

/** How often one call is sent at most, the first time included. */
export const TRIES_MAX = 4;

const BACKOFF_MS = 500;
const BACKOFF_MS_MAX = 5_000;
const RETRY_AFTER_MS_MAX = 60_000;

/**
 * How long to wait after so many tries: as long as the service asks, else longer each time, and never quite
 * the same.
 */
export function pauseMs(options: {
  readonly tries: number;
  readonly retryAfterMs: number | undefined;
  readonly random: Random;
}): number {
  const { tries, retryAfterMs, random } = options;
  if (retryAfterMs !== undefined) return retryAfterMs;
  const full = Math.min(BACKOFF_MS * 2 ** (tries - 1), BACKOFF_MS_MAX);
  // Half of it is left to chance, so that many clients that failed together do not come back together.
  return Math.round(full * (0.5 + random.fraction() / 2));
}

/** RFC 9110, Retry-After: seconds, or an HTTP date. Undefined where it is neither; at most a minute. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  const written = header?.trim() ?? "";
  if (/^\d+$/.test(written)) return Math.min(Number(written) * 1_000, RETRY_AFTER_MS_MAX);
  if (!/^[a-z]+,? .* GMT$/i.test(written)) return undefined;
  const at = Date.parse(written);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(at - now.getTime(), 0), RETRY_AFTER_MS_MAX);
}
