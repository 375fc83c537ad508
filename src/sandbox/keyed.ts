import type { Database } from "../database.ts";
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from "../api/names.ts";
import type { Assumed } from "./assumed.ts";
import { detail, memberOf, refuseAny } from "./checks.ts";
import { clearInFlight, keepAnswer, markInFlight, storedAnswer } from "./idempotency.ts";
import type { KeyedRequest } from "./idempotency.ts";
import { Refusal, refusalAnswer } from "./refusal.ts";
import type { Answer } from "./refusal.ts";

export interface KeyedOptions {
  readonly database: Database;
  readonly now: () => number;
  readonly assumed: () => Assumed;
}

export interface KeyedWork {
  readonly request: KeyedRequest;
  readonly requestId: string;
  /** Milliseconds that the request is held up before its work, and the wait itself. */
  readonly heldMs: number;
  readonly held: () => Promise<void>;
  /** False where the answer will be replaced by one of status 500 or above, which stores no key. */
  readonly keeps: boolean;
  readonly prepare: () => (() => Answer) | Promise<() => Answer>;
}

/**
 * The specification's rules for idempotency keys: the first answer under 500 is given again to the same body,
 * byte for byte; another body is a mismatch. The work and its stored answer are one transaction, so of two
 * processes that race with one key, one does it and the other repeats what it said.
 */
export async function answerOnce(work: KeyedWork, options: KeyedOptions): Promise<Answer> {
  const { database, now, assumed } = options;
  const { request, requestId, heldMs } = work;
  const known = storedAnswer(database, request, now());
  if (known !== undefined) return known;
  const finished = heldMs > 0 ? await hold(work, options) : undefined;
  if (finished !== undefined) return finished;
  const finish = await refusing(requestId, work.prepare);
  return database.transaction(() => {
    if (heldMs > 0) clearInFlight(database, request);
    const raced = storedAnswer(database, request, now());
    if (raced !== undefined) return raced;
    const answer = refusingAtOnce(requestId, finish);
    if (work.keeps) keepAnswer(database, request, { answer, now: now(), assumed: assumed() });
    return answer;
  });
}

/** The header prevails over the body's own field; undefined when neither is there. */
export function idempotencyKeyOf(header: string | null, body: unknown): string | undefined {
  const inBody = memberOf(body, "idempotency_key");
  const key = header ?? inBody;
  if (key === undefined) return undefined;
  if (typeof key !== "string") {
    throw new Refusal("validation_failed", {
      details: [detail("idempotency_key", "invalid_type")],
    });
  }
  refuseAny([
    key === "" ? detail("idempotency_key", "too_short") : undefined,
    key.length > IDEMPOTENCY_KEY_CHARACTERS_MAX ? detail("idempotency_key", "too_long") : undefined,
  ]);
  return key;
}

/** Whoever comes with the same key while this one is held up is told that it is in progress. */
async function hold(
  work: KeyedWork,
  { database, now, assumed }: KeyedOptions,
): Promise<Answer | undefined> {
  const { request, heldMs, held } = work;
  const raced = database.transaction(() => {
    const known = storedAnswer(database, request, now());
    if (known !== undefined) return known;
    markInFlight(database, request, now() + heldMs + assumed().inFlightMsMax);
    return undefined;
  });
  if (raced !== undefined) return raced;
  try {
    await held();
  } catch (error) {
    clearInFlight(database, request);
    throw error;
  }
  return undefined;
}

async function refusing(requestId: string, prepare: KeyedWork["prepare"]): Promise<() => Answer> {
  try {
    return await prepare();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return () => refusalAnswer(error, requestId);
  }
}

function refusingAtOnce(requestId: string, finish: () => Answer): Answer {
  try {
    return finish();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusalAnswer(error, requestId);
  }
}
