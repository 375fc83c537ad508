import {
  AnswerError,
  InterruptedError,
  ServiceError,
  UnavailableError,
  UnknownOutcomeError,
} from "../errors.ts";
import type { Effect } from "../errors.ts";
import type { Text } from "../text/text.ts";
import type { Judged, Problem } from "./answer.ts";
import { codeOf } from "./send/fault.ts";
import type { SendError } from "./send/send.ts";

/** What one try of a call came to, short of an answer. */
export type Failed =
  | Exclude<Judged<never>, { readonly kind: "answer" }>
  | { readonly kind: "fault"; readonly error: SendError };

/** What is said of a call that failed; nothing of it carries a key or a customer's data. */
export interface FailedCall {
  /** `POST /payments/pix`, not masked yet. */
  readonly name: string;
  readonly host: string;
  readonly tries: number;
  readonly retryAfterMs: number | undefined;
  readonly text: Text;
  readonly mask: (text: string) => string;
  readonly signal: AbortSignal;
}

/** The error of a call that only reads. */
export function readError(seen: Failed, call: FailedCall): unknown {
  const message = messageOf(seen, call);
  const { text } = call;
  switch (seen.kind) {
    case "fault": {
      const { fault } = seen.error;
      if (fault === "aborted" && call.signal.aborted) return call.signal.reason;
      if (fault === "too_large" || fault === "malformed") {
        const hint = text.transport.unreadableHint;
        return new AnswerError(message, { code: "unreadable_answer", hint, cause: seen.error });
      }
      return new UnavailableError(message, { ...hintOf(seen.error, text), cause: seen.error });
    }
    case "failure":
      return serviceError(seen, { message, call, effect: undefined });
    case "redirect": {
      const { status, requestId } = seen;
      const hint = text.transport.redirectHint;
      return new AnswerError(message, { code: "redirect", status, requestId, hint });
    }
    case "unreadable": {
      const { status, requestId } = seen;
      const hint = text.transport.unreadableHint;
      return new AnswerError(message, { code: "unreadable_answer", status, requestId, hint });
    }
  }
}

/** What the tries of a write have come to so far. */
export interface WriteSoFar {
  /**
   * A try that may have had its effect. Whatever came after it, the outcome is unknown: a 5xx stores no key,
   * and a later refusal speaks for the later request alone.
   */
  readonly doubt: Failed | undefined;
  /** The last try that the service answered with an error and without doubt. */
  readonly answered: Failed | undefined;
}

/** The error of a call that writes. */
export function writeError(
  seen: Failed,
  { doubt, answered, call, policy }: WriteSoFar & { call: FailedCall; policy: "retry" | "once" },
): unknown {
  const { text } = call;
  if (doubt !== undefined) return unknownOutcome(doubt, { seen, call });
  const effect = effectOfAnswer(answered);
  // An equal request is being worked on, and what becomes of that one is not known here.
  if (answered !== undefined && effect === "unknown" && policy === "retry") {
    return unknownOutcome(answered, { seen, call });
  }
  const message = messageOf(seen, call);
  if (seen.kind === "failure") return serviceError(seen, { message, call, effect });
  if (seen.kind !== "fault") return unknownOutcome(seen, { seen, call });
  const { error } = seen;
  if (error.fault === "aborted" && call.signal.aborted) {
    return interrupted(call.signal.reason, effect);
  }
  return new UnavailableError(message, { effect, ...hintOf(error, text), cause: error });
}

/** A stop between two tries of a write. */
export function stoppedError(
  seen: Failed,
  { doubt, answered, call }: WriteSoFar & { readonly call: FailedCall },
): unknown {
  if (doubt !== undefined) return unknownOutcome(doubt, { seen, call });
  return interrupted(call.signal.reason, effectOfAnswer(answered));
}

function effectOfAnswer(answered: Failed | undefined): Effect {
  if (answered === undefined) return "nothing_sent";
  return isInProgress(answered) ? "unknown" : "refused";
}

/** Whether a try may have had its effect. */
export function leavesDoubt(seen: Failed): boolean {
  if (seen.kind === "fault") return seen.error.known === "unknown";
  return seen.kind !== "failure" || seen.status === 408 || seen.status >= 500;
}

export function isInProgress(seen: Failed): boolean {
  return (
    seen.kind === "failure" &&
    seen.status === 409 &&
    seen.failure.code === "idempotency_in_progress"
  );
}

function unknownOutcome(
  doubt: Failed,
  { seen, call }: { readonly seen: Failed; readonly call: FailedCall },
): UnknownOutcomeError {
  const first = messageOf(doubt, call);
  const later =
    seen === doubt ? undefined : ended(call.text.transport.later(sentenceOf(seen, call)));
  const message = [first, later].filter((part) => part !== undefined).join(" ");
  const retryAfterMs = seen === doubt ? call.retryAfterMs : undefined;
  if (doubt.kind === "fault") {
    return new UnknownOutcomeError(message, { retryAfterMs, cause: doubt.error });
  }
  const { status } = doubt;
  const requestId = doubt.requestId && call.mask(doubt.requestId);
  return new UnknownOutcomeError(message, { status, requestId, retryAfterMs });
}

function serviceError(
  seen: Extract<Failed, { kind: "failure" }>,
  {
    message,
    call,
    effect,
  }: { readonly message: string; readonly call: FailedCall; readonly effect: Effect | undefined },
): ServiceError {
  const { status, failure } = seen;
  const { mask, retryAfterMs } = call;
  return new ServiceError(message, {
    status,
    code: failure.code && mask(failure.code),
    requestId: seen.requestId && mask(seen.requestId),
    details: failure.details.map((detail) => ({
      field: detail.field && mask(detail.field),
      message: mask(detail.message),
    })),
    effect,
    retryAfterMs,
  });
}

/** The signal's reason is the person's wish; a write adds what it means for the money. */
function interrupted(reason: unknown, effect: Effect): unknown {
  if (!(reason instanceof InterruptedError)) return reason;
  return new InterruptedError(reason.signal, { effect, cause: reason });
}

function messageOf(seen: Failed, call: FailedCall): string {
  const { name, tries, text, mask } = call;
  const message = text.transport.failed(mask(name), sentenceOf(seen, call));
  return ended(tries > 1 ? `${message} ${text.transport.tries(tries)}` : message);
}

/** A service's own sentence may bring its end along. */
function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function sentenceOf(seen: Failed, { host, text, mask }: FailedCall): string {
  const say = text.transport;
  switch (seen.kind) {
    case "fault": {
      const { fault, cause } = seen.error;
      const reason = fault === "tls" || fault === "proxy" ? reasonOf(cause) : undefined;
      const sentence = say.fault[fault](host);
      return reason === undefined ? sentence : say.because(sentence, mask(reason));
    }
    case "failure": {
      const { status, failure } = seen;
      if (failure.form === "html") return say.answeredHtml(status);
      const code = failure.code === undefined ? undefined : mask(failure.code);
      const message = failure.message === undefined ? undefined : mask(failure.message);
      return say.answered(status, code, message === code ? undefined : message);
    }
    case "redirect":
      return say.redirect(seen.status, placeOf(seen.location, mask));
    case "unreadable":
      return problemSentence(seen.problem, text);
  }
}

function problemSentence(problem: Problem, text: Text): string {
  const say = text.transport.unreadable;
  switch (problem.kind) {
    case "empty":
    case "html":
    case "cut":
      return say[problem.kind];
    case "not_json":
      return say.not_json(problem.contentType);
    case "missing":
      return say.missing(problem.field);
    case "shape":
      return say.shape(problem.field, problem.found);
  }
}

/** The code of OpenSSL or Node, which can be looked up; of a proxy, what it answered. */
function reasonOf(cause: unknown): string | undefined {
  return (
    codeOf(cause) ??
    codeOf(cause instanceof Error ? cause.cause : undefined) ??
    messageOfCause(cause)
  );
}

function messageOfCause(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

/** Where a redirect points, without what a query could give away. */
function placeOf(location: string | undefined, mask: (text: string) => string): string | undefined {
  const path = location?.split(/[?#]/, 1)[0];
  return path === undefined || path === "" ? undefined : mask(path.slice(0, 200));
}

function hintOf({ fault }: SendError, text: Text): { hint?: string } {
  const hints: Readonly<Partial<Record<SendError["fault"], string>>> = text.transport.faultHint;
  const hint = hints[fault];
  return hint === undefined ? {} : { hint };
}
