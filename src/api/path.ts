import { holdsUnseen } from "../domain/unseen.ts";
import { parseHttpsUrl } from "../domain/web-address.ts";
import { UsageError } from "../errors.ts";
import type { Text } from "../text/text.ts";

/** path`/payments/${id}`: every value becomes one encoded segment. */
export type PathTag = (literals: TemplateStringsArray, ...segments: readonly string[]) => string;

const SEGMENT_CHARACTERS_MAX = 255;

/**
 * A value can neither leave its segment nor be one that URLs give a meaning: `GET /payments/..` would read
 * another thing than was asked for. Such a value, and an empty one, is a UsageError.
 */
export function createPath(text: Text): PathTag {
  const encode = (segment: string): string => {
    const fits =
      segment !== "" &&
      segment !== "." &&
      segment !== ".." &&
      segment.length <= SEGMENT_CHARACTERS_MAX &&
      !isUnfit(segment);
    if (!fits) throw new UsageError(text.transport.badSegment(segment));
    return encodeURIComponent(segment);
  };
  return (literals, ...segments) => String.raw({ raw: literals }, ...segments.map(encode));
}

/** It ends a segment for some reader of URLs, is invisible, or is no text at all (a lone surrogate). */
function isUnfit(segment: string): boolean {
  return holdsUnseen(segment) || /[/\\]/.test(segment);
}

/** Where all requests of a client go; plain http passes for loopback alone. */
export function readBase(baseUrl: string, text: Text): URL {
  const address = parseHttpsUrl(baseUrl);
  if (!address.ok) throw new UsageError(text.transport.badBaseUrl);
  const base = new URL(address.value.url);
  if (base.search !== "" || base.hash !== "") throw new UsageError(text.transport.badBaseUrl);
  base.pathname = base.pathname.replace(/\/+$/, "");
  return base;
}

/**
 * The address of a path below the base, which may carry a query of its own. A key goes with every request,
 * so whatever would leave the base (another host, `..`, `//`) is a UsageError, however it is spelled.
 */
export function addressOf(
  base: URL,
  path: string,
  { query = {}, text }: { readonly query?: object; readonly text: Text },
): URL {
  const [pathname = ""] = path.split("?", 1);
  const segments = pathname.replace(/\/$/, "").split("/").slice(1);
  const strays = segments.some((segment) => /^(?:(?:\.|%2e){1,2})?$/i.test(segment));
  if (!path.startsWith("/") || strays || holdsUnseen(path) || /[#\\]/.test(path)) {
    throw new UsageError(text.transport.badPath(path));
  }
  const below = base.pathname === "/" ? "" : base.pathname;
  const url = new URL(`${base.origin}${below}${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  return url;
}
