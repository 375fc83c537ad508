import type { Context } from "./context.ts";
import { ServiceError, UnavailableError } from "./errors.ts";

const POLL_MS = 2_000;
const POLL_MS_MAX = 10_000;
/** Each look is a little later than the one before: a payer who has not paid in a minute may take ten. */
const POLL_GROWTH = 1.2;

/**
 * Looks again and again until what is seen is final or the time is over, and gives what was seen last;
 * undefined when nothing was. A service that cannot be reached for a while ends nothing.
 */
export async function pollUntil<T>(
  context: Context,
  options: {
    readonly look: () => Promise<T>;
    readonly isFinal: (seen: T) => boolean;
    /** What is waited for. */
    readonly waiting: string;
    readonly timeoutMs: number;
  },
): Promise<T | undefined> {
  const { clock, signal, output } = context;
  const { look, isFinal, waiting, timeoutMs } = options;
  const endsAt = clock.now().getTime() + timeoutMs;
  const progress = await context.progress(waiting);
  let last: T | undefined;
  try {
    for (let pauseMs = POLL_MS; ; pauseMs = Math.min(pauseMs * POLL_GROWTH, POLL_MS_MAX)) {
      try {
        last = await look();
        if (isFinal(last)) return last;
      } catch (error) {
        if (!passes(error)) throw error;
        output.note(error.message);
      }
      const leftMs = endsAt - clock.now().getTime();
      if (leftMs <= 0) return last;
      await clock.sleep(Math.min(pauseMs, leftMs), signal);
    }
  } finally {
    progress.stop();
  }
}

/** Whether a fault may be gone at the next look. */
function passes(error: unknown): error is Error {
  if (error instanceof UnavailableError) return true;
  return error instanceof ServiceError && (error.status === 429 || error.status >= 500);
}
