import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { Machine } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import type { Stub } from "./support/stub.ts";

const CANARY = "sk_test_CANARY9b1c77e0d4";
const ID = "0b5e7c1e-6f0a-4f8e-9a57-0d4c5f8f2b11";
const CREATE = [
  ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
  ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
];

const PAYOUT = ["withdraw", "create", "--amount", "10", "--pix-key", "ana@example.com", "--yes"];

/** A service that counts: everything it is asked is in `received`. */
async function counting(
  environment = "staging",
): Promise<{ readonly at: Stub; readonly env: Record<string, string> }> {
  const at = await stub(({ path }) =>
    path === "/account" ? { body: { environment, store: { id: ID } } } : { status: 500 },
  );
  const env = { PIX_API_KEY: CANARY, PIX_BASE_URL: at.baseUrl, PIX_ENVIRONMENT: "staging" };
  return { at, env };
}

/** Every file that a run has left, with what it holds: of a database its rows, wherever SQLite keeps them. */
function filesOf({ home }: Machine): Record<string, unknown> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(?:shm|wal)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    names.map((name) => [name, name.endsWith(".db") ? rowsOf(name) : readFileSync(name, "utf8")]),
  );
}

function rowsOf(path: string): unknown {
  const database = new Libsql(path);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map((row) => (isNamed(row) ? row.name : ""));
  const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]);
  database.close();
  return rows;
}

function isNamed(row: unknown): row is { readonly name: string } {
  return typeof row === "object" && row !== null && "name" in row && typeof row.name === "string";
}

const WRITES: readonly (readonly [string, string, readonly string[]])[] = [
  ["POST", "/payments/pix", [...CREATE, "--idempotency-key", "order-7", "--wait"]],
  ["POST", `/pix/${ID}/cancel`, ["pix", "cancel", ID]],
  ["POST", "/withdrawals", [...PAYOUT, "--id", "salary-7", "--wait"]],
  ["POST", "/payment-links", ["links", "create", "--title", "Livro", "--amount", "30"]],
  ["POST", "/payments/pix", ["api", "POST", "/payments/pix", "-F", "amount=5"]],
  ["DELETE", "/anything", ["api", "DELETE", "/anything"]],
];

describe("--dry-run", () => {
  it.each(WRITES)(
    "shows the %s %s of a write and sends nothing at all",
    async (method, path, args) => {
      const host = machine();
      const { at, env } = await counting();
      const { code, stdout, stderr } = await host.pix([...args, "--dry-run", "--json"], { env });
      expect(code, stderr).toBe(0);
      expect(stderr).toContain("Dry run: this is the request; nothing was sent.\n");
      expect(JSON.parse(stdout)).toMatchObject({
        dry_run: true,
        method,
        url: `${at.baseUrl}${path}`,
      });
      expect(at.received).toEqual([]);
      expect(filesOf(host)).toEqual({});
    },
  );

  it("shows exactly what a real run then sends, but for the key", async () => {
    const host = machine();
    const { at, env } = await counting();
    const args = [...CREATE, "--metadata", "order=Café ✓ 1", "--idempotency-key", "order-7"];
    const { stdout } = await host.pix([...args, "--dry-run", "--json"], { env });
    const shown = JSON.parse(stdout);
    await host.pix(args, { env });
    const [sent] = at.of("POST", "/payments/pix");
    expect(shown.body).toBe(sent?.body);
    expect(shown.body).toContain('"document":"52998224725"');
    expect(Object.keys(shown.headers).toSorted()).toEqual([
      ...["accept", "authorization", "content-type", "idempotency-key", "user-agent"],
    ]);
    expect(sent?.headers).toMatchObject({ ...shown.headers, authorization: `Bearer ${CANARY}` });
    expect(shown.headers.authorization).toBe("Bearer ***");
    expect(stdout).not.toContain(CANARY);
  });

  it("is a block that a person can read", async () => {
    const { at, env } = await counting();
    const tty = { columns: 100, rows: 30 };
    const args = [...CREATE, "--idempotency-key", "order-7", "--dry-run"];
    const { stdout, stderr } = await machine().pix(args, { env, tty });
    const [head = "", body] = stdout.split("\n\n");
    const [first, ...headers] = head.replace(/^user-agent: .*\n/m, "").split("\n");
    expect(first).toBe(`POST ${at.baseUrl}/payments/pix`);
    expect(headers.toSorted()).toEqual([
      "accept: application/json",
      "authorization: Bearer ***",
      "content-type: application/json",
      "idempotency-key: order-7",
    ]);
    expect(body).toBe(
      [
        '{"customer":{"name":"Maria","email":"m@example.com","document":"52998224725"},' +
          '"amount":5,"notification_url":"https://example.com/pix"}',
        "",
      ].join("\n"),
    );
    expect(stderr).toContain("nothing was sent");
    expect(at.received).toEqual([]);
  });

  it("can be picked from, and comes as lines for a pipe", async () => {
    const { env } = await counting();
    const args = [...CREATE, "--idempotency-key", "order-7", "--dry-run"];
    const query = ["--query", 'headers."idempotency-key"'];
    expect((await machine().pix([...args, ...query], { env })).stdout).toBe("order-7\n");
    const { stdout } = await machine().pix(args, { env });
    expect(stdout).toContain("method\tPOST\n");
    expect(stdout).toContain("authorization\tBearer ***\n");
    expect(stdout).toMatch(/^body\t\{"customer":/m);
  });

  it("shows the request of a read as well", async () => {
    const { at, env } = await counting();
    const args = ["pix", "list", "--status", "paid", "--dry-run", "--json"];
    const { code, stdout } = await machine().pix(args, { env });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method: "GET", body: null });
    expect(JSON.parse(stdout).url).toContain(`${at.baseUrl}/payments?`);
    expect(at.received).toEqual([]);
  });

  it("works on the sandbox, and creates nothing there", async () => {
    const host = machine();
    const args = ["pix", "create", "--amount", "19.90", "--profile", "sandbox"];
    const { code, stdout, stderr } = await host.pix([...args, "--dry-run", "--json"]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(JSON.parse(stdout).body)).toMatchObject({ amount: 19.9 });
    expect(filesOf(host)).toEqual({});
    await host.pix(args);
    await host.pix([...args, "--dry-run"]);
    const listed = await host.pix([
      ...["pix", "list", "--profile", "sandbox", "--query", "length(data)"],
    ]);
    expect(listed.stdout).toBe("1\n");
  });

  it("leaves a ledger that is there as it was", async () => {
    const host = machine();
    const { at, env } = await counting();
    await host.pix(CREATE, { env });
    const before = filesOf(host);
    const asked = at.received.length;
    expect(Object.keys(before).some((name) => name.endsWith("ledger.db"))).toBe(true);
    expect((await host.pix([...CREATE, "--dry-run"], { env })).code).toBe(0);
    expect(filesOf(host)).toEqual(before);
    expect(at.received.length).toBe(asked);
  });

  it("refuses all that a real run refuses before it sends", async () => {
    const { at, env } = await counting();
    const wrong = await machine().pix([...CREATE, "--amount", "1.234", "--dry-run"], { env });
    expect(wrong.code).toBe(2);
    const keyless = await machine().pix([...CREATE, "--dry-run"], {
      env: { PIX_BASE_URL: at.baseUrl },
    });
    expect(keyless.code).toBe(4);
    const empty = await machine().pix([...CREATE, "--dry-run"], {
      env: { ...env, PIX_API_KEY: "" },
    });
    expect(empty.code).toBe(4);
    expect(at.received).toEqual([]);
  });

  it("refuses a payment over the profile's limit as a real run does", async () => {
    const host = machine();
    const { at } = await counting();
    const login = ["login", "--profile", "loja", "--base-url", at.baseUrl, "--api-key-stdin"];
    await host.pix(login, { stdin: CANARY });
    await host.pix(["profiles", "set", "limit.withdrawal", "5.00"]);
    const { code } = await host.pix([...PAYOUT, "--id", "salary-7", "--dry-run"]);
    expect(code).toBe(12);
    expect(at.received.length).toBe(1);
  });

  it("refuses a key that an earlier run has found to be of another environment", async () => {
    const host = machine();
    const { at, env } = await counting("production");
    expect((await host.pix(CREATE, { env })).code).toBe(4);
    expect(at.received.length).toBe(1);
    const { code, stderr } = await host.pix([...CREATE, "--dry-run"], { env });
    expect(code).toBe(4);
    expect(stderr).toContain("belongs to production");
    expect(at.received.length).toBe(1);
  });

  it("stores nothing at login, and shows what would be asked", async () => {
    const host = machine();
    const { at } = await counting();
    const args = ["login", "--base-url", at.baseUrl, "--api-key-stdin", "--dry-run", "--json"];
    const { code, stdout } = await host.pix(args, { stdin: CANARY });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method: "GET", url: `${at.baseUrl}/account` });
    expect(stdout).not.toContain(CANARY);
    expect(filesOf(host)).toEqual({});
    expect(at.received).toEqual([]);
  });

  it("refuses what only changes this machine, and changes nothing", async () => {
    const host = machine();
    const { at } = await counting();
    const login = ["login", "--profile", "loja", "--base-url", at.baseUrl, "--api-key-stdin"];
    expect((await host.pix(login, { stdin: CANARY })).code).toBe(0);
    await host.pix(["pix", "create", "--amount", "5", "--profile", "sandbox"]);
    const before = filesOf(host);
    for (const args of [
      ["logout"],
      ["profiles", "remove", "loja"],
      ["profiles", "use", "sandbox"],
      ["profiles", "set", "customer.name", "Ana"],
      ["sandbox", "reset", "--yes"],
      ["sandbox", "pay", ID],
      ["sandbox", "keys", "create"],
      ["sandbox", "fault", "add", "--on", "POST /payments/pix", "--status", "503"],
    ]) {
      const { code, stderr } = await host.pix([...args, "--dry-run"]);
      expect(code, args.join(" ")).toBe(2);
      expect(stderr).toContain("--dry-run shows a request, and this command sends none");
    }
    expect(filesOf(host)).toEqual(before);
    expect((await host.pix(["profiles", "list", "--dry-run"])).code).toBe(0);
  });

  it("shows one request where a command would send many", async () => {
    const host = machine();
    const { at } = await counting();
    const login = ["login", "--profile", "loja", "--base-url", at.baseUrl, "--api-key-stdin"];
    await host.pix(login, { stdin: CANARY });
    const { code, stdout } = await host.pix([
      ...["profiles", "list", "--check", "--dry-run", "--json"],
    ]);
    expect(code).toBe(0);
    // Which of them comes first is not said.
    expect(JSON.parse(stdout).url).toMatch(/\/v1\/account$/);
    expect(at.received.length).toBe(1);
  });

  it("obeys no control character of what it shows", async () => {
    const { env } = await counting();
    const hostile = "Ana\u009B31m\u202E";
    const folder = machine();
    mkdirSync(folder.home, { recursive: true });
    writeFileSync(join(folder.home, "payer.json"), JSON.stringify({ name: hostile }));
    const named = CREATE.filter((word) => word !== "--name" && word !== "Maria");
    const args = [...named, "--customer", "payer.json", "--dry-run"];
    for (const form of [[], ["--json"], ["--output", "human"], ["--output", "csv"]]) {
      const { stdout } = await folder.pix([...args, ...form], { env });
      expect(stdout).not.toMatch(/[\u009B\u202E]/);
    }
    const { stdout } = await folder.pix([...args, "--json"], { env });
    expect(JSON.parse(JSON.parse(stdout).body).customer.name).toBe(hostile);
    expect(existsSync(join(folder.home, "ledger.db"))).toBe(false);
  });
});
