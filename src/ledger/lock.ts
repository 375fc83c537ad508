import { createHash } from "node:crypto";
import { join } from "node:path";
import { openExclusive } from "../database.ts";
import { BusyError } from "../errors.ts";
import type { Clock } from "../host.ts";
import type { Text } from "../text/text.ts";

const POLL_MS = 200;
/** Who only asks whether it is held takes it for a moment; that is no run. */
const GLANCE_MS = 50;
const GLANCES_MAX = 3;

/**
 * Holds the payouts of one store for this process alone while `work` runs. The lock is the operating
 * system's, on a file of the state folder: it dies with its holder, however that dies. Another holder is
 * waited for, then BusyError.
 */
export async function withStoreLock<T>(
  options: {
    readonly folder: string;
    readonly scope: string;
    readonly waitMs: number;
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly text: Text;
  },
  work: () => Promise<T>,
): Promise<T> {
  const { folder, scope, waitMs, clock, signal, text } = options;
  const path = lockPath(folder, scope);
  let waitedMs = 0;
  for (let tries = 1; ; tries += 1) {
    const release = await openExclusive({ path, text });
    if (release !== undefined) {
      try {
        return await work();
      } finally {
        release();
      }
    }
    if (tries <= GLANCES_MAX) {
      await clock.sleep(GLANCE_MS, signal);
      continue;
    }
    if (waitedMs >= waitMs) {
      const { message, hint } = text.payouts.busy;
      throw new BusyError(message, { hint, effect: "nothing_sent" });
    }
    await clock.sleep(POLL_MS, signal);
    waitedMs += POLL_MS;
  }
}

/** Whether another process holds the payouts of a store now. */
export async function isStoreLocked(options: {
  readonly folder: string;
  readonly scope: string;
  readonly text: Text;
}): Promise<boolean> {
  const { folder, scope, text } = options;
  const release = await openExclusive({ path: lockPath(folder, scope), text });
  release?.();
  return release === undefined;
}

function lockPath(folder: string, scope: string): string {
  const name = createHash("sha256").update(scope).digest("hex").slice(0, 24);
  return join(folder, `store-${name}.lock`);
}
