import { ERRORS } from "./assumed.ts";
import type { ErrorCode } from "./assumed.ts";

/** What is wrong with one field; `field` is a path such as `customer.email`. */
export interface Detail {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/** The service says no, for a reason that its list of errors names. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: readonly Detail[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    options: {
      details?: readonly Detail[];
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(ERRORS[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? [];
    this.headers = options.headers ?? {};
  }
}

/** One answer before it is sent; an idempotency key keeps its status and its body as they are. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function refusalAnswer(refusal: Refusal, requestId: string): Answer {
  const { code, details, headers } = refusal;
  return errorAnswer({ status: ERRORS[code].status, code, requestId, details, headers });
}

/** Every failure has this one form. */
export function errorAnswer(failure: {
  readonly status: number;
  readonly code: ErrorCode;
  readonly requestId: string;
  readonly details?: readonly Detail[];
  readonly headers?: Readonly<Record<string, string>>;
}): Answer {
  const { status, code, requestId, details = [], headers = {} } = failure;
  const { message } = ERRORS[code];
  const more = details.length > 0 ? { details } : {};
  const body = JSON.stringify({ error: { code, message, request_id: requestId, ...more } });
  return { status, body, headers };
}
