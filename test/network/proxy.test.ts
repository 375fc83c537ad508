import { connect, createServer, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { machine } from "../support/pix.ts";
import {
  authorityFileOn,
  CANARY,
  CREATE,
  environmentOf,
  PASSWORD,
  privateService,
  watchedProxy,
} from "./service.ts";

describe("a proxy in front of a service with a private authority", () => {
  it("is gone through by a read and a write, with --ca-file", async () => {
    const [host, service, proxy] = [machine(), await privateService(), await watchedProxy()];
    const authority = authorityFileOn(host);
    const env = environmentOf(service, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const account = await host.pix(["account", "--ca-file", authority, "--json"], { env });
    expect(account.code, account.stderr).toBe(0);
    const created = await host.pix([...CREATE, "--ca-file", authority, "--json"], { env });
    expect(created.code, created.stderr).toBe(0);
    expect(JSON.parse(created.stdout)).toMatchObject({ amount: 100.5, status: "waiting_payment" });
    expect(
      service.requests.filter((request) => request.startsWith("POST /v1/payments/pix")).length,
    ).toBe(1);
    expect(service.requests.every((request) => request.includes(`Bearer ${CANARY}`))).toBe(true);
    expect(proxy.requests.every((request) => request.startsWith("CONNECT service.pix.test:"))).toBe(
      true,
    );
  });

  it("is refused the connection without the authority, before a byte of the request", async () => {
    const [host, service, proxy] = [machine(), await privateService(), await watchedProxy()];
    const env = environmentOf(service, { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` });
    const { code, stderr } = await host.pix(CREATE, { env });
    expect(code).toBe(7);
    expect(stderr).toContain("no safe connection to service.pix.test");
    expect(stderr).toContain("--ca-file");
    expect(service.requests).toEqual([]);
  });

  it("sees neither the key nor a customer in what passes through it", async () => {
    const [host, service] = [machine(), await privateService()];
    const passed: Buffer[] = [];
    const port = await relay(passed);
    const env = environmentOf(service, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
    const created = await host.pix([...CREATE, "--ca-file", authorityFileOn(host)], { env });
    expect(created.code, created.stderr).toBe(0);
    const seen = Buffer.concat(passed).toString("latin1");
    expect(seen).toContain("CONNECT service.pix.test");
    expect(seen.length).toBeGreaterThan(2_000);
    for (const secret of [CANARY, "Bearer", "52998224725", "m@example.com"]) {
      expect(seen).not.toContain(secret);
    }
  });

  it("is given its user and password, which nobody else sees", async () => {
    const [host, service] = [machine(), await privateService()];
    const proxy = await watchedProxy({ password: true });
    const address = `http://ana:${PASSWORD}@127.0.0.1:${proxy.port}`;
    const args = ["account", "--debug", "--ca-file", authorityFileOn(host)];
    const let_in = await host.pix(args, { env: environmentOf(service, { HTTPS_PROXY: address }) });
    expect(let_in.code, let_in.stderr).toBe(0);
    const wrong = address.replace(PASSWORD, `${PASSWORD}x`);
    const out = await host.pix(args, { env: environmentOf(service, { HTTPS_PROXY: wrong }) });
    expect(out.code).toBe(7);
    expect(out.stderr).toContain("407");
    expect(service.requests.join("")).not.toContain("roxy-");
    for (const shown of [let_in.stderr, out.stderr]) {
      expect(shown).not.toContain(PASSWORD);
      expect(shown).not.toContain(Buffer.from(`ana:${PASSWORD}`).toString("base64").slice(0, 12));
      expect(shown).not.toContain(CANARY);
    }
  });

  it("is passed by where NO_PROXY excepts the service", async () => {
    const [host, service, proxy] = [machine(), await privateService(), await watchedProxy()];
    const args = ["account", "--timeout", "1", "--ca-file", authorityFileOn(host)];
    const proxied = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const env = environmentOf(service, { ...proxied, NO_PROXY: "other.test,.pix.test" });
    // The name is the proxy's alone: who does not ask it finds nobody.
    expect((await host.pix(args, { env })).code).toBe(7);
    expect(proxy.connections).toBe(0);
    const other = environmentOf(service, { ...proxied, NO_PROXY: "other.test" });
    expect((await host.pix(args, { env: other })).code).toBe(0);
    expect(proxy.connections).toBe(1);
  });
});

/** A proxy that keeps every byte in both directions. */
async function relay(passed: Buffer[]): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client.on("error", () => undefined));
    client.on("data", (chunk: Buffer) => passed.push(chunk));
    client.once("data", (chunk: Buffer) => {
      const port = Number(/^CONNECT [^:]+:(\d+) /.exec(chunk.toString("latin1"))?.[1]);
      const beyond = connect(port, "127.0.0.1", () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        beyond.pipe(client).pipe(beyond);
      });
      beyond.on("data", (back: Buffer) => passed.push(back)).on("error", () => client.destroy());
      sockets.add(beyond);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(
    () =>
      new Promise((closed) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => closed());
      }),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay has no port");
  return address.port;
}
