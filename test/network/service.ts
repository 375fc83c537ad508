import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { answer, pem, serve, serveProxy } from "../api/servers.ts";
import type { Served } from "../api/servers.ts";
import type { Machine } from "../support/pix.ts";

/** A key that may be seen inside the connection to the service and nowhere else. */
export const CANARY = "sk_test_CANARY41c0d9e7b2";
export const PASSWORD = "proxy-pass-5d1f";

const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";
const STORE = { id: ID, name: "Loja" };

/** A service over TLS with a private authority's certificate for service.pix.test and 127.0.0.1. */
export async function privateService(): Promise<Served> {
  const served = await serve(
    (socket, request) => {
      const body = request.startsWith("GET /v1/account")
        ? { environment: "staging", store: STORE }
        : { ...charge, ...amountOf(request) };
      socket.end(answer("200 OK", JSON.stringify(body)));
    },
    { certificate: "server" },
  );
  onTestFinished(() => served.close());
  return served;
}

/** For R$ 100,50. */
const CODE =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
  "5204000053039865406100.505802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix" +
  "2552pix.example.com/rec/2353c790eefb11eaadc10242ac12000263042875";

const charge = {
  id: ID,
  store: STORE,
  status: "waiting_payment",
  currency: "BRL",
  qrcode: "data:image/png;base64,",
  copy_paste: CODE,
  notification_url: "https://example.com/pix",
  paid_at: null,
};

function amountOf(request: string): { amount?: unknown } {
  const body: unknown = JSON.parse(request.split("\r\n\r\n").at(1) || "{}");
  return typeof body === "object" && body !== null && "amount" in body
    ? { amount: body.amount }
    : {};
}

/** A proxy that keeps everything it sees, and asks for a password where it is told to. */
export async function watchedProxy(options: { password?: boolean } = {}): Promise<Served> {
  const expected = `Basic ${Buffer.from(`ana:${PASSWORD}`).toString("base64")}`;
  const proxy = await serveProxy({
    reply: (request) =>
      options.password === true && !request.includes(expected)
        ? "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"
        : undefined,
  });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** What it takes to reach the service by a name that only the proxy knows. */
export function environmentOf(
  service: Served,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PIX_API_KEY: CANARY,
    PIX_BASE_URL: `https://service.pix.test:${service.port}/v1`,
    PIX_ENVIRONMENT: "staging",
    ...more,
  };
}

/** Writes the private authority beside the machine's other files. */
export function authorityFileOn(host: Pick<Machine, "home">): string {
  const path = join(host.home, "authority.pem");
  // What people export often has words around the certificate.
  writeFileSync(path, `subject=CN = private authority\n${pem("authority")}`);
  return path;
}

export const CREATE = [
  ...["pix", "create", "--amount", "100.50", "--name", "Maria", "--email", "m@example.com"],
  ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
];
