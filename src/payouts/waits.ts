import { parseDuration } from "../domain/duration.ts";
import { UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";

/** How long a lost answer rests before the same bytes may be sent again. */
export interface Waits {
  /** From the last send to the look that counts. */
  readonly resendAfterMs: number;
  /** Between the two looks that must both find nothing. */
  readonly lookupGapMs: number;
}

const RESEND_AFTER_MS = 60_000;
const LOOKUP_GAP_MS = 10_000;

/**
 * The waits: the profile's own, or as `PIX_RESEND_AFTER` and `PIX_LOOKUP_GAP` (seconds) say; only a service
 * on this machine may be given less than the usual ones.
 */
export function waitsOf(
  env: Readonly<Record<string, string | undefined>>,
  {
    loopback,
    own,
    text,
  }: { readonly loopback: boolean; readonly own: Partial<Waits>; readonly text: Text },
): Waits {
  const read = (name: string, ownMs: number | undefined, usualMs: number): number => {
    const given = env[name] ?? "";
    const parsed = parseDuration(given);
    if (given !== "" && !parsed.ok) throw new UsageError(text.flags.duration(name, given));
    const wantedMs = parsed.ok ? parsed.value : (ownMs ?? usualMs);
    return loopback ? wantedMs : Math.max(wantedMs, usualMs);
  };
  return {
    resendAfterMs: read("PIX_RESEND_AFTER", own.resendAfterMs, RESEND_AFTER_MS),
    lookupGapMs: read("PIX_LOOKUP_GAP", own.lookupGapMs, LOOKUP_GAP_MS),
  };
}
