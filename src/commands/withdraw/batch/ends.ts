import type { Context, Writer } from "../../../context.ts";
import { formatMoney } from "../../../domain/money.ts";
import {
  AnswerError,
  describe,
  InterruptedError,
  PartialError,
  ServiceError,
  UnavailableError,
  UnknownOutcomeError,
} from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";
import type { Tallies } from "../../../ledger/batches.ts";
import type { Profile } from "../../../profiles/store.ts";
import type { Text } from "../../../text/text.ts";
import { contradictionSentence } from "../check.ts";
import type { Stop } from "../../../payouts/run.ts";
import { nextOf, showBatch, standing } from "./standing.ts";

/** Shows how the batch stands after a run, and fails with what that means for whoever called. */
export async function end(
  batch: Batch,
  { context, writer, stop }: { context: Context; writer: Writer; stop: Stop | undefined },
): Promise<void> {
  const { output, text } = context;
  const { batches, profile } = writer;
  const now = batches.find(batch.scope, batch.batch) ?? batch;
  const tallies = batches.tallies(now);
  const hint = nextOf(now, tallies, { profile, text });
  if (output.form === "human") await showBatch(context, { batch: now, tallies, next: hint });
  else output.note(text.batch.ended(batch.batch, standing(tallies, now), totalsOf(tallies)));
  const error = errorOf({ batch: now, tallies, stop, hint, context, profile });
  if (error !== undefined) throw error;
}

function totalsOf(tallies: Tallies): readonly (readonly [string, number, string])[] {
  return Object.entries(tallies)
    .filter(([, { count }]) => count > 0)
    .map(([state, { count, cents }]) => [state, count, formatMoney(cents)] as const);
}

/**
 * What a run came to, the worst first: an outcome that nobody knows, what stopped it, then what was refused.
 */
function errorOf(facts: {
  batch: Batch;
  tallies: Tallies;
  stop: Stop | undefined;
  hint: string | undefined;
  context: Context;
  profile: Profile;
}): Error | undefined {
  const { batch, tallies, stop, hint, context, profile } = facts;
  const { text } = context;
  const doubts = tallies.unknown.count + tallies.sending.count;
  const doubtCents = tallies.unknown.cents + tallies.sending.cents;
  const why = stop === undefined ? undefined : sentenceOf(stop, context);
  if (stop?.kind === "interrupted") {
    const signal = stop.error instanceof InterruptedError ? stop.error.signal : "SIGINT";
    return new InterruptedError(signal, { hint, ...(doubts > 0 ? { effect: "unknown" } : {}) });
  }
  if (doubts > 0 && stop?.kind !== "conflict") {
    const message = text.batch.doubts(batch.batch, doubts, formatMoney(doubtCents));
    return new UnknownOutcomeError([message, ...(why === undefined ? [] : [why])].join("\n"), {
      hint,
    });
  }
  if (stop !== undefined && stop.kind !== "refused") {
    const sent = batch.rows - tallies.planned.count;
    const effect = sent === 0 ? "nothing_sent" : undefined;
    return stopError(stop, { message: why ?? "", hint, profile, text, effect });
  }
  const bad = tallies.refused.count + tallies.failed.count;
  if (bad === 0 && stop === undefined) return undefined;
  const badCents = tallies.refused.cents + tallies.failed.cents;
  const message = text.batch.partial(batch.batch, bad, formatMoney(badCents));
  return new PartialError([message, ...(why === undefined ? [] : [why])].join("\n"), { hint });
}

interface StopFacts {
  readonly message: string;
  readonly hint: string | undefined;
  readonly effect: "nothing_sent" | undefined;
  readonly profile: Profile;
  readonly text: Text;
}

function stopError(
  stop: Exclude<Stop, { kind: "interrupted" | "refused" }>,
  { message, hint, effect, profile, text }: StopFacts,
): Error {
  switch (stop.kind) {
    case "unknown":
      return new UnknownOutcomeError(message, { hint });
    case "conflict":
      return new ServiceError(message, { status: 409, code: "idempotency_mismatch", hint });
    case "contradiction":
      return new AnswerError(message, {
        code: "contradiction",
        hint: `${text.withdraw.contradictionHint}\n${hint ?? ""}`.trim(),
      });
    case "blocked": {
      const { status, code, requestId } = stop.error;
      const why = text.batch.blocked(status, code, profile.name);
      const hints = [why, hint].filter((one) => one !== undefined);
      return new ServiceError(message, { status, code, requestId, hint: hints.join("\n") });
    }
    case "unavailable":
      return new UnavailableError(message, { hint, cause: stop.error, effect });
  }
}

function sentenceOf(stop: Stop, { text }: Context): string {
  const said = text.batch.stops;
  switch (stop.kind) {
    case "interrupted":
      return text.errors.interrupted;
    case "refused":
      return said.refused(stop.count);
    case "unknown":
      return said.unknown(stop.count);
    case "conflict":
      return said.conflict(stop.payout.rowId);
    case "contradiction": {
      const found = stop.contradictions.map((one) =>
        contradictionSentence(one, { payout: stop.payout, text }),
      );
      return [said.contradiction(stop.payout.rowId), ...found].join("\n");
    }
    case "blocked":
    case "unavailable":
      return said.at(stop.payout.rowId, describe(stop.error, text).message);
  }
}
