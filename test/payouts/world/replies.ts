import { ServiceError, UnavailableError, UnknownOutcomeError } from "../../../src/errors.ts";
import type { Withdrawal, WithdrawalAnswer } from "../../../src/payouts/outcome.ts";

/** What a send came to, as the client tells it. Errors are made once: their stacks cost more than a seed. */
export type Reply =
  | { readonly ok: true; readonly answer: WithdrawalAnswer }
  | { readonly ok: false; readonly name: string; readonly error: Error };

function failed(name: string, error: Error): Reply {
  return { ok: false, name, error };
}

function refused(status: number, code?: string, retryAfterMs?: number): Reply {
  const error = new ServiceError("", { status, code, retryAfterMs, effect: "refused" });
  return failed(`${status} ${code ?? ""}`, error);
}

function doubtful(status: number, retryAfterMs?: number): Reply {
  return failed(`${status}`, new UnknownOutcomeError("", { status, retryAfterMs }));
}

export const NOT_SENT = failed(
  "nothing sent",
  new UnavailableError("", { effect: "nothing_sent" }),
);
export const LOST = failed("no answer", new UnknownOutcomeError(""));
export const GARBLED = doubtful(201);
export const FIVES = [doubtful(500), doubtful(502), doubtful(503, 5_000), doubtful(504)] as const;
export const REFUSALS = [
  refused(422, "limit_exceeded"),
  refused(422, "invalid_pix_key"),
  refused(400, "validation_failed"),
  refused(404, "not_found"),
] as const;
export const POOR = refused(422, "insufficient_balance");
export const UNWELCOME = [refused(401), refused(403, "forbidden")] as const;
export const LATER = [
  refused(429),
  refused(429, "rate_limited", 1_000),
  refused(429, "x", 60_000),
] as const;
export const IN_PROGRESS = refused(409, "idempotency_in_progress");
export const MISMATCH = refused(409, "idempotency_mismatch");

/** A list or a withdrawal that cannot be read just now. */
export const UNREADABLE = [
  new UnavailableError(""),
  new ServiceError("", { status: 500 }),
  new ServiceError("", { status: 429 }),
] as const;
export const NOT_FOUND = new ServiceError("", { status: 404, code: "not_found" });

export function answer(value: Withdrawal): WithdrawalAnswer {
  const bare = { raw: undefined, text: "", headers: {}, requestId: undefined, replayed: false };
  return { ...bare, value, status: 201 };
}
