import type { Text } from "../text/text.ts";
import { parseHttpsUrl, type WebAddressProblem } from "../domain/web-address.ts";

export type BaseUrlProblem = WebAddressProblem | "has_query" | "not_v1";

export type ParsedBaseUrl =
  | { readonly ok: true; readonly value: BaseUrl }
  | {
      readonly ok: false;
      readonly problem: BaseUrlProblem;
      /** The address that was probably meant. */
      readonly corrected?: string | undefined;
    };

export interface BaseUrl {
  /** In its canonical form, without a slash at the end. */
  readonly url: string;
  readonly loopback: boolean;
}

/**
 * Reads the address of a service. The specification: "both end in `/v1`". Plain http passes for loopback
 * alone, and nothing that could carry a secret or change a path (user names, a query) passes at all.
 */
export function parseBaseUrl(text: string): ParsedBaseUrl {
  const address = parseHttpsUrl(text);
  if (!address.ok) return address;
  const { origin, pathname, search, hash } = new URL(address.value.url);
  const path = pathname.replace(/\/+$/, "");
  const url = `${origin}${path}`;
  const beforeVersion = path.split(/\/v1(?=\/|$)/i)[0] ?? "";
  const corrected = `${origin}${beforeVersion}/v1`;
  if (search !== "" || hash !== "" || /[?#]/.test(text)) {
    return { ok: false, problem: "has_query", corrected };
  }
  if (!path.endsWith("/v1")) return { ok: false, problem: "not_v1", corrected };
  return { ok: true, value: { url, loopback: address.value.loopback } };
}

/** The sentence for it; never the address itself, in which somebody may have put a key. */
export function baseUrlProblem(
  { problem, corrected }: { problem: BaseUrlProblem; corrected?: string | undefined },
  text: Text,
): string {
  const sentence = text.profiles.baseUrl[problem];
  return corrected === undefined ? sentence : text.profiles.didYouMean(sentence, corrected);
}

/** A key given for one of them may be sent to the other. */
export function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}
