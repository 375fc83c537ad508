import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { mask } from "../../src/api/mask.ts";
import { SendError } from "../../src/api/send/send.ts";
import { KEY, reply, script, transportOver, type Step } from "./scripted.ts";

const CODE =
  "00020126360014br.gov.bcb.pix0114+55119999988885204000053039865405" +
  "19.905802BR5913Maria da Silv6009Sao Paulo62070503***63041D3D";
const SECRETS = [
  KEY,
  "maria.silva",
  "52998224725",
  "529.982.247-25",
  "99999",
  "0114+55119999988885204",
  "AAAAAAAA",
];

/** The lines of `--debug` for one charge. */
async function debug(body: unknown, ...steps: readonly Step[]): Promise<string[]> {
  const lines: string[] = [];
  const { send } = script(...steps);
  const { transport } = transportOver(send, { log: (line) => lines.push(line) });
  const { payments } = createClient(transport);
  await Promise.allSettled([
    payments.create({ body: JSON.stringify(body), idempotencyKey: "key-1" }),
  ]);
  return lines;
}

describe("--debug", () => {
  it("shows the whole exchange, with everything that is somebody's masked", async () => {
    const customer = {
      name: "Maria da Silva",
      email: "maria.silva@example.com",
      document: "529.982.247-25",
      phone: "+5511999998888",
    };
    const answered = {
      id: "5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e",
      status: "waiting_payment",
      amount: 19.9,
      copy_paste: CODE,
      qrcode: `data:image/png;base64,${"A".repeat(400)}`,
      payer: { document: 52998224725 },
    };
    const headers = { "x-request-id": "req_7" };
    const lines = await debug(
      { customer, amount: 19.9 },
      reply(503),
      reply(201, answered, headers),
    );
    expect(lines).toEqual([
      "> POST https://service.example.com/v1/payments/pix",
      "> authorization: Bearer ***, content-type: application/json, idempotency-key: key-1",
      '> {"customer":{"name":"Maria da Silva","email":"m***@example.com","document":"***.982.247-**",' +
        '"phone":"+*********8888"},"amount":19.9}',
      "< 503 0 ms",
      "- 375 ms",
      "> POST https://service.example.com/v1/payments/pix",
      "> authorization: Bearer ***, content-type: application/json, idempotency-key: key-1",
      '> {"customer":{"name":"Maria da Silva","email":"m***@example.com","document":"***.982.247-**",' +
        '"phone":"+*********8888"},"amount":19.9}',
      "< 201 0 ms x-request-id: req_7",
      "< content-type: application/json",
      '< {"id":"5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e","status":"waiting_payment","amount":19.9,' +
        `"copy_paste":"00020126…1D3D (${CODE.length})","qrcode":"data:image/png;base64,… (422)",` +
        '"payer":{"document":"***.982.247-**"}}',
    ]);
  });

  it("shows a fault, and what it means", async () => {
    const fault = new SendError("tls", "not_sent", { cause: new Error(`certificate of ${KEY}`) });
    expect(await debug({}, fault)).toContain("< tls not_sent 0 ms certificate of ***");
  });

  it.each([
    ["text", `no: ${KEY} maria.silva@example.com 52998224725 ${CODE}`],
    ["broken JSON", `{"document":"52998224725","email":"maria.silva@example.com","k":"${KEY}`],
    ["HTML", `<p>maria.silva@example.com, 529.982.247-25, (11) 99999-8888, Bearer ${KEY}</p>`],
    [
      "escaped JSON",
      '{"x":"maria\\u002esilva@example.com","\\u0064ocument":"529982\\u0032\\u00347\\u003225"}',
    ],
    ["names that hold it", '{"maria.silva@example.com":{"52998224725":1}}'],
    ["lists", '{"document":["52998224725"],"emails":["maria.silva@example.com"]}'],
    ["a picture", `{"image":"data:image/png;base64,${"A".repeat(100)}"}`],
  ])("masks in an answer that is %s", async (_what, body) => {
    const shown = (await debug({}, reply(422, body))).join("\n");
    for (const secret of SECRETS) expect(shown).not.toContain(secret);
  });

  it("masks in the address", async () => {
    const lines: string[] = [];
    const { send } = script(reply(200, {}), reply(200, {}));
    const { transport } = transportOver(send, { log: (line) => lines.push(line) });
    const client = createClient(transport);
    await client.raw({
      method: "GET",
      path: "/customers/52998224725?email=maria.silva%40example.com&limit=2",
    });
    await client.raw({ method: "GET", path: "/customers?document=11.222.333%2F0001-81&token=abc" });
    expect(lines.filter((line) => line.startsWith("> GET"))).toEqual([
      "> GET https://service.example.com/v1/customers/***.982.247-**?email=m***@example.com&limit=2",
      "> GET https://service.example.com/v1/customers?document=**.222.333/****-**&token=***",
    ]);
  });

  it("obeys no answer: what a terminal would follow is written out", async () => {
    const shown = await debug({}, reply(422, "\u001b]0;title\u0007\u009b2J\u202eabc\r\n> fake"));
    expect(shown).toContain("< \\u001b]0;title\\u0007\\u009b2J\\u202eabc\\u000d\\u000a> fake");
  });

  it("shows the beginning of what is long", async () => {
    const shown = (await debug({}, reply(422, "x".repeat(9_000_000)))).at(-1) ?? "";
    expect(shown.length).toBeLessThan(4_100);
    expect(shown).toMatch(/x… \(9000000\)$/);
  });
});

describe("mask", () => {
  it.each([
    ["CPF 529.982.247-25 e 52998224725", "CPF ***.982.247-** e ***.982.247-**"],
    ["CPF 529.982.247-26", "CPF ***.***.***-26"],
    ["CNPJ 11.222.333/0001-81, 11222333000181", "CNPJ **.222.333/****-**, **.222.333/****-**"],
    ["CNPJ 12.ABC.345/01DE-35", "CNPJ **.ABC.345/****-**"],
    ["(11) 99999-8888, +55 11 99999-8888", "(**) *****-8888, +** ** *****-8888"],
    ["to <maria@example.com.br>", "to <m***@example.com.br>"],
    ["email=joão.silva%40exâmple.com&x", "email=j***@exâmple.com&x"],
    ["https://user:pass@example.com/x", "https://***@example.com/x"],
    ["Authorization: Bearer abc.DEF-1==", "Authorization: Bearer ***"],
  ])("hides what is somebody's and leaves it recognisable: %s", (text, expected) => {
    expect(mask(text, [])).toBe(expected);
  });

  it.each([
    "5f0c1a52-9d0b-4f6a-8a63-6f1b7d1d2c3e",
    "00000000-0000-4000-8000-000000000000",
    "12345678-1234-1234-1234-123456789012",
    "2026-01-15T12:00:00.000Z",
    "amount 15000.00, 1234567.89",
    "status 422, 1768478400",
    "pix1.Zm9vYmFyMTIzNDU2Nzg5MDEyMzQ1Njc4OTAx",
    "E12345678202601151200abcdefghijk",
  ])("leaves what is nobody's: %s", (text) => {
    expect(mask(text, [])).toBe(text);
  });
});
