import { isIP, type LookupFunction, type Socket } from "node:net";
import { connect, createSecureContext } from "node:tls";
import type { ConnectionOptions, SecureContext, TLSSocket } from "node:tls";

const MIN_VERSION = "TLSv1.2";

/** A file of its own, so that a call to a loopback address over plain HTTP never loads TLS. */
export function dialSecurely(options: {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** PEM of authorities to trust beside Node's own. */
  readonly ca: string | undefined;
  readonly lookup?: LookupFunction;
  /** A connection that stands already: a tunnel through a proxy. */
  readonly over?: Socket | undefined;
}): TLSSocket {
  const { host, port, ca, lookup, over } = options;
  const base: ConnectionOptions = {
    host,
    port,
    minVersion: MIN_VERSION,
    ALPNProtocols: ["http/1.1"],
  };
  return connect({
    ...base,
    // RFC 6066 has no server names that are addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { secureContext: trusting(ca) }),
    ...(lookup === undefined ? {} : { lookup }),
    ...(over === undefined ? {} : { socket: over }),
  });
}

/**
 * Node's option `ca` would stand in place of its own authorities, and to name those again takes twice as
 * long.
 */
function trusting(ca: string): SecureContext {
  const secureContext = createSecureContext({ minVersion: MIN_VERSION });
  const native: unknown = secureContext.context;
  if (!takesAuthorities(native)) throw new Error("this Node takes no further authorities");
  native.addCACert(ca);
  return secureContext;
}

/** Node's types leave open what is behind a context. */
function takesAuthorities(native: unknown): native is { addCACert(pem: string): void } {
  return typeof native === "object" && native !== null && "addCACert" in native;
}
