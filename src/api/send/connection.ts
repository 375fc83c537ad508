import { connect, type LookupFunction, type Socket } from "node:net";
import { after, onAbort } from "./after.ts";
import { codeOf, faultOf } from "./fault.ts";
import { SendError } from "./send.ts";

/** The signal's reason is always a SendError. */
export interface DialOptions {
  /** PEM of authorities to trust beside Node's own. */
  readonly ca: string | undefined;
  /** In place of the system's resolver. */
  readonly lookup?: LookupFunction | undefined;
  readonly signal: AbortSignal;
}

/**
 * Runs one attempt at a connection, however many steps it has, within one time. Both senders write a
 * request only on a connection that this has handed out, so whatever fails in here is `not_sent`, and
 * nothing else is.
 */
export async function within(
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  dial: (limited: AbortSignal) => Promise<Socket>,
): Promise<Socket> {
  if (signal.aborted) throw new SendError("aborted", "not_sent", { cause: signal.reason });
  const limit = new AbortController();
  const stopListening = onAbort(signal, () =>
    limit.abort(new SendError("aborted", "not_sent", { cause: signal.reason })),
  );
  const stopTimer = after(timeoutMs, () =>
    limit.abort(new SendError("connect_timeout", "not_sent")),
  );
  try {
    return await dial(limit.signal);
  } finally {
    stopTimer();
    stopListening();
  }
}

/** Opens TCP, and TLS over it for https. All addresses of a name are tried, as RFC 8305 has it. */
export async function open(to: URL, { ca, lookup, signal }: DialOptions): Promise<Socket> {
  const host = hostOf(to);
  const resolver = lookup === undefined ? {} : { lookup };
  if (to.protocol !== "https:") {
    const socket = connect({ host, port: portOf(to), noDelay: true, ...resolver });
    return established(socket, { readyOn: "connect", signal });
  }
  const { dialSecurely } = await import("./secure.ts");
  signal.throwIfAborted();
  const socket = dialSecurely({ host, port: portOf(to), ca, ...resolver });
  socket.setNoDelay(true);
  return established(socket, { readyOn: "secureConnect", signal });
}

/**
 * Resolves with the socket when it can be written on; from then on a failure of it is its user's to see.
 */
export function established(
  socket: Socket,
  {
    readyOn,
    over,
    signal,
  }: {
    readonly readyOn: "connect" | "secureConnect";
    /** Set where TLS runs over a connection that stands already. */
    readonly over?: Socket;
    readonly signal: AbortSignal;
  },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let reached = over !== undefined;
    const onConnect = (): void => {
      reached = true;
    };
    const onReady = (): void => {
      settle();
      resolve(socket);
    };
    const onError = (error: Error): void => {
      const fault = faultOf(error, faultAt({ reached, readyOn, error }));
      fail(new SendError(fault, "not_sent", { cause: error }));
    };
    const onClose = (): void => fail(new SendError("reset", "not_sent"));
    const fail = (error: SendError): void => {
      settle();
      socket.destroy();
      over?.destroy();
      reject(error);
    };
    const stopListening = onAbort(signal, () => fail(asSendError(signal.reason)));
    const settle = (): void => {
      stopListening();
      socket
        .off("connect", onConnect)
        .off(readyOn, onReady)
        .off("error", onError)
        .off("close", onClose);
    };
    // Stays for the socket's life: an error that comes late must not end the process.
    socket.on("error", () => undefined);
    socket
      .on("connect", onConnect)
      .once(readyOn, onReady)
      .on("error", onError)
      .on("close", onClose);
  });
}

/** Without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

function faultAt(at: {
  readonly reached: boolean;
  readonly readyOn: "connect" | "secureConnect";
  readonly error: Error;
}): "tls" | "connect_timeout" | "unreachable" {
  if (codeOf(at.error) === "ETIMEDOUT") return "connect_timeout";
  return at.reached && at.readyOn === "secureConnect" ? "tls" : "unreachable";
}

function asSendError(reason: unknown): SendError {
  if (reason instanceof SendError) return reason;
  return new SendError("aborted", "not_sent", { cause: reason });
}
