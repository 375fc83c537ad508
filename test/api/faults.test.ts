import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { createOnce } from "../../src/api/send/once.ts";
import { createPool } from "../../src/api/send/pool.ts";
import { SendError } from "../../src/api/send/send.ts";
import type { Send, SendRequest } from "../../src/api/send/send.ts";
import { UnknownOutcomeError } from "../../src/errors.ts";
import { rejection, transportOver } from "./scripted.ts";
import { answer, closedPort, fullPort, pem, serve, serveProxy, type Served } from "./servers.ts";

const opened: { close(): unknown }[] = [];
const opening = <T extends { close(): unknown }>(thing: T): T => {
  opened.push(thing);
  return thing;
};
afterEach(async () => {
  for (const thing of opened.splice(0).toReversed()) await thing.close();
});

const senders: Record<string, (env?: Record<string, string>) => Send> = {
  once: () => createOnce({ ca: pem("authority") }),
  pool: (env = {}) => opening(createPool({ env, connectionsMax: 1, ca: pem("authority") })).send,
};

const BODY = JSON.stringify({ amount: 19.9, payer: "José" });
const CREATED = answer("201 Created", '{"id":"1"}');

function post(port: number, changes: Partial<SendRequest> = {}, scheme = "http"): SendRequest {
  return {
    method: "POST",
    url: new URL(`${scheme}://127.0.0.1:${port}/v1/payments/pix`),
    headers: { authorization: "Bearer key_for_this_test", "content-type": "application/json" },
    body: BODY,
    connectTimeoutMs: 20_000,
    answerTimeoutMs: 20_000,
    bodyBytesMax: 1_000,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** What became of it: `fault known`, or the answer. */
async function outcome(
  send: Send,
  request: SendRequest,
): Promise<string | { status: number; body: string }> {
  try {
    const { status, body } = await send(request);
    return { status, body };
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    return `${error.fault} ${error.known}`;
  }
}

async function serving(...options: Parameters<typeof serve>): Promise<Served> {
  return opening(await serve(...options));
}

for (const [name, create] of Object.entries(senders)) {
  describe(`the ${name} sender`, () => {
    describe("brings an answer that is whole", () => {
      it("and sends the request once, byte for byte", async () => {
        const served = await serving((socket) => socket.end(CREATED));
        const seen = await create()(post(served.port, { headers: { "idempotency-key": "k1" } }));
        expect(seen).toMatchObject({ status: 201, body: '{"id":"1"}' });
        expect(seen.headers).toMatchObject({ "content-type": "application/json" });
        const [request = ""] = served.requests;
        expect(served.requests).toHaveLength(1);
        expect(request).toMatch(/^POST \/v1\/payments\/pix HTTP\/1\.1\r\n/);
        expect(request).toMatch(/\r\nhost: 127\.0\.0\.1:\d+\r\n/i);
        expect(request).toMatch(/\r\nidempotency-key: k1\r\n/i);
        expect(Buffer.from(request.split("\r\n\r\n")[1] ?? "", "latin1").toString("utf8")).toBe(
          BODY,
        );
      });

      it("over TLS, with the query and an IPv4 address as its host", async () => {
        const served = await serving((socket) => socket.end(CREATED), { certificate: "server" });
        const url = new URL(`https://127.0.0.1:${served.port}/v1/payments?limit=2&cursor=a%2Fb`);
        const request = post(served.port, { method: "GET", body: undefined, url });
        expect(await outcome(create(), request)).toEqual({ status: 201, body: '{"id":"1"}' });
        expect(served.requests[0]).toMatch(/^GET \/v1\/payments\?limit=2&cursor=a%2Fb HTTP/);
        expect(served.requests[0]).not.toMatch(/content-length|transfer-encoding/i);
      });

      it("and says so when a write has no body", async () => {
        const served = await serving((socket) => socket.end(CREATED));
        expect(await outcome(create(), post(served.port, { body: undefined }))).toMatchObject({
          status: 201,
        });
        expect(served.requests[0]).toMatch(/content-length: 0/i);
      });

      it.each([
        ["an empty 200", answer("200 OK", ""), { status: 200, body: "" }],
        ["204", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, body: "" }],
        [
          "HTML",
          answer("200 OK", "<html>hello</html>", ["Content-Type: text/html"]),
          { status: 200, body: "<html>hello</html>" },
        ],
        [
          "a body in chunks",
          'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
          { status: 200, body: '{"a":1}' },
        ],
        [
          "a body that the end of the connection ends, which nothing can tell from a truncated one",
          'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"a":1}',
          { status: 200, body: '{"a":1}' },
        ],
        [
          "a length that is too short, of which only that much is read",
          'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\n{"id":"12345"}',
          { status: 200, body: '{"id"' },
        ],
        [
          "100 and 103 before it",
          `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${CREATED}`,
          { status: 201, body: '{"id":"1"}' },
        ],
      ])("as it is: %s", async (_what, wire, expected) => {
        const served = await serving((socket) => socket.end(wire));
        expect(await outcome(create(), post(served.port))).toEqual(expected);
        expect(served.requests).toHaveLength(1);
      });

      it("with a character of several bytes cut between two packets", async () => {
        const whole = Buffer.from(answer("200 OK", '{"name":"José"}'));
        const cut = whole.indexOf(0xc3) + 1;
        const served = await serving((socket) => {
          socket.write(whole.subarray(0, cut));
          setTimeout(() => socket.end(whole.subarray(cut)), 30);
        });
        expect(await outcome(create(), post(served.port))).toEqual({
          status: 200,
          body: '{"name":"José"}',
        });
      });

      it.each([301, 302, 303, 307, 308])(
        "and follows no %i: no key reaches the other place",
        async (status) => {
          const elsewhere = await serving((socket) => socket.end(CREATED));
          const to = `Location: http://127.0.0.1:${elsewhere.port}/v1/payments/pix`;
          const served = await serving((socket) =>
            socket.end(answer(`${status} Elsewhere`, "", [to])),
          );
          expect(await outcome(create(), post(served.port))).toEqual({ status, body: "" });
          expect(elsewhere.connections).toBe(0);
        },
      );
    });

    describe("says not sent, and no request arrives", () => {
      it("when the connection is refused", async () => {
        expect(await outcome(create(), post(await closedPort()))).toBe("refused not_sent");
      });

      it("when no address of a name takes the connection", async () => {
        const url = new URL(`http://localhost:${await closedPort()}/v1`);
        expect(await outcome(create(), post(0, { url }))).toBe("refused not_sent");
      });

      it("when the name does not exist", async () => {
        const url = new URL("http://no-such-service.invalid/v1");
        expect(await outcome(create(), post(0, { url, connectTimeoutMs: 50_000 }))).toBe(
          "dns not_sent",
        );
      });

      it("when nobody takes the connection in time", async () => {
        const full = opening(await fullPort());
        const request = post(full.port, { connectTimeoutMs: 150 });
        expect(await outcome(create(), request)).toBe("connect_timeout not_sent");
      });

      it("when the TLS handshake never ends", async () => {
        const served = await serving(() => undefined);
        const request = post(served.port, { connectTimeoutMs: 150 }, "https");
        expect(await outcome(create(), request)).toBe("connect_timeout not_sent");
        expect(served.connections).toBe(1);
      });

      it("when the connection closes within the TLS handshake", async () => {
        const served = await serving(() => undefined, {
          onConnection: (socket) => socket.destroy(),
        });
        expect(await outcome(create(), post(served.port, {}, "https"))).toBe("reset not_sent");
      });

      it.each(["self-signed", "expired", "other-name"])(
        "when the certificate is wrong: %s",
        async (certificate) => {
          const served = await serving((socket) => socket.end(CREATED), { certificate });
          expect(await outcome(create(), post(served.port, {}, "https"))).toBe("tls not_sent");
          expect(served.requests).toEqual([]);
        },
      );

      it("when the other side speaks plain HTTP where TLS belongs", async () => {
        const served = await serving(() => undefined, {
          onConnection: (socket) =>
            socket.once("data", () => socket.end(answer("400 Bad Request", "no"))),
        });
        expect(await outcome(create(), post(served.port, {}, "https"))).toBe("tls not_sent");
      });

      it("when it was stopped before", async () => {
        const served = await serving((socket) => socket.end(CREATED));
        expect(await outcome(create(), post(served.port, { signal: AbortSignal.abort() }))).toBe(
          "aborted not_sent",
        );
        expect(served.requests).toEqual([]);
      });

      it("when it is stopped while it waits for a connection", async () => {
        const full = opening(await fullPort());
        const stopping = new AbortController();
        const waiting = outcome(create(), post(full.port, { signal: stopping.signal }));
        setTimeout(() => stopping.abort(), 100);
        expect(await waiting).toBe("aborted not_sent");
      });
    });

    describe("says unknown once the request may have left, and sends it no second time", () => {
      it("when the connection is reset before the request was read", async () => {
        const served = await serving(() => undefined, {
          pauseOnConnect: true,
          onConnection: (socket) => setTimeout(() => socket.resetAndDestroy(), 100),
        });
        expect(await outcome(create(), post(served.port))).toBe("reset unknown");
        expect(served.connections).toBe(1);
      });

      it.each<[string, string, (socket: Socket) => void]>([
        ["is reset after the request was read", "reset", (socket) => socket.resetAndDestroy()],
        ["is closed after the request was read", "reset", (socket) => socket.end()],
        [
          "is reset in the middle of the headers",
          "reset",
          (socket) =>
            socket.write("HTTP/1.1 201 Cre", () => setTimeout(() => socket.resetAndDestroy(), 30)),
        ],
        [
          "is reset in the middle of the answer",
          "truncated",
          (socket) =>
            socket.write(CREATED.slice(0, -4), () =>
              setTimeout(() => socket.resetAndDestroy(), 30),
            ),
        ],
        [
          "closes before the length that was announced",
          "truncated",
          (socket) => socket.end(CREATED.slice(0, -4)),
        ],
        [
          "closes before the last chunk",
          "truncated",
          (socket) =>
            socket.end('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{"i\r\n'),
        ],
        [
          "closes within a chunk",
          "truncated",
          (socket) =>
            socket.end('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"i'),
        ],
        [
          "announces its end and closes within a chunk",
          "truncated",
          (socket) =>
            socket.end(
              'HTTP/1.1 201 Created\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"i',
            ),
        ],
        [
          "carries a chunk that is none",
          "malformed",
          (socket) =>
            socket.end("HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}"),
        ],
        [
          "carries what is not HTTP",
          "malformed",
          (socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
        ],
        [
          "carries two lengths that differ",
          "malformed",
          (socket) =>
            socket.end("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}"),
        ],
        [
          "switches to another protocol",
          "malformed",
          (socket) =>
            socket.end(
              "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n",
            ),
        ],
        [
          "announces too much",
          "too_large",
          (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n{"),
        ],
        [
          "brings too much in chunks",
          "too_large",
          (socket) => {
            socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            socket.write(`3e9\r\n${" ".repeat(1001)}\r\n`);
          },
        ],
        [
          "brings too many headers",
          "too_large",
          (socket) => socket.write(`HTTP/1.1 200 OK\r\nX-Long: ${"x".repeat(70_000)}\r\n\r\n`),
        ],
      ])("when the connection %s", async (_what, fault, behaviour) => {
        const served = await serving(behaviour);
        expect(await outcome(create(), post(served.port))).toBe(`${fault} unknown`);
        expect(served.requests).toHaveLength(1);
        expect(served.connections).toBe(1);
      });

      it.each<[string, (socket: Socket) => void]>([
        ["headers do not come", () => undefined],
        ["body does not come", (socket) => socket.write(CREATED.slice(0, -4))],
        [
          "body never ends",
          (socket) => {
            socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            const dripping = setInterval(() => socket.write("1\r\n \r\n"), 20);
            socket.on("close", () => clearInterval(dripping));
          },
        ],
        [
          "announcements never end",
          (socket) => {
            const dripping = setInterval(() => socket.write("HTTP/1.1 102 Processing\r\n\r\n"), 20);
            socket.on("close", () => clearInterval(dripping));
          },
        ],
      ])("when time is over because the %s", async (_what, behaviour) => {
        const served = await serving(behaviour);
        const request = post(served.port, { answerTimeoutMs: 200 });
        expect(await outcome(create(), request)).toBe("answer_timeout unknown");
        expect(served.requests).toHaveLength(1);
      });

      it("when it is stopped while it waits for the answer", async () => {
        const stopping = new AbortController();
        const served = await serving(() => stopping.abort());
        expect(await outcome(create(), post(served.port, { signal: stopping.signal }))).toBe(
          "aborted unknown",
        );
        expect(served.requests).toHaveLength(1);
      });

      it("when a TLS server is spoken to without TLS", async () => {
        const served = await serving((socket) => socket.end(CREATED), { certificate: "server" });
        expect(await outcome(create(), post(served.port))).toMatch(/^(reset|malformed) unknown$/);
        expect(served.requests).toEqual([]);
      });
    });
  });
}

describe.each(Object.keys(senders))("a client over the %s sender", (name) => {
  const clientOf = (port: number) => {
    const send = senders[name]?.() ?? createOnce();
    return createClient(transportOver(send, { baseUrl: `http://127.0.0.1:${port}/v1` }).transport);
  };
  const creation = { body: BODY, idempotencyKey: "key-1" };

  it("sends a withdrawal whose answer is lost exactly once", async () => {
    const served = await serving((socket) => socket.resetAndDestroy());
    const failure = await rejection(clientOf(served.port).withdrawals.create(creation));
    expect(failure).toBeInstanceOf(UnknownOutcomeError);
    expect(served.requests).toHaveLength(1);
  });

  it("sends a charge whose answers are lost four times, the same to the byte", async () => {
    const served = await serving((socket) => socket.resetAndDestroy());
    const failure = await rejection(clientOf(served.port).payments.create(creation));
    expect(failure).toBeInstanceOf(UnknownOutcomeError);
    expect(served.requests).toHaveLength(4);
    expect(new Set(served.requests).size).toBe(1);
    expect(served.requests[0]).toMatch(/\r\nidempotency-key: key-1\r\n/i);
  });

  it("creates nothing where nobody listens, and says so", async () => {
    const failure = await rejection(clientOf(await closedPort()).withdrawals.create(creation));
    expect(failure).toMatchObject({ name: "UnavailableError", effect: "nothing_sent" });
  });
});

describe("the pool sender", () => {
  const { pool = () => createOnce() } = senders;

  it("sends many requests over few connections", async () => {
    const served = await serving((socket) => socket.write(CREATED));
    const send = opening(createPool({ env: {}, connectionsMax: 2 })).send;
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => outcome(send, post(served.port))),
    );
    expect(new Set(seen.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ status: 201, body: '{"id":"1"}' })]),
    );
    expect(served.requests).toHaveLength(20);
    expect(served.connections).toBe(2);
  });

  it("says unknown, and sends nothing again, when a kept connection is gone once it is used", async () => {
    const served = await serving((socket) => {
      if (served.requests.length === 1) socket.write(CREATED);
      else socket.resetAndDestroy();
    });
    const send = pool();
    expect(await outcome(send, post(served.port))).toMatchObject({ status: 201 });
    expect(await outcome(send, post(served.port))).toBe("reset unknown");
    expect(served.requests).toHaveLength(2);
    expect(served.connections).toBe(1);
  });

  it("says nothing on the side, however many requests listen to one signal", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", onWarning);
    const served = await serving((socket) => socket.write(CREATED));
    const { signal } = new AbortController();
    const sends = Object.values(senders).map((create) => create());
    const requests = Array.from({ length: 20 }, () => post(served.port, { signal }));
    await Promise.all(sends.flatMap((send) => requests.map((request) => send(request))));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  it("opens a new connection for the request after a fault", async () => {
    const served = await serving((socket) => {
      if (served.requests.length === 1) socket.resetAndDestroy();
      else socket.write(CREATED);
    });
    const send = pool();
    expect(await outcome(send, post(served.port))).toBe("reset unknown");
    expect(await outcome(send, post(served.port))).toMatchObject({ status: 201 });
  });

  it("never writes a request that was stopped while it waited for its turn", async () => {
    const served = await serving((socket) => setTimeout(() => socket.write(CREATED), 150));
    const send = pool();
    const stopping = new AbortController();
    const first = outcome(send, post(served.port));
    const second = outcome(send, post(served.port, { signal: stopping.signal }));
    const third = outcome(send, post(served.port));
    setTimeout(() => stopping.abort(), 50);
    expect(await second).toBe("aborted not_sent");
    expect(await first).toMatchObject({ status: 201 });
    expect(await third).toMatchObject({ status: 201 });
    expect(served.requests).toHaveLength(2);
  });

  it("fails what is under way when it is closed", async () => {
    const made = createPool({ env: {}, connectionsMax: 1 });
    const served = await serving(() => void made.close());
    expect(await outcome(made.send, post(served.port))).toMatch(/unknown$/);
  });

  it("closes though it never sent anything", async () => {
    await expect(createPool({ env: {}, connectionsMax: 1 }).close()).resolves.toBeUndefined();
  });
});

describe("the pool sender, through a proxy", () => {
  const NAME = "service.pix.test";
  const { pool = () => createOnce() } = senders;
  const through = (port: number, scheme = "http"): Record<string, string> => ({
    HTTPS_PROXY: `${scheme}://user:secret%21@localhost:${port}`,
  });
  const toService = (port: number): SendRequest =>
    post(port, { url: new URL(`https://${NAME}:${port}/v1/payments/pix`) });

  it.each(["http", "https"])(
    "reaches the service, and the %s proxy sees neither key nor body",
    async (scheme) => {
      const served = await serving((socket) => socket.write(CREATED), { certificate: "server" });
      const certificate = scheme === "https" ? { certificate: "server" } : {};
      const proxy = opening(await serveProxy(certificate));
      const send = pool(through(proxy.port, scheme));
      expect(await outcome(send, toService(served.port))).toMatchObject({ status: 201 });
      expect(await outcome(send, toService(served.port))).toMatchObject({ status: 201 });
      expect(served.requests).toHaveLength(2);
      expect(proxy.requests).toHaveLength(1);
      expect(proxy.requests[0]).toMatch(
        new RegExp(`^CONNECT ${NAME}:${served.port} HTTP/1\\.1\r\n`),
      );
      const credentials = Buffer.from("user:secret!").toString("base64");
      expect(proxy.requests[0]).toContain(`proxy-authorization: Basic ${credentials}\r\n`);
      expect(proxy.requests[0]).not.toMatch(/Bearer|key_for_this_test|amount/);
    },
  );

  it("does not use it for a loopback address", async () => {
    const served = await serving((socket) => socket.end(CREATED));
    const env = { HTTP_PROXY: `http://127.0.0.1:${await closedPort()}` };
    expect(await outcome(pool(env), post(served.port))).toMatchObject({ status: 201 });
  });

  it("says not sent when the proxy refuses the connection", async () => {
    const env = through(await closedPort());
    expect(await outcome(pool(env), toService(1))).toBe("proxy not_sent");
  });

  it.each([
    [
      "wants credentials",
      "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
    ],
    ["does not reach the service", "HTTP/1.1 502 Bad Gateway\r\n\r\n"],
    ["hangs up", ""],
    ["answers what is not HTTP", "220 ready\r\n\r\n"],
    ["speaks for the service", "HTTP/1.1 200 OK\r\n\r\nhello"],
  ])("says not sent, after one try, when the proxy %s", async (_what, refusal) => {
    const proxy = opening(await serveProxy({ reply: () => refusal }));
    expect(await outcome(pool(through(proxy.port)), toService(1))).toBe("proxy not_sent");
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).not.toMatch(/Bearer|amount/);
  });

  it("says not sent when the certificate of the proxy is wrong", async () => {
    const proxy = opening(await serveProxy({ certificate: "self-signed" }));
    expect(await outcome(pool(through(proxy.port, "https")), toService(1))).toBe("proxy not_sent");
    expect(proxy.requests).toEqual([]);
  });

  it("says not sent when the certificate of the service behind it is wrong", async () => {
    const served = await serving((socket) => socket.end(CREATED), { certificate: "other-name" });
    const proxy = opening(await serveProxy());
    expect(await outcome(pool(through(proxy.port)), toService(served.port))).toBe("tls not_sent");
    expect(served.requests).toEqual([]);
  });

  it("says not sent when the proxy never answers", async () => {
    const silent = await serving(() => undefined);
    const request = { ...toService(1), connectTimeoutMs: 150 };
    expect(await outcome(pool(through(silent.port)), request)).toBe("connect_timeout not_sent");
  });

  it("says not sent when the proxy's address cannot be used, and does not pass it by", async () => {
    const served = await serving((socket) => socket.end(CREATED), { certificate: "server" });
    const env = { HTTPS_PROXY: "socks5://127.0.0.1:1080" };
    expect(await outcome(pool(env), toService(served.port))).toBe("proxy not_sent");
    expect(served.connections).toBe(0);
  });

  it("says unknown when the tunnel breaks after the request", async () => {
    const served = await serving((socket) => socket.destroy(), { certificate: "server" });
    const proxy = opening(await serveProxy());
    expect(await outcome(pool(through(proxy.port)), toService(served.port))).toBe("reset unknown");
    expect(served.requests).toHaveLength(1);
  });
});
