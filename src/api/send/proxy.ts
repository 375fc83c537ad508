import { parseHttpsUrl } from "../../domain/web-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Stands in for a proxy whose address cannot be read: a request must fail then, and not pass it by. */
export const unusableProxy = new URL("unusable:proxy");

/**
 * The proxy that a request to this address goes through, as curl reads the environment: HTTPS_PROXY or
 * HTTP_PROXY by the scheme, NO_PROXY against it, lower case first. A loopback address has none, whatever
 * they say.
 */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const names =
    url.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"];
  const address = firstSet(env, names)?.trim();
  if (address === undefined || address === "") return undefined;
  const target = parseHttpsUrl(url.href);
  if (target.ok && target.value.loopback) return undefined;
  if (isExcepted(url, firstSet(env, ["no_proxy", "NO_PROXY"]) ?? "")) return undefined;
  const written = address.includes("://") ? address : `http://${address}`;
  if (!URL.canParse(written)) return unusableProxy;
  const proxy = new URL(written);
  return proxy.protocol === "http:" || proxy.protocol === "https:" ? proxy : unusableProxy;
}

/** A name set to nothing is set: it switches off what its twin in the other case says. */
function firstSet(env: Environment, names: readonly string[]): string | undefined {
  return names.map((name) => env[name]).find((value) => value !== undefined);
}

/**
 * `*`, or names and addresses between commas or spaces, each with a port or without; a name covers all
 * below it.
 */
function isExcepted(url: URL, exceptions: string): boolean {
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  const host = url.hostname.replace(/\.$/, "");
  return exceptions
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const match = /^(?:\*?\.)?(\[[^\]]*\]|[^:]+)(?::(\d+))?$/.exec(entry);
      const name = match?.[1];
      if (name === undefined || (match?.[2] ?? port) !== port) return false;
      return host === name || host.endsWith(`.${name}`);
    });
}
