import { after } from "../api/send/after.ts";
import type { Outbox } from "./outbox.ts";

/** Delivers in the background of whatever this process does. */
export interface Courier {
  /** Starts a round when not too many are under way; never waits. */
  kick(): void;
  /** Starts a round and waits for all that are under way, at most that long. */
  deliver(withinMs: number): Promise<void>;
  /**
   * The same for the last time: what is then still under way is cut short. Throws what went wrong in any
   * round.
   */
  close(withinMs: number): Promise<void>;
}

/** So many slow receivers can hold a round each before the next one has to wait. */
const ROUNDS_MAX = 4;
const ROUND_MS_MAX = 30_000;

export function createCourier(options: {
  readonly outbox: Outbox;
  readonly signal: AbortSignal;
}): Courier {
  const { outbox } = options;
  const hurry = new AbortController();
  const signal = AbortSignal.any([options.signal, hurry.signal]);
  const rounds = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const kick = (): void => {
    if (rounds.size >= ROUNDS_MAX || signal.aborted) return;
    const round: Promise<void> = outbox
      .deliverDue({ withinMs: ROUND_MS_MAX, signal })
      .then(
        () => undefined,
        (error: unknown) => void failures.push(error),
      )
      .finally(() => rounds.delete(round));
    rounds.add(round);
  };
  const deliver = async (withinMs: number): Promise<void> => {
    kick();
    let stop = (): void => undefined;
    const limit = new Promise<void>((resolve) => (stop = after(withinMs, resolve)));
    await Promise.race([Promise.all(rounds), limit]);
    stop();
  };
  return {
    kick,
    deliver,
    close: async (withinMs) => {
      await deliver(withinMs);
      hurry.abort();
      await Promise.all(rounds);
      if (failures.length > 0) throw failures[0];
    },
  };
}
