import { connect } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CHARGE, openServed } from "./support.ts";

/** Says exactly this to the server, and gives all that it answers until it closes the connection. */
function raw(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname });
    let answer = "";
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => (answer += chunk));
    socket.on("error", () => socket.destroy());
    socket.on("close", () => resolve(answer));
    socket.write(text);
  });
}

const get = (path: string, headers: Readonly<Record<string, string>>): string =>
  [`GET ${path} HTTP/1.1`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    .concat("Connection: close", "", "")
    .join("\r\n");

describe("the served sandbox", () => {
  it("answers only to the names of this machine: no rebound name reaches it", async () => {
    const { url, sandbox } = await openServed();
    const { port } = new URL(url);
    const authorization = `Bearer ${sandbox.defaultKey()}`;
    const statusOf = async (host: string): Promise<string> =>
      (await raw(url, get("/v1/account", { Host: host, Authorization: authorization }))).split(
        " ",
      )[1] ?? "";
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      "LOCALHOST",
      "127.0.0.1",
    ]) {
      expect([host, await statusOf(host)]).toEqual([host, "200"]);
    }
    for (const host of [
      "evil.com",
      `evil.com:${port}`,
      "127.0.0.1.evil.com",
      "localhost.evil.com",
      "10.0.0.1",
    ]) {
      const answer = await raw(
        url,
        get("/v1/account", { Host: host, Authorization: authorization }),
      );
      expect(answer).toContain(" 403 ");
      expect(answer).toContain('"code":"host_not_allowed"');
    }
  });

  it("refuses a page of another origin, and lets its own pass", async () => {
    const { url, call } = await openServed();
    const { origin } = new URL(url);
    expect((await call("GET /account", { headers: { origin } })).status).toBe(200);
    for (const foreign of ["https://evil.com", "http://localhost:1", "null"]) {
      const answer = await call("POST /payments/pix", {
        body: CHARGE,
        headers: { origin: foreign },
      });
      expect([answer.status, answer.body.error.code]).toEqual([403, "origin_not_allowed"]);
    }
    expect((await call("GET /payments")).body.data).toEqual([]);
  });

  it("listens on loopback alone", async () => {
    const { url } = await openServed();
    expect(new URL(url).hostname).toBe("127.0.0.1");
  });

  it("answers what is no HTTP with the error object, and goes on", async () => {
    const { url, call } = await openServed();
    const bad = [
      "nonsense\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`,
      get("http://[", { Host: "localhost" }),
      get("/v1/\\evil", { Host: "localhost" }),
      get("/v1/account", { Host: "local host" }),
    ];
    for (const text of bad) {
      const answer = await raw(url, text);
      expect(answer).toMatch(/^HTTP\/1\.1 4(?:00|03|31) /);
      expect(answer).toMatch(/"error":\{"code":"(?:bad_request|host_not_allowed)"/);
    }
    expect((await call("GET /account")).status).toBe(200);
  });

  it("survives whatever bytes arrive", async () => {
    const { url, call } = await openServed();
    const { port } = new URL(url);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        await new Promise<void>((resolve) => {
          const socket = connect({ port: Number(port), host: "127.0.0.1" });
          socket.on("error", () => socket.destroy());
          socket.on("close", () => resolve());
          socket.on("data", () => undefined);
          socket.end(bytes);
        });
      }),
      { numRuns: 100 },
    );
    expect((await call("GET /account")).status).toBe(200);
  });

  it("refuses a body over 1 MiB, declared or not, without reading it to its end", async () => {
    const { url, call, sandbox } = await openServed();
    const head = (more: string): string =>
      `POST /v1/payments/pix HTTP/1.1\r\nHost: localhost\r\n` +
      `Authorization: Bearer ${sandbox.defaultKey()}\r\n` +
      `Content-Type: application/json\r\n${more}\r\n\r\n`;
    const declared = await raw(url, head("Content-Length: 1000000000"));
    expect(declared).toContain(" 413 ");
    const chunk = "x".repeat(600_000);
    const chunks = `${chunk.length.toString(16)}\r\n${chunk}\r\n`.repeat(3);
    const streamed = await raw(url, head("Transfer-Encoding: chunked") + chunks);
    expect(streamed).toContain(" 413 ");
    expect(streamed).toContain('"code":"payload_too_large"');
    expect((await call("GET /account")).status).toBe(200);
  });

  it("goes on when a client leaves in the middle of its body", async () => {
    const { url, call, sandbox } = await openServed();
    const { port } = new URL(url);
    await new Promise<void>((resolve) => {
      const socket = connect({ port: Number(port), host: "127.0.0.1" });
      socket.on("close", () => resolve());
      const head = `POST /v1/withdrawals HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n`;
      const key = `Authorization: Bearer ${sandbox.defaultKey()}\r\nContent-Type: application/json\r\n\r\n{`;
      socket.write(head + key, () => setImmediate(() => socket.destroy()));
    });
    expect((await call("GET /withdrawals")).body.data).toEqual([]);
  });

  it("answers HEAD without a body", async () => {
    const { url, sandbox } = await openServed();
    const headers = { authorization: `Bearer ${sandbox.defaultKey()}` };
    const response = await fetch(`${url}/account`, { method: "HEAD", headers });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});
