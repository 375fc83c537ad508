import { request as startRequest, type ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { onAbort } from "./after.ts";
import { established, hostOf, open, portOf } from "./connection.ts";
import type { DialOptions } from "./connection.ts";
import { SendError } from "./send.ts";

/**
 * Opens a connection through a proxy (RFC 9110, CONNECT), with TLS to the service inside it. Not undici's
 * ProxyAgent: that one reconnects without end when a proxy hangs up (nodejs/undici#3897), and its
 * `connect.ca` reaches neither the proxy nor the service. The service's request, and its key, are written
 * inside the tunnel alone.
 */
export async function openTunnel(proxy: URL, to: URL, options: DialOptions): Promise<Socket> {
  const { ca, signal } = options;
  if (proxy.protocol !== "http:" && proxy.protocol !== "https:")
    throw proxyFault("unusable address");
  const toProxy = await open(proxy, options).catch((error: unknown) => {
    // Time and a person's wish are no fault of the proxy.
    const own =
      error instanceof SendError &&
      (error.fault === "aborted" || error.fault === "connect_timeout");
    throw own ? error : proxyFault(error);
  });
  signal.throwIfAborted();
  const tunnel = await connected(toProxy, { proxy, to, signal });
  if (to.protocol !== "https:") return tunnel;
  const { dialSecurely } = await import("./secure.ts");
  signal.throwIfAborted();
  const secured = dialSecurely({ host: hostOf(to), port: portOf(to), ca, over: tunnel });
  return established(secured, { readyOn: "secureConnect", over: tunnel, signal });
}

function connected(
  socket: Socket,
  { proxy, to, signal }: { readonly proxy: URL; readonly to: URL; readonly signal: AbortSignal },
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const outgoing = askForTunnel(socket, { proxy, to });
    let settled = false;
    const settle = (): void => {
      settled = true;
      stopListening();
    };
    const fail = (error: unknown): void => {
      // The request is over once the tunnel stands, and says so; the tunnel lives on.
      if (settled) return;
      settle();
      outgoing.destroy();
      socket.destroy();
      reject(error);
    };
    const stopListening = onAbort(signal, () => fail(signal.reason));
    outgoing.on("connect", (response, tunnel: Socket, head: Buffer) => {
      const status = response.statusCode ?? 0;
      if (status < 200 || status > 299) return fail(proxyFault(`answered ${status} to CONNECT`));
      // No service speaks before it is asked: this is the proxy's own, and nothing can follow it.
      if (head.length > 0) return fail(proxyFault("sent data before the tunnel was used"));
      settle();
      resolve(tunnel);
    });
    outgoing.on("response", (response) =>
      fail(proxyFault(`answered ${response.statusCode ?? 0} to CONNECT`)),
    );
    outgoing.on("error", (error) => fail(proxyFault(error)));
    outgoing.on("close", () => fail(proxyFault("closed the connection")));
    outgoing.end();
  });
}

function askForTunnel(
  socket: Socket,
  { proxy, to }: { readonly proxy: URL; readonly to: URL },
): ClientRequest {
  const target = `${to.hostname}:${portOf(to)}`;
  const user = decodeURIComponent(proxy.username);
  const credentials = Buffer.from(`${user}:${decodeURIComponent(proxy.password)}`).toString(
    "base64",
  );
  return startRequest({
    method: "CONNECT",
    path: target,
    setHost: false,
    headers: {
      host: target,
      ...(proxy.username === "" ? {} : { "proxy-authorization": `Basic ${credentials}` }),
    },
    createConnection: () => socket,
  });
}

function proxyFault(cause: unknown): SendError {
  return new SendError("proxy", "not_sent", {
    cause: typeof cause === "string" ? new Error(`the proxy ${cause}`) : cause,
  });
}
