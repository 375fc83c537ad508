import { readFailure } from "./failure.ts";
import type { Failure } from "./failure.ts";
import type { SendResponse } from "./send/send.ts";

/** What the service answered to one call, understood and as it came. */
export interface Answer<T> {
  readonly value: T;
  /**
   * The parsed JSON, with everything the service added to what this program knows; undefined for an empty
   * body.
   */
  readonly raw: unknown;
  /** The body as the service sent it. */
  readonly text: string;
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string | undefined;
  /** The service has given the answer to an earlier request with the same idempotency key again. */
  readonly replayed: boolean;
}

/** Why a body is not the answer that was asked for. */
export type Problem =
  | { readonly kind: "empty" | "html" | "cut" }
  | { readonly kind: "not_json"; readonly contentType: string | undefined }
  | { readonly kind: "missing"; readonly field: string }
  /** `found` is JSON's name for what stands there. The field is undefined where it is the whole answer. */
  | { readonly kind: "shape"; readonly field: string | undefined; readonly found: JsonKind };

export type JsonKind = "null" | "array" | "object" | "string" | "number" | "boolean";

/** A body before anybody has decoded it; `problem` is set where it is not JSON. */
export interface Body {
  readonly raw: unknown;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem | undefined;
}

export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

/** Makes of a body what a caller can rely on, or says what is wrong with it. */
export type Decode<T> = (body: Body) => Decoded<T>;

/** An answer that came whole, sorted. */
export type Judged<T> =
  | { readonly kind: "answer"; readonly answer: Answer<T> }
  | {
      readonly kind: "failure";
      readonly status: number;
      readonly failure: Failure;
      readonly requestId: string | undefined;
    }
  | {
      readonly kind: "redirect";
      readonly status: number;
      readonly location: string | undefined;
      readonly requestId: string | undefined;
    }
  | {
      readonly kind: "unreadable";
      readonly status: number;
      readonly problem: Problem;
      readonly requestId: string | undefined;
    };

/** Sorts an answer by its status and, where that is 2xx, by whether it can be read. */
export function judge<T>(response: SendResponse, decode: Decode<T>): Judged<T> {
  const { status, headers } = response;
  const body = readBody(response);
  const failure = status >= 400 ? readFailure(body) : undefined;
  const requestId = failure?.requestId ?? headers["x-request-id"];
  if (failure !== undefined) return { kind: "failure", status, failure, requestId };
  if (status < 200 || status > 299) {
    return { kind: "redirect", status, location: headers["location"], requestId };
  }
  const decoded = decode(body);
  if (!decoded.ok) return { kind: "unreadable", status, problem: decoded.problem, requestId };
  const replayed = headers["idempotency-replayed"]?.toLowerCase() === "true";
  const { raw, text } = body;
  const { value } = decoded;
  return { kind: "answer", answer: { value, raw, text, status, headers, requestId, replayed } };
}

function readBody({ body, headers }: SendResponse): Body {
  // RFC 8259 lets a reader ignore a byte order mark.
  const text = body.replace(/^\uFEFF/, "");
  try {
    return { raw: JSON.parse(text), text, headers, problem: undefined };
  } catch {
    return { raw: undefined, text, headers, problem: whyNotJson(text, headers["content-type"]) };
  }
}

function whyNotJson(text: string, contentType: string | undefined): Problem {
  if (text.trim() === "") return { kind: "empty" };
  if (/^\s*</.test(text) || /^text\/html\b/i.test(contentType ?? "")) return { kind: "html" };
  if (contentType !== undefined && /[/+]json\b/i.test(contentType)) return { kind: "cut" };
  return { kind: "not_json", contentType };
}
