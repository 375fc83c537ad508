/** One HTTP request, complete: whoever sends it adds nothing and repeats nothing. */
export interface SendRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly connectTimeoutMs: number;
  /** From the moment the request is written until the answer is complete. */
  readonly answerTimeoutMs: number;
  readonly bodyBytesMax: number;
  readonly signal: AbortSignal;
}

/** An answer that arrived whole. Header names are lower case; a repeated header is joined with ", ". */
export interface SendResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What went wrong on the way, as a word that text/ has a sentence for. */
export type SendFault =
  | "dns"
  | "refused"
  | "unreachable"
  | "connect_timeout"
  | "tls"
  | "proxy"
  | "reset"
  | "answer_timeout"
  | "truncated"
  | "too_large"
  | "malformed"
  | "aborted";

/**
 * No answer arrived. `known` tells what that means for a write: `not_sent` only where it is certain that
 * no byte of the request left this machine; everything else is `unknown`.
 */
export class SendError extends Error {
  override readonly name = "SendError";
  readonly fault: SendFault;
  readonly known: "not_sent" | "unknown";

  constructor(fault: SendFault, known: "not_sent" | "unknown", options: { cause?: unknown } = {}) {
    super(`${fault} (${known})`, { cause: options.cause });
    this.fault = fault;
    this.known = known;
  }
}

/** The seam of the whole tool: the network, a pool, and the embedded sandbox are all one of these. */
export type Send = (request: SendRequest) => Promise<SendResponse>;
