import { createServer } from "node:http";
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { PixOptions, PixResult } from "./support/pix.ts";
import { HOSTILE, obeyed } from "./terminal/hostile.ts";

/** What a service, or whoever pays, may write into any field, through every command that shows it. */

const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";
const ALL = HOSTILE.map(({ text }) => text).join("|");

const COMMANDS: readonly (readonly string[])[] = [
  ["account"],
  ["balance"],
  ["pix", "get", ID],
  ["pix", "list"],
  ["pix", "list", "--all"],
  ["links", "get", ID],
  ["links", "list"],
  ["links", "create", "--title", "x"],
  ["withdraw", "get", ID],
  ["withdraw", "list"],
  ["api", "GET", "/payment-links/1"],
  ["api", "GET", "/payment-links", "--all"],
  ["api", "POST", "/payment-links", "-F", "a=b"],
];

/** Commands that find such an answer at odds with what they asked, and say so. */
const DOUBTING: readonly (readonly string[])[] = [
  ["pix", "cancel", ID],
  [
    ...["pix", "create", "--amount", "5", "--name", "Ana", "--email", "ana@example.com"],
    ...["--document", "529.982.247-25", "--notification-url", "https://example.com/pix"],
  ],
  ["withdraw", "create", "--amount", "5", "--pix-key", "ana@example.com", "--id", "x"],
];

const FORMS: readonly (readonly string[])[] = [
  [],
  ["--output", "human"],
  ["--output", "tsv"],
  ["--output", "csv"],
  ["--output", "jsonl"],
  ["--json"],
  ["--query", "[id, data[0].title, title, data[0].customer.name, customer.name, store.name]"],
  ["--debug"],
];

interface Setting {
  readonly text: string;
  /** Answers every call but the account's with this status and the text in its error. */
  readonly failing: number | undefined;
}

let setting: Setting = { text: ALL, failing: undefined };
let server: Server;
let baseUrl = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    const { text, failing } = setting;
    const path = (request.url ?? "").replace(/^\/v1/, "").split("?")[0] ?? "";
    const asked = path === "/account" && failing !== undefined;
    const status = asked ? 200 : (failing ?? 200);
    // A header carries bytes: everything that HTTP lets through.
    const bytes = Buffer.from(text)
      .toString("latin1")
      .replace(/[^\x20-\x7e\x80-\xff]/g, "");
    const headers = { "x-request-id": `r${bytes}`, location: `/v1/${bytes}` };
    response.writeHead(status, { "content-type": "application/json", ...headers });
    request.resume().on("end", () => {
      response.end(
        JSON.stringify(status >= 300 ? errorOf(text) : bodyOf(path, request.method, text)),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  baseUrl = `http://127.0.0.1:${address.port}/v1`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function errorOf(text: string): unknown {
  const details = [{ field: text, code: text, message: text }];
  return { error: { code: text, message: text, request_id: text, details } };
}

function bodyOf(path: string, method: string | undefined, text: string): unknown {
  const person = { name: text, document: text, email: text, phone: text };
  const thing = {
    id: ID,
    status: text,
    title: text,
    description: text,
    amount: text,
    available: text,
    total: 1,
    copy_paste: text,
    url: `https://x.example/${text}`,
    store: { id: ID, name: text },
    customer: person,
    payer: person,
    recipient: person,
    pix_key: text,
    external_id: text,
    permissions: [text],
    limits: { [text]: text },
    failure: { code: text, message: text },
    created_at: text,
    expires_at: "2026-12-24T12:00:00Z",
    notification_url: text,
    [text]: text,
  };
  const listed = method === "GET" && /^\/(payments|payment-links|withdrawals)$/.test(path);
  if (path === "/account") return { ...thing, environment: "staging" };
  return listed ? { data: [thing, thing], pagination: { next_cursor: null } } : thing;
}

async function run(args: readonly string[], options: PixOptions): Promise<PixResult> {
  const env = { PIX_API_KEY: "sk_test_3b1f2c", PIX_BASE_URL: baseUrl, PIX_ENVIRONMENT: "staging" };
  // A dumb terminal is shown no picture; a QR code's own colours are not from outside.
  return machine().pix(args, { ...options, env: { ...env, TERM: "dumb" } });
}

/** Line feeds end lines; a tab parts the fields of TSV, and what came from outside holds none. */
function expectHarmless({ stdout, stderr }: PixResult, tabs: boolean): void {
  const all = `${stdout}\n${stderr}`.replaceAll("\n", "");
  const found = obeyed(tabs ? all.replaceAll("\t", "") : all);
  expect(found, JSON.stringify({ stdout, stderr }).slice(0, 2_000)).toEqual([]);
}

describe("hostile text", () => {
  it("is what these tests send", () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(40);
    expect(HOSTILE.every(({ text }) => obeyed(text).length > 0)).toBe(true);
  });

  for (const command of [...COMMANDS, ...DOUBTING]) {
    const doubting = DOUBTING.includes(command);
    it(`reaches neither a terminal nor a pipe raw: pix ${command.join(" ")}`, async () => {
      setting = { text: ALL, failing: undefined };
      for (const form of FORMS) {
        const args = [...command, ...form];
        const tty = { tty: { columns: 100, rows: 40 } };
        const onTerminal = await run(args, tty);
        const inPipe = await run(args, {});
        const codes = `${onTerminal.code} ${inPipe.code}`;
        if (!doubting) expect(codes, `${args.join(" ")} ${onTerminal.stderr}`).toBe("0 0");
        expectHarmless(onTerminal, form.includes("tsv"));
        expectHarmless(inPipe, true);
        if (inPipe.code !== 0) continue;
        if (form.includes("--json")) {
          const parsed: unknown = JSON.parse(inPipe.stdout);
          expect(JSON.stringify(parsed)).toContain(JSON.stringify(ALL).slice(1, -1));
        }
        if (form.includes("jsonl")) {
          for (const line of inPipe.stdout.trimEnd().split("\n")) JSON.parse(line);
        }
      }
    });

    it(`is as harmless in the errors of pix ${command.join(" ")}`, async () => {
      for (const failing of [302, 404, 422]) {
        setting = { text: ALL, failing };
        for (const form of [[], ["--json"], ["--debug"]]) {
          if (command[0] === "account") continue;
          const args = [...command, ...form];
          const onTerminal = await run(args, { tty: { columns: 100, rows: 40 } });
          const inPipe = await run(args, {});
          expect(inPipe.code).toBeGreaterThan(0);
          expectHarmless(onTerminal, false);
          expectHarmless(inPipe, false);
          if (form.includes("--json")) {
            const line = inPipe.stderr.split("\n").find((each) => each.startsWith("{")) ?? "";
            expect(JSON.parse(line)).toHaveProperty("error.exit_code", inPipe.code);
          }
        }
      }
    });
  }

  for (const { name, text } of HOSTILE) {
    it(`shows ${name} for what it is`, async () => {
      setting = { text: `<${text}>`, failing: undefined };
      for (const command of [
        ["links", "get", ID],
        ["pix", "get", ID],
        ["pix", "list"],
      ]) {
        const human = await run(command, { tty: { columns: 200, rows: 40 } });
        const tsv = await run(command, {});
        const json = await run([...command, "--json"], {});
        expectHarmless(human, false);
        expectHarmless(tsv, true);
        expectHarmless(json, false);
        // Neither swallowed nor cut: what stands around it is there.
        expect(human.stdout).toMatch(/<.*\\[xu][0-9a-f]{2}.*>/);
        expect(JSON.stringify(JSON.parse(json.stdout))).toContain(
          JSON.stringify(text).slice(1, -1),
        );
      }
      setting = { text: `<${text}>`, failing: 422 };
      const failed = await run(["links", "list"], { tty: { columns: 200, rows: 40 } });
      expectHarmless(failed, false);
      expect(failed.stderr).toMatch(/<.*\\[xu][0-9a-f]{2}.*>/);
    });
  }
});
