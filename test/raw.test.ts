import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { Machine, PixOptions, PixResult } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import type { Reply, Stub } from "./support/stub.ts";

/** `pix api`: any call, and the same care as everywhere. */

async function service(reply: (path: string, count: number) => Reply): Promise<Stub> {
  return stub(({ path }, count) =>
    path === "/account" ? { body: { environment: "production" } } : reply(path, count),
  );
}

async function call(
  at: Stub,
  args: readonly string[],
  {
    host = machine(),
    environment = "production",
    ...options
  }: PixOptions & {
    readonly host?: Machine;
    readonly environment?: string;
  } = {},
): Promise<PixResult> {
  const env = {
    PIX_API_KEY: "sk_test_3b1f2c",
    PIX_BASE_URL: at.baseUrl,
    PIX_ENVIRONMENT: environment,
  };
  return host.pix(["api", ...args], { ...options, env });
}

const writes = ({ received }: Stub): number =>
  received.filter(({ method }) => method !== "GET").length;

describe("a raw call", () => {
  it("sends the exact bytes of its input, and the headers it is given", async () => {
    const at = await service(() => ({ status: 201, body: { id: 7 } }));
    const host = machine();
    const body = '\uFEFF{ "amount": 19.90,\r\n "big": 12345678901234567890 }\n';
    writeFileSync(join(host.home, "body.json"), body);
    const args = [
      "POST",
      "things",
      "--input",
      "body.json",
      "-H",
      "X-Test:  a b ",
      "-H",
      "Accept: text/x",
    ];
    const { code, stderr } = await call(at, args, { host });
    expect(code, stderr).toBe(0);
    const sent = at.of("POST", "/things")[0];
    expect(sent?.body).toBe(body);
    expect(sent?.headers).toMatchObject({
      "x-test": "a b",
      accept: "text/x",
      authorization: "Bearer sk_test_3b1f2c",
      "content-type": "application/json",
    });
  });

  it("refuses input that is not text, and sends nothing", async () => {
    const at = await service(() => ({ body: {} }));
    const host = machine();
    writeFileSync(join(host.home, "body.bin"), Buffer.from([0x7b, 0xff, 0x7d]));
    const { code, stderr } = await call(at, ["POST", "/x", "--input", "body.bin"], { host });
    expect({ code, sent: at.received.length }).toEqual({ code: 2, sent: 0 });
    expect(stderr).toContain("is not UTF-8 text");
  });

  it("turns the fields of a GET into its query", async () => {
    const at = await service(() => ({ body: {} }));
    await call(at, ["GET", "/x?a=1", "-F", "b=c d", "-F", "e[f]=&", "-F", "g[]=1", "-F", "g[]=2"]);
    expect(at.received.at(-1)?.path).toBe("/x?a=1&b=c+d&e%5Bf%5D=%26&g%5B%5D=1&g%5B%5D=2");
  });

  it("retries a charge with its key as `pix pix create` does, and nothing without one", async () => {
    const busy = await service((_path, count) =>
      count < 3 ? { status: 503 } : { body: { id: "1" } },
    );
    const keyed = await call(busy, [
      "POST",
      "/v1/payments/pix",
      "-F",
      "a=1",
      "--idempotency-key",
      "k1",
    ]);
    expect({ code: keyed.code, sent: writes(busy), stderr: keyed.stderr }).toEqual({
      code: 0,
      sent: 3,
      stderr: "",
    });
    const bare = await service(() => ({ status: 503 }));
    const { code, stderr } = await call(bare, ["POST", "/payments/pix", "-F", "a=1"]);
    expect({ code, sent: writes(bare) }).toEqual({ code: 8, sent: 1 });
    expect(stderr).toContain("a retry is not safe");
    expect(stderr).toContain("its outcome is unknown");
  });

  it.each<[string, Reply, number, string]>([
    ["nothing at all", { status: 204 }, 0, "204"],
    ["a page of HTML", { body: "<html></html>" }, 8, "unknown"],
    ["a refusal", { status: 422, body: { error: { code: "bad" } } }, 3, "refused"],
    ["a lost connection", { drop: true }, 8, "unknown"],
  ])(
    "that deletes tells what is known when it is answered with %s",
    async (_what, reply, code, says) => {
      const at = await service(() => reply);
      const result = await call(at, ["DELETE", "/things/1"]);
      expect({ code: result.code, sent: writes(at) }).toEqual({ code, sent: 1 });
      expect(result.stderr).toContain(says);
    },
  );

  it.each([
    "/withdrawals",
    "withdrawals/",
    "/v1/withdrawals?x=1",
    "/%77ithdrawals",
    "/WITHDRAWALS",
  ])("to %s pays nobody in production without a yes", async (path) => {
    const at = await service(() => ({ body: { id: "1" } }));
    const args = ["POST", path, "-F", "amount=1", "--idempotency-key", "w"];
    const stopped = await call(at, args);
    expect({ code: stopped.code, sent: writes(at) }).toEqual({ code: 12, sent: 0 });
    const said = await call(at, [...args, "--yes"]);
    expect({ code: said.code, sent: writes(at) }).toEqual({ code: 0, sent: 1 });
  });

  it("does not pass by the limits of a profile", async () => {
    const at = await stub(() => ({ body: { environment: "staging" } }));
    const host = machine();
    const login = ["login", "--profile", "p", "--env", "staging", "--base-url", at.baseUrl];
    await host.pix([...login, "--api-key-stdin"], { stdin: "sk_1\n" });
    await host.pix(["profiles", "set", "limit.withdrawal", "10"]);
    const { code } = await host.pix(["api", "POST", "/withdrawals", "-F", "amount=1", "--yes"]);
    expect({ code, sent: writes(at) }).toEqual({ code: 12, sent: 0 });
  });
});

describe("pages of a raw list", () => {
  const item = (id: number): unknown => ({ id, n: `${id}.50` });
  const forms: readonly [string, (at: string, page: number) => Reply][] = [
    [
      "a cursor in pagination",
      (_at, n) => ({
        body: { data: [item(n)], pagination: { next_cursor: n < 3 ? `c${n + 1}` : null } },
      }),
    ],
    ["next_cursor", (_at, n) => ({ body: { data: [item(n)], next_cursor: n < 3 ? n + 1 : null } })],
    [
      "a Link header with a cursor",
      (at, n) => ({
        body: [item(n)],
        headers: n < 3 ? { link: `<${at}/list?cursor=${n + 1}>; rel="next"` } : {},
      }),
    ],
    [
      "a Link header with a page",
      (at, n) => ({
        body: [item(n)],
        headers: n < 3 ? { link: `<${at}/list?page=${n + 1}&per_page=1>; rel=next` } : {},
      }),
    ],
    [
      "Laravel's links and meta",
      (at, n) => ({
        body: {
          data: [item(n)],
          links: { first: `${at}/list?page=1`, next: n < 3 ? `${at}/list?page=${n + 1}` : null },
          meta: { current_page: n, last_page: 3 },
        },
      }),
    ],
    [
      "results with a next",
      (at, n) => ({
        body: { count: 3, next: n < 3 ? `${at}/list?page=${n + 1}` : null, results: [item(n)] },
      }),
    ],
    [
      "counted pages",
      (_at, n) => ({ body: { items: [item(n)], pagination: { page: n, total_pages: 3 } } }),
    ],
  ];

  it.each(forms)("are walked to their end by %s", async (_what, reply) => {
    let base = "";
    const at = await service((path) => {
      const asked = new URLSearchParams(path.split("?")[1]);
      const page = (asked.get("cursor") ?? asked.get("page") ?? "1").replace("c", "");
      return reply(base, Number(page));
    });
    base = at.baseUrl;
    const jsonl = await call(at, ["GET", "/list", "-F", "x=1", "--all", "--output", "jsonl"]);
    expect(jsonl.stdout, jsonl.stderr).toBe(
      '{"id":1,"n":"1.50"}\n{"id":2,"n":"2.50"}\n{"id":3,"n":"3.50"}\n',
    );
    expect(at.received).toHaveLength(3);
    expect(at.received.every(({ path }) => path.includes("x=1"))).toBe(true);
    const json = await call(at, ["GET", "/list", "--all"]);
    expect(JSON.parse(json.stdout)).toEqual({ data: [item(1), item(2), item(3)] });
    const csv = await call(at, ["GET", "/list", "--all", "--output", "csv"]);
    expect(csv.stdout).toBe("id,n\r\n1,1.50\r\n2,2.50\r\n3,3.50\r\n".replaceAll("\r", ""));
  });

  it("that turn in a circle, or break off, are an error and not an end", async () => {
    const circle = await service(() => ({ body: { data: [item(1)], next_cursor: "same" } }));
    expect((await call(circle, ["GET", "/list", "--all"])).code).toBe(3);
    const broken = await service(() => ({ body: { data: [item(1)], has_more: true } }));
    expect((await call(broken, ["GET", "/list", "--all"])).code).toBe(3);
  });
});
