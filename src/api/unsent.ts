import { maskOfField } from "./mask.ts";
import type { SendRequest } from "./send/send.ts";

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
