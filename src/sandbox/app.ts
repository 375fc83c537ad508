import { Hono } from "hono/quick";
import type { Incoming, Outgoing, Service } from "./service.ts";

/** The service as a web server knows it, from Request to Response. */
export function createApp(service: Service): Hono {
  return new Hono()
    .all("*", async ({ req }) => responseOf(await service(incomingOf(req.raw))))
    .onError((error) => {
      throw error;
    });
}

export function responseOf({ status, headers, body }: Outgoing): Response {
  return new Response(body, { status, headers });
}

function incomingOf(request: Request): Incoming {
  return {
    method: request.method,
    url: new URL(request.url),
    header: (name) => request.headers.get(name),
    // Even to look at it begins to read: what is turned away by its headers alone must not.
    get body() {
      return request.body === null ? [] : chunksOf(request.body);
    },
  };
}

/** Whoever stops early leaves the rest unread: to cancel would close the connection before the answer. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return;
    yield value;
  }
}
