import { isIP, type LookupFunction, type Socket } from "node:net";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";

/** A file of its own, so that a call to a loopback address over plain HTTP never loads TLS. */
export function dialSecurely(options: {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  /** PEM of the authorities to trust in place of Node's own (which NODE_EXTRA_CA_CERTS adds to). */
  readonly ca: string | undefined;
  readonly lookup?: LookupFunction;
  /** A connection that stands already: a tunnel through a proxy. */
  readonly over?: Socket | undefined;
}): TLSSocket {
  const { host, port, ca, lookup, over } = options;
  const base: ConnectionOptions = {
    host,
    port,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["http/1.1"],
  };
  return connect({
    ...base,
    // RFC 6066 has no server names that are addresses.
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(lookup === undefined ? {} : { lookup }),
    ...(over === undefined ? {} : { socket: over }),
  });
}
