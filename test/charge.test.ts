import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import { readQrOf } from "./support/pixels.ts";
import { stub } from "./support/stub.ts";

const SANDBOX = ["--profile", "sandbox"];
const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";

describe("pix pix create", () => {
  it("writes a PNG file that a camera reads to the copy-and-paste code", async () => {
    const host = machine();
    const created = await host.pix([
      ...["pix", "create", "--amount", "19.90", "--png", "charge.png", ...SANDBOX],
      ...["--query", "copy_paste"],
    ]);
    expect(created.stderr).toBe(`QR code written to ${join(host.home, "charge.png")}\n`);
    const { data, width, height } = PNG.sync.read(readFileSync(join(host.home, "charge.png")));
    expect(readQrOf({ data: new Uint8ClampedArray(data), width, height })).toBe(
      created.stdout.trim(),
    );
  });

  it("refuses a PNG file that cannot be written before anything is sent", async () => {
    const host = machine();
    for (const file of ["nowhere/charge.png", "", host.home]) {
      const args = ["pix", "create", "--amount", "19.90", "--png", file, ...SANDBOX];
      expect((await host.pix(args)).code).toBe(2);
    }
    const listed = await host.pix(["pix", "list", ...SANDBOX, "--query", "length(data)"]);
    expect(listed.stdout).toBe("0\n");
  });

  it("tells of the charge whatever fails after it was created", async () => {
    const host = machine();
    const args = ["pix", "create", "--amount", "19.90", ...SANDBOX, "--query", "length(amount)"];
    const { code, stderr } = await host.pix(args);
    expect(code).toBe(1);
    const listed = await host.pix(["pix", "list", ...SANDBOX, "--query", "data[0].id"]);
    expect(stderr).toContain(`The charge ${listed.stdout.trim()} exists.`);
  });

  it("gives the payer's code while it waits, and tells of the charge when it is interrupted", async () => {
    const stop = new AbortController();
    const { InterruptedError } = await import("../src/errors.ts");
    const at = await stub(({ path, method }, count) => {
      if (path === "/account") return { body: {} };
      if (method === "GET" && count === 2) stop.abort(new InterruptedError("SIGINT"));
      return { body: { id: ID, status: "waiting_payment", amount: 5, copy_paste: "a code" } };
    });
    const { code, stdout, stderr } = await machine().pix(
      [
        ...[
          "pix",
          "create",
          "--amount",
          "5",
          "--name",
          "Maria",
          "--email",
          "m@example.com",
          "--wait",
        ],
        ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
      ],
      { env: { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl }, signal: stop.signal },
    );
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(`Charge ${ID}, copy and paste:\na code\n`);
    expect(stderr).toContain(`The charge ${ID} exists. See it with: pix pix get ${ID}\n`);
  });

  it("takes the payer from a file, and flags over the file", async () => {
    const host = machine();
    const payer = { name: "João Souza", email: "joao@example.com", document: "11144477735" };
    writeFileSync(join(host.home, "payer.json"), JSON.stringify(payer));
    const { stdout } = await host.pix([
      ...[
        "pix",
        "create",
        "--amount",
        "5",
        "--customer",
        "payer.json",
        "--name",
        "Ana",
        ...SANDBOX,
      ],
      ...["--query", "customer.[name, email, document]", "--output", "jsonl"],
    ]);
    expect(JSON.parse(stdout)).toEqual(["Ana", "joao@example.com", "11144477735"]);
  });

  it.each([
    ["not json", "does not hold a JSON object"],
    ["[]", "does not hold a JSON object"],
    ['{"nome":"Ana"}', "has a field nome; known are name, email, document, phone"],
    ['{"name":5}', "the field name of"],
  ])("refuses the payer's file %j before anything is sent", async (content, says) => {
    const host = machine();
    writeFileSync(join(host.home, "payer.json"), content);
    const args = ["pix", "create", "--amount", "5", "--customer", "payer.json", ...SANDBOX];
    const { code, stderr } = await host.pix(args);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  it("sends what the specification names, and nothing that was not given", async () => {
    const host = machine();
    const at = await stub(({ path, body }) => {
      if (path === "/account") return { body: { environment: "staging" } };
      const { amount } = JSON.parse(body);
      return { status: 201, body: { id: ID, status: "waiting_payment", amount } };
    });
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    const charge = [
      ...["pix", "create", "--amount", "1.234,56", "--name", "Maria", "--email", "m@example.com"],
      ...["--document", "529.982.247-25", "--notification-url", "https://example.com/pix"],
    ];
    await host.pix(charge, { env });
    const extras = [
      ...[
        "--phone",
        "+5511999998888",
        "--checkout-url",
        "https://example.com/1",
        "--currency",
        "BRL",
      ],
      ...["--metadata", "order=7", "--metadata", "note=a=b", "--idempotency-key", "order-7"],
    ];
    await host.pix([...charge, ...extras], { env });
    const [plain, full] = at.of("POST", "/payments/pix");
    const customer = { name: "Maria", email: "m@example.com", document: "52998224725" };
    expect(plain?.body).toContain('"amount":1234.56');
    expect(JSON.parse(plain?.body ?? "")).toEqual({
      customer,
      amount: 1234.56,
      notification_url: "https://example.com/pix",
    });
    expect(JSON.parse(full?.body ?? "")).toEqual({
      customer: { ...customer, phone: "+5511999998888" },
      amount: 1234.56,
      currency: "BRL",
      metadata: { order: "7", note: "a=b" },
      partner_checkout_url: "https://example.com/1",
      notification_url: "https://example.com/pix",
    });
    expect(full?.headers["idempotency-key"]).toBe("order-7");
    expect(plain?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(plain?.headers["authorization"]).toBe("Bearer sk_1");
  });

  it("reads a key that is given on standard input once, for all of its requests", async () => {
    const at = await stub(({ path }) =>
      path === "/account"
        ? { body: { data: { environment: "staging" } } }
        : { status: 201, body: { id: ID, status: "waiting_payment", amount: 5 } },
    );
    const charge = [
      ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
      ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
    ];
    const { code, stderr } = await machine().pix([...charge, "--api-key-stdin"], {
      env: { PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" },
      stdin: "sk_piped\n",
    });
    expect(code, stderr).toBe(0);
    expect(at.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer sk_piped",
      "Bearer sk_piped",
    ]);
  });

  it("refuses to write where an answer in an envelope names another environment", async () => {
    const at = await stub(() => ({ body: { data: { environment: "production" } } }));
    const { code } = await machine().pix(
      [
        ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
        ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
      ],
      { env: { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" } },
    );
    expect(code).toBe(4);
    expect(at.of("POST", "/payments/pix")).toEqual([]);
  });

  it("puts the code on the clipboard through the terminal where there is no other way", async () => {
    const host = machine();
    const args = ["pix", "create", "--amount", "5", "--copy", ...SANDBOX];
    const { stdout, stderr } = await host.pix(args, { tty: { columns: 80, rows: 50 } });
    const copied = /\u001b\]52;c;([A-Za-z0-9+/=]+)\u0007/.exec(stderr)?.[1] ?? "";
    const code = Buffer.from(copied, "base64").toString("utf8");
    expect(code).toMatch(/^000201/);
    expect(stdout.split("\n")).toContain(code);
    const piped = await host.pix(args);
    expect(piped.stderr).toContain("no clipboard");
    expect(piped.stderr).not.toContain("\u001b");
  });
});

describe("waiting", () => {
  it("ends paid when the service says so, and not on a status nobody knows", async () => {
    const said = ["waiting_payment", "PAID", "settled", "paid"];
    const at = await stub((_request, count) => ({
      body: { id: ID, status: said[Math.min(count, said.length) - 1] },
    }));
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl };
    const { code, stdout } = await machine().pix(["pix", "wait", ID, "--query", "status"], { env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "paid\n" });
    expect(at.received.length).toBe(4);
  });

  it("outlives a service that cannot be reached for a while", async () => {
    const at = await stub((_request, count) =>
      count <= 6
        ? { drop: true }
        : count <= 12
          ? { status: 503, body: "<h1>maintenance</h1>" }
          : { body: { id: ID, status: "paid" } },
    );
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl };
    const { code, stderr } = await machine().pix(["pix", "wait", ID], { env });
    expect(code, stderr).toBe(0);
  });

  it("gives up at once when the charge does not exist", async () => {
    const at = await stub(() => ({ status: 404, body: { error: { code: "not_found" } } }));
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl };
    const { code } = await machine().pix(["pix", "wait", ID], { env });
    expect(code).toBe(5);
    expect(at.received.length).toBe(1);
  });

  it("ends pending when the service was not reached once, and says what is known", async () => {
    const at = await stub(() => ({ drop: true }));
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl };
    const { code, stderr } = await machine().pix(["pix", "wait", ID, "--timeout", "30s"], { env });
    expect(code).toBe(9);
    expect(stderr).toContain("not known");
  });

  it("stops when it is interrupted", async () => {
    const stop = new AbortController();
    const { InterruptedError } = await import("../src/errors.ts");
    const at = await stub((_request, count) => {
      if (count === 2) stop.abort(new InterruptedError("SIGINT"));
      return { body: { id: ID, status: "waiting_payment" } };
    });
    const env = { PIX_API_KEY: "sk_1", PIX_BASE_URL: at.baseUrl };
    const { code } = await machine().pix(["pix", "wait", ID], { env, signal: stop.signal });
    expect(code).toBe(130);
  });
});

describe("the ledger", () => {
  it("holds the exact bytes, the key and the outcome of every creation, and no API key", async () => {
    const { openLedger } = await import("../src/ledger/ledger.ts");
    const { en } = await import("../src/text/en.ts");
    const host = machine();
    mkdirSync(host.home, { recursive: true });
    const at = await stub(({ path, headers }) => {
      if (path === "/account") return { body: { environment: "staging" } };
      if (headers["idempotency-key"] === "lost") return { drop: true };
      if (headers["idempotency-key"] === "refused") return { status: 422, body: {} };
      return { status: 201, body: { id: ID, status: "waiting_payment", amount: 5 } };
    });
    const env = { PIX_API_KEY: "sk_canary", PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
    const charge = [
      ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
      ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
    ];
    const codes: number[] = [];
    for (const key of ["ok", "refused", "lost"]) {
      codes.push((await host.pix([...charge, "--idempotency-key", key], { env })).code);
    }
    expect(codes).toEqual([0, 3, 8]);
    const path = join(host.home, "ledger.db");
    const clock = { now: () => host.now(), elapsed: () => 0, sleep: async () => undefined };
    const ledger = await openLedger({ path, clock, text: en });
    const rows = ["ok", "refused", "lost"].flatMap((idempotencyKey) =>
      ledger.writes.find({ baseUrl: at.baseUrl, idempotencyKey }),
    );
    ledger.close();
    expect(rows.map(({ state, resource_id }) => [state, resource_id])).toEqual([
      ["accepted", ID],
      ["refused", null],
      ["unknown", null],
    ]);
    const sent = at.of("POST", "/payments/pix").map(({ body }) => body);
    expect(new Set([...rows.map(({ body }) => body), ...sent]).size).toBe(1);
    expect(readFileSync(path, "latin1")).not.toContain("sk_canary");
  });
});
