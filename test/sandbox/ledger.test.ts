import fc from "fast-check";
import { expect, it } from "vitest";
import { openDatabase } from "../../src/database.ts";
import { MIGRATIONS } from "../../src/sandbox/schema.ts";
import { en } from "../../src/text/en.ts";
import { CHARGE, open } from "./support.ts";
import type { Opened } from "./support.ts";

type Step = (opened: Opened, ids: string[]) => Promise<unknown>;

const some = (work: (opened: Opened, id: string) => Promise<unknown>) =>
  fc.nat().map((pick): Step => (opened, ids) => {
    const id = ids[pick % Math.max(1, ids.length)];
    // A refusal is as good as a move: what matters is what is in the books afterwards.
    return id === undefined ? Promise.resolve() : work(opened, id).catch(() => undefined);
  });

const create =
  (operation: string, body: object): Step =>
  async ({ call }, ids) => {
    const made = await call(operation, { body });
    if (made.status === 201) ids.push(made.body.id);
  };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc
    .integer({ min: 100, max: 90_000 })
    .map((cents) => create("POST /payments/pix", { ...CHARGE, amount: cents / 100 })),
  fc
    .tuple(
      fc.integer({ min: 100, max: 60_000 }),
      fc.constantFrom("maria@loja.com.br", "falha@sandbox.pix", "lento@sandbox.pix"),
    )
    .map(([cents, pix_key]) => create("POST /withdrawals", { amount: cents / 100, pix_key })),
  fc.constant(create("POST /payment-links", { title: "Camiseta", amount: 10, max_payments: 2 })),
  some(({ sandbox }, id) => sandbox.control.pay(id)),
  some(({ sandbox }, id) => sandbox.control.expire(id)),
  some(({ sandbox }, id) => sandbox.control.fail(id)),
  some(({ call }, id) => call(`POST /pix/${id}/cancel`)),
  fc.integer({ min: 1, max: 3_600_000 }).map(
    (ms): Step =>
      async ({ clock }) =>
        clock.advance(ms),
  ),
);

it("after any calls the balance is the ledger's sum, and the money where the resources say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (all) => {
      const opened = await open();
      const ids: string[] = [];
      for (const step of all) await step(opened, ids);
      const { balance, totals } = opened.sandbox.control.summary();
      const { available, blocked, fees } = await sumOf(opened.path);
      expect(balance).toEqual({ availableCents: available, blockedCents: blocked });
      const cents = (kind: string, statuses: readonly string[]): number =>
        totals
          .filter((total) => total.kind === kind && statuses.includes(total.status))
          .reduce((sum, total) => sum + total.cents, 0);
      const paid = cents("charge", ["paid"]) - fees;
      expect(available + blocked).toBe(1_000_00 + paid - cents("withdrawal", ["paid"]));
      expect(blocked).toBe(cents("withdrawal", ["pending", "processing"]));
    }),
    { numRuns: 40 },
  );
});

async function sumOf(path: string) {
  const database = await openDatabase({ path, migrations: MIGRATIONS, text: en });
  const sum = database.get<{ available: number; blocked: number }>(
    "SELECT sum(available_cents) AS available, sum(blocked_cents) AS blocked FROM ledger",
  );
  const fees = database.get<{ cents: number }>(
    `SELECT coalesce(sum(state ->> '$.feeCents'), 0) AS cents FROM resources
     WHERE kind = 'charge' AND status = 'paid'`,
  );
  database.close();
  return { available: sum?.available ?? 0, blocked: sum?.blocked ?? 0, fees: fees?.cents ?? 0 };
}

/** What the sandbox asks on every call; each has to find its rows without walking through all there are. */
const HOT = [
  "SELECT seq, state FROM resources WHERE id = 'x'",
  "SELECT seq, state FROM resources WHERE due_at <= 5 ORDER BY due_at, seq LIMIT 1",
  "SELECT seq FROM resources WHERE store_id = 'x' AND kind = 'charge' ORDER BY seq DESC LIMIT 21",
  "SELECT seq FROM resources WHERE store_id = 'x' AND external_id = 'x' ORDER BY seq DESC LIMIT 21",
  "SELECT seq FROM notifications WHERE due_at <= 5 ORDER BY due_at, seq LIMIT 64",
  "SELECT at FROM ledger WHERE store_id = 'x' ORDER BY seq DESC LIMIT 1",
  "SELECT body FROM idempotency WHERE store_id = 'x' AND key = 'x' AND expires_at > 5",
  "SELECT id FROM keys WHERE revoked_at IS NULL AND hash = 'x'",
];

it.each(HOT)("is answered by an index: %s", async (query) => {
  const { path } = await open();
  const database = await openDatabase({ path, migrations: MIGRATIONS, text: en });
  const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`);
  database.close();
  expect(plan.map(({ detail }) => detail).join("; ")).toMatch(/^SEARCH [^;]*$/);
});
