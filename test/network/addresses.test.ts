import { createServer } from "node:http";
import type { LookupFunction } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createOnce } from "../../src/api/send/once.ts";
import { createPool } from "../../src/api/send/pool.ts";
import { SendError, type Send } from "../../src/api/send/send.ts";
import { machine } from "../support/pix.ts";
import { stub } from "../support/stub.ts";
import { CANARY } from "./service.ts";

const NOWHERE = { HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "no such address" };

describe("this machine's addresses", () => {
  it("are reached past any proxy", async () => {
    const at = await stub(() => ({ body: { environment: "staging" } }));
    const env = { ...NOWHERE, PIX_API_KEY: CANARY, PIX_BASE_URL: at.baseUrl };
    expect((await machine().pix(["account"], { env })).code).toBe(0);
    expect(at.received.length).toBe(1);
  });

  it("include the embedded sandbox, which asks nobody", async () => {
    const args = ["pix", "create", "--amount", "5", "--profile", "sandbox"];
    expect((await machine().pix(args, { env: NOWHERE })).code).toBe(0);
  });

  it("include that of IPv6", async ({ skip }) => {
    const server = createServer((_request, response) => {
      response.setHeader("content-type", "application/json").end('{"environment":"staging"}');
    });
    const listens = await new Promise<boolean>((settled) => {
      server.once("error", () => settled(false));
      server.listen(0, "::1", () => settled(true));
    });
    if (!listens) skip("this machine has no IPv6");
    onTestFinished(() => new Promise((closed) => void server.close(() => closed())));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const PIX_BASE_URL = `http://[::1]:${address.port}/v1`;
    const env = { ...NOWHERE, PIX_API_KEY: CANARY, PIX_BASE_URL };
    const { code, stderr } = await machine().pix(["account"], { env });
    expect(code, stderr).toBe(0);
  });
});

describe("a resolver that never answers", () => {
  /** Is asked, and says nothing. */
  function silent(): { readonly lookup: LookupFunction; readonly asked: string[] } {
    const asked: string[] = [];
    return { lookup: (name) => void asked.push(name), asked };
  }

  it.each(["https", "http"])("is covered by the connect timeout of %s", async (scheme) => {
    const { lookup, asked } = silent();
    const pool = createPool({ env: {}, connectionsMax: 1, lookup });
    onTestFinished(() => pool.close());
    for (const send of [createOnce({ lookup }), pool.send]) {
      const error = await failureOf(send, `${scheme}://slow.pix.test/v1/account`);
      expect({ fault: error.fault, known: error.known }).toEqual({
        fault: "connect_timeout",
        known: "not_sent",
      });
    }
    expect(asked).toEqual(["slow.pix.test", "slow.pix.test"]);
  });
});

async function failureOf(send: Send, url: string): Promise<SendError> {
  try {
    await send({
      method: "GET",
      url: new URL(url),
      headers: {},
      body: undefined,
      connectTimeoutMs: 50,
      answerTimeoutMs: 60_000,
      bodyBytesMax: 1_000,
      signal: new AbortController().signal,
    });
  } catch (error) {
    if (error instanceof SendError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
