import type { Surroundings } from "./process.ts";
import * as replies from "./replies.ts";
import type { Reply } from "./replies.ts";
import type { Request } from "./service.ts";
import { ANSWER_MS_MAX } from "./temper.ts";
import type { Fate } from "./temper.ts";

/** A request on its way, and how its sender gives it up. */
export interface Exchange {
  readonly request: Request;
  readonly abort: () => void;
}

interface Sent {
  readonly key: string;
  readonly body: string;
  readonly fate: Fate;
  /** Whether anybody is there to hear the answer. */
  readonly isAlive: () => boolean;
  readonly resolve: (reply: Reply) => void;
}

/** One request and its answer. What becomes of it at the service does not depend on who still waits. */
export function exchange(
  { key, body, fate, isAlive, resolve }: Sent,
  { time, service, spares }: Surroundings,
): Exchange {
  const request: Request = {
    ...{ key, body, fate },
    ...{ gaveUpMs: undefined, isSpared: false, made: undefined },
  };
  let isHeard = false;
  let hasLeft = false;
  const hear = (reply: Reply): void => {
    if (isHeard || !isAlive()) return;
    isHeard = true;
    request.gaveUpMs ??= time.nowMs;
    if (reply === replies.LOST && spares) service.spare(request);
    time.stir();
    resolve(reply);
  };
  const leave = (): void => {
    hasLeft = true;
    time.after(fate.lostAfterMs ?? ANSWER_MS_MAX, () => {
      request.gaveUpMs ??= time.nowMs;
      hear(replies.LOST);
    });
    if (!fate.arrives) return;
    time.after(fate.travelMs, () =>
      service.receive(request, (reply) => {
        if (fate.lostAfterMs === undefined) time.after(fate.travelMs, () => hear(reply));
      }),
    );
  };
  time.after(fate.connectMs, () => {
    // A dead process opens no more connections.
    if (!isAlive() || isHeard) return;
    if (fate.connects) leave();
    else hear(replies.NOT_SENT);
  });
  return { request, abort: () => hear(hasLeft ? replies.LOST : replies.NOT_SENT) };
}
