import type { Text } from "./text/text.ts";

/** What is known of the money when a command that writes has failed. */
export type Effect = "nothing_sent" | "refused" | "unknown";

/** What the service says is wrong with one field of a request. */
export interface ServiceErrorDetail {
  readonly field: string | undefined;
  readonly message: string;
}

/** What can be told of a failure beside its message; a failure has what its class is about. */
interface Facts {
  /** What to do about it: a command to paste, or a sentence. */
  readonly hint?: string | undefined;
  /** For a write: what is known of the money. */
  readonly effect?: Effect | undefined;
  /** Of the answer that it came to. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly details?: readonly ServiceErrorDetail[] | undefined;
  /** How long the service asks to be left alone before the next try. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** What every failure is; the message says what happened and why, in the person's language. */
abstract class Failure extends Error {
  readonly hint: string | undefined;
  readonly effect: Effect | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly details: readonly ServiceErrorDetail[];
  readonly retryAfterMs: number | undefined;

  constructor(message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause });
    this.hint = facts.hint;
    this.effect = facts.effect;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? [];
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** A flag, a local value or a local file is wrong; nothing was sent. */
export class UsageError extends Failure {
  override readonly name = "UsageError";
}

/** There is no profile or no usable key, or the key must not be used here. */
export class AuthError extends Failure {
  override readonly name = "AuthError";
}

/** The service answered with an error: status 400 and above, and its own code where it gave one. */
export class ServiceError extends Failure {
  override readonly name = "ServiceError";
  override readonly status: number;
  readonly code: string | undefined;

  constructor(message: string, facts: Facts & { status: number; code?: string | undefined }) {
    super(message, facts);
    this.status = facts.status;
    this.code = facts.code;
  }
}

/** The service could not be reached, or not be read, and nothing moved. */
export class UnavailableError extends Failure {
  override readonly name = "UnavailableError";
}

/** A write was sent and nothing tells what became of it. */
export class UnknownOutcomeError extends Failure {
  override readonly name = "UnknownOutcomeError";
  override readonly effect = "unknown";
}

export type AnswerProblem = "unreadable_answer" | "contradiction" | "redirect";

/** The service's answer contradicts the request, or is not an answer that can be read. */
export class AnswerError extends Failure {
  override readonly name = "AnswerError";
  readonly code: AnswerProblem;

  constructor(message: string, facts: Facts & { code: AnswerProblem }) {
    super(message, facts);
    this.code = facts.code;
  }
}

/** Waiting ran out of time: the resource is not final yet. */
export class PendingError extends Failure {
  override readonly name = "PendingError";
}

/** Waiting ended in a final status that is not paid. */
export class NotPaidError extends Failure {
  override readonly name = "NotPaidError";
}

/** A limit, an approval or a missing confirmation stopped a write. */
export class GuardedError extends Failure {
  override readonly name = "GuardedError";
  override readonly effect = "nothing_sent";
}

/** What was asked for by its name is not there; nothing was sent for it. */
export class NotFoundError extends Failure {
  override readonly name = "NotFoundError";
}

/** A batch has come to its end, and not everybody was paid; no outcome is unknown. */
export class PartialError extends Failure {
  override readonly name = "PartialError";
}

/** Another process holds what this one needs alone. */
export class BusyError extends Failure {
  override readonly name = "BusyError";
}

/** A person or the system asked to stop; "no" at a prompt counts as SIGINT. */
export class InterruptedError extends Failure {
  override readonly name = "InterruptedError";
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(signal: "SIGINT" | "SIGTERM" = "SIGINT", facts: Facts = {}) {
    super(`interrupted by ${signal}`, facts);
    this.signal = signal;
  }
}

/** Something on this machine is in the way: a full disk, a folder that cannot be written, a port in use. */
export class LocalError extends Failure {
  override readonly name = "LocalError";
}

type KnownError =
  | UsageError
  | AuthError
  | ServiceError
  | UnavailableError
  | UnknownOutcomeError
  | AnswerError
  | PendingError
  | NotPaidError
  | GuardedError
  | NotFoundError
  | PartialError
  | BusyError
  | InterruptedError
  | LocalError;

/** The exit codes, which scripts rely on. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  rejected: 3,
  auth: 4,
  not_found: 5,
  conflict: 6,
  unavailable: 7,
  unknown: 8,
  pending: 9,
  not_paid: 10,
  partial: 11,
  guarded: 12,
  busy: 75,
  interrupted: 130,
  terminated: 143,
} as const;

/** What a person or a program is told of a failure. */
export interface Description {
  readonly code: string;
  /** What happened and why, one sentence or more, not yet made safe for a terminal. */
  readonly message: string;
  /** Which of the three is true of the money; absent for a read. */
  readonly effect: string | undefined;
  /** What to do next. */
  readonly hint: string | undefined;
  readonly details: readonly ServiceErrorDetail[];
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly exitCode: number;
}

/** Turns any failure into what is said of it and the exit code: the only place where that is decided. */
export function describe(error: unknown, text: Text): Description {
  if (!isKnown(error)) {
    const message = text.errors.bug(error instanceof Error ? error.message : String(error));
    const nothing = { effect: undefined, details: [], status: undefined, requestId: undefined };
    const hint = text.errors.bugHint;
    return { ...nothing, code: "internal", message, hint, exitCode: EXIT.failure };
  }
  const { status, requestId, details } = error;
  const effect = error.effect && text.errors.effect[error.effect];
  const message = error.name === "InterruptedError" ? text.errors.interrupted : error.message;
  const hint = error.hint ?? hintOf(error, text);
  return { ...verdict(error), message, effect, hint, details, status, requestId };
}

/** What is known of the money, told of a failure that does not say it itself. */
export function withEffect(error: unknown, effect: Effect): unknown {
  if (error instanceof Failure && error.effect === undefined) {
    Object.defineProperty(error, "effect", { value: effect, enumerable: true });
  }
  return error;
}

/** What a failed write did, as far as its error tells; whatever is not known for certain is unknown. */
export function effectOf(error: unknown): Effect {
  if (!isKnown(error)) return "unknown";
  const local = [UsageError, AuthError, LocalError].some((known) => error instanceof known);
  return error.effect ?? (local ? "nothing_sent" : "unknown");
}

/** The one table from failures to the words and numbers that programs rely on. */
function verdict(error: KnownError): { readonly code: string; readonly exitCode: number } {
  switch (error.name) {
    case "UsageError":
      return { code: "usage", exitCode: EXIT.usage };
    case "AuthError":
      return { code: "auth", exitCode: EXIT.auth };
    case "ServiceError": {
      const code = error.code ?? `http_${error.status}`;
      return { code, exitCode: exitCodeOfStatus(error.status) };
    }
    case "UnavailableError":
      return { code: "unavailable", exitCode: EXIT.unavailable };
    case "UnknownOutcomeError":
      return { code: "unknown_outcome", exitCode: EXIT.unknown };
    case "AnswerError":
      return { code: error.code, exitCode: EXIT.rejected };
    case "PendingError":
      return { code: "pending", exitCode: EXIT.pending };
    case "NotPaidError":
      return { code: "not_paid", exitCode: EXIT.not_paid };
    case "GuardedError":
      return { code: "guarded", exitCode: EXIT.guarded };
    case "NotFoundError":
      return { code: "not_found", exitCode: EXIT.not_found };
    case "PartialError":
      return { code: "partial", exitCode: EXIT.partial };
    case "BusyError":
      return { code: "busy", exitCode: EXIT.busy };
    case "InterruptedError": {
      const exitCode = error.signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
      return { code: "interrupted", exitCode };
    }
    case "LocalError":
      return { code: "local", exitCode: EXIT.failure };
  }
}

function exitCodeOfStatus(status: number): number {
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 404) return EXIT.not_found;
  if (status === 409) return EXIT.conflict;
  if (status === 429 || status >= 500) return EXIT.unavailable;
  return EXIT.rejected;
}

function hintOf(error: KnownError, text: Text): string | undefined {
  if (error.name === "UnavailableError") return text.errors.unavailableHint;
  return error.name === "ServiceError" ? text.errors.statusHint(error.status) : undefined;
}

function isKnown(error: unknown): error is KnownError {
  return error instanceof Failure;
}
