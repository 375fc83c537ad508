import { maskOfField } from "./mask.ts";
import type { Send, SendRequest } from "./send/send.ts";

/** Thrown in place of sending: no failure, but the request that a run without `--dry-run` would have sent. */
export class DryRun extends Error {
  override readonly name = "DryRun";
  readonly request: SendRequest;

  constructor(request: SendRequest) {
    super("nothing was sent");
    this.request = request;
  }
}

/** What stands in for every sender with `--dry-run`; it reaches nobody. */
export const sendNothing: Send = (request) => Promise.reject(new DryRun(request));

/** Stands for the key of the embedded sandbox, which is not opened for a request that nobody sends. */
export const UNSENT_KEY = "key-of-the-sandbox";

/** A request for its own user to see. */
export interface UnsentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that would be sent; null where there is none. */
  readonly body: string | null;
}

const HIDDEN = "***";

/**
 * The whole request. Only secrets are hidden: the key wherever it stands, and headers whose names say that
 * they carry one. All else is the user's own and shown as it is, for it is what they want to check.
 */
export function unsentRequest({ method, url, headers, body }: SendRequest): UnsentRequest {
  const key = headers["authorization"]?.replace(/^Bearer /, "") ?? "";
  const hide = (shown: string): string => (key === "" ? shown : shown.replaceAll(key, HIDDEN));
  const hideHeader = (name: string, value: string): string => {
    if (name === "authorization") return hide(value);
    // A phone or a document in a header is the user's own too; a secret is masked whole.
    return maskOfField(name)?.(value) === HIDDEN ? HIDDEN : hide(value);
  };
  return {
    method,
    url: hide(url.href),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, hideHeader(name, value)]),
    ),
    body: body === undefined ? null : hide(body),
  };
}
