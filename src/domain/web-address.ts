import { reachOfIpv4, reachOfIpv6, type Reach } from "./ip-address.ts";
import { accepted, type Parsed, refused } from "./parsed.ts";
import { holdsUnseen } from "./unseen.ts";

/** `url` is the text as it was given, without the spaces around it. */
export interface WebAddress {
  readonly url: string;
  /** The host is this machine. Only then may the scheme be plain `http`. */
  readonly loopback: boolean;
  /** The host can be one that the public internet reaches, as far as its name or number tells. */
  readonly public: boolean;
}

export type WebAddressProblem =
  | "empty"
  | "too_long"
  | "not_a_url"
  | "not_https"
  | "has_credentials";

/** The sandbox's own inbox: it counts as public, because it is recorded and never contacted. */
export const inboxHost = "inbox.pix.invalid";

const urlLengthMax = 2048;

/** Names that never resolve in public: RFC 6761, RFC 6762, RFC 8375, RFC 7686 and ICANN's `.internal`. */
const privateNames = /(?:^|\.)(?:local|internal|home\.arpa|test|example|invalid|onion)$/;

/**
 * Reads an HTTPS address and says how far it reaches. Plain `http` passes for loopback alone.
 * No name is looked up: a public name may still point to a private number.
 */
export function parseHttpsUrl(text: string): Parsed<WebAddress, WebAddressProblem> {
  const typed = text.trim();
  if (typed === "") return refused("empty");
  if (typed.length > urlLengthMax) return refused("too_long");
  // URL parsers read `\` as `/` and drop line breaks, so two readers may see two hosts.
  if (holdsUnseen(typed) || typed.includes("\\")) return refused("not_a_url");
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(typed)?.[1];
  if (authority === undefined || !URL.canParse(typed)) return refused("not_a_url");
  const { protocol, hostname } = new URL(typed);
  if (protocol !== "https:" && protocol !== "http:") return refused("not_https");
  if (authority.includes("@")) return refused("has_credentials");
  const host = hostname.replace(/\.$/, "");
  if (host.split(".").includes("")) return refused("not_a_url");
  const reach = reachOf(host);
  if (protocol === "http:" && reach !== "loopback") return refused("not_https");
  return accepted({ url: typed, loopback: reach === "loopback", public: reach === "public" });
}

function reachOf(host: string): Reach {
  if (host.startsWith("[")) return reachOfIpv6(host.slice(1, -1));
  return reachOfIpv4(host) ?? reachOfName(host);
}

function reachOfName(host: string): Reach {
  if (/(?:^|\.)localhost$/.test(host)) return "loopback";
  if (host === inboxHost) return "public";
  return host.includes(".") && !privateNames.test(host) ? "public" : "private";
}
