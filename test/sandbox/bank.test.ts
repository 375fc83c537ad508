import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ASSUMED } from "../../src/sandbox/assumed.ts";
import { advance, expire, fail, pay } from "../../src/sandbox/bank.ts";
import type { Change, Resource, Ruled } from "../../src/sandbox/rules/change.ts";
import { cancelCharge, CHARGE_MOVES, openCharge } from "../../src/sandbox/rules/charge.ts";
import { feeOf, NOTHING, post } from "../../src/sandbox/rules/ledger.ts";
import type { Balance } from "../../src/sandbox/rules/ledger.ts";
import { LINK_MOVES, openLink } from "../../src/sandbox/rules/link.ts";
import type { Link } from "../../src/sandbox/rules/link.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
  WITHDRAWAL_MOVES,
} from "../../src/sandbox/rules/withdrawal.ts";

const START = Date.UTC(2026, 0, 15, 12);
const STORE = "store";
const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const MOVES: Readonly<Record<string, readonly string[]>> = {
  ...prefixed("charge", CHARGE_MOVES),
  ...prefixed("link", LINK_MOVES),
  ...prefixed("withdrawal", WITHDRAWAL_MOVES),
};

function prefixed(
  kind: string,
  moves: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(moves).map(([from, to]) => [
      `${kind} ${from}`,
      to.map((one) => `${kind} ${one}`),
    ]),
  );
}

/** A bank in memory: what the store does with a change, without a store. */
class Memory {
  readonly resources = new Map<string, Resource>();
  readonly steps: (readonly [from: string, to: string])[] = [];
  balance: Balance = { ...NOTHING, availableCents: ASSUMED.startingBalanceCents };
  sum: Balance = this.balance;
  now = START;

  keep(change: Change | undefined): void {
    if (change === undefined) return;
    for (const event of change.events) this.#see(event.resource);
    for (const resource of [change.resource, ...change.others]) this.#see(resource);
    for (const entry of change.entries) {
      this.balance = post(this.balance, entry);
      this.sum = {
        availableCents: this.sum.availableCents + entry.availableCents,
        blockedCents: this.sum.blockedCents + entry.blockedCents,
      };
    }
  }

  keepAllowed(ruled: Ruled): void {
    if (ruled.ok) this.keep(ruled.value);
  }

  settle(): void {
    for (const resource of this.resources.values()) this.keep(advance(resource, this.now, ASSUMED));
  }

  #see(resource: Resource): void {
    const before = this.resources.get(resource.id);
    const said = (one: Resource): string => `${one.kind} ${one.status}`;
    if (before !== undefined && before.status !== resource.status) {
      this.steps.push([said(before), said(resource)]);
    }
    this.resources.set(resource.id, resource);
  }
}

type Step = (bank: Memory, number: number) => void;

const amounts = fc.integer({ min: 100, max: 40_000 });
const picks = fc.nat({ max: 50 });

const withdrawTo =
  (key: string) =>
  (amountCents: number): Step =>
  (bank, number) => {
    const order = {
      id: uuid(number),
      storeId: STORE,
      amountCents,
      pixKey: { kind: "email", key } as const,
      description: null,
      externalId: null,
      notificationUrl: null,
      metadata: null,
    };
    const means = { balance: bank.balance, requestedTodayCents: 0 };
    bank.keepAllowed(requestWithdrawal(order, means, bank.now, ASSUMED));
  };

const onSome =
  (work: (bank: Memory, resource: Resource) => void) =>
  (pick: number): Step =>
  (bank) => {
    const all = [...bank.resources.values()];
    const resource = all[pick % Math.max(1, all.length)];
    if (resource !== undefined) work(bank, resource);
  };

const steps: fc.Arbitrary<Step> = fc.oneof(
  amounts.map(
    (amountCents): Step =>
      (bank, number) =>
        bank.keep(chargeOf(bank, number, amountCents, null)),
  ),
  amounts.map((amountCents): Step => (bank, number) => {
    const link = [...bank.resources.values()].find((one) => one.kind === "link");
    bank.keep(chargeOf(bank, number, amountCents, link?.id ?? null));
  }),
  fc.nat({ max: 3 }).map(
    (paymentsMax): Step =>
      (bank, number) =>
        bank.keep(linkOf(bank, number, paymentsMax)),
  ),
  amounts.map(withdrawTo("maria@loja.com.br")),
  amounts.map(withdrawTo("falha@sandbox.pix")),
  amounts.map(withdrawTo("lento@sandbox.pix")),
  picks.map(
    onSome((bank, resource) => {
      if (resource.kind === "link") return;
      const link = resource.kind === "charge" ? linkFor(bank, resource.linkId) : undefined;
      bank.keepAllowed(pay(resource, { now: bank.now, assumed: ASSUMED, link }));
    }),
  ),
  picks.map(onSome((bank, resource) => bank.keepAllowed(expire(resource, bank.now)))),
  picks.map(onSome((bank, resource) => bank.keepAllowed(fail(resource, bank.now, ASSUMED)))),
  picks.map(
    onSome((bank, resource) => {
      if (resource.kind === "charge") bank.keepAllowed(cancelCharge(resource, bank.now));
      if (resource.kind === "withdrawal") bank.keepAllowed(cancelWithdrawal(resource, bank.now));
    }),
  ),
  fc.integer({ min: 1, max: 3_600_000 }).map((ms): Step => (bank) => {
    bank.now += ms;
    bank.settle();
  }),
);

function chargeOf(
  bank: Memory,
  number: number,
  amountCents: number,
  linkId: string | null,
): Change {
  const customer = { name: "Maria", email: "maria@loja.com.br", document: "52998224725" };
  const order = {
    ...{ id: uuid(number), storeId: STORE, amountCents, copyPaste: "", qrcode: "", customer },
    ...{ notificationUrl: "", metadata: null, partnerCheckoutUrl: null, linkId },
  };
  return openCharge(order, bank.now, ASSUMED);
}

function linkOf(bank: Memory, number: number, paymentsMax: number): Change {
  const order = {
    ...{ id: uuid(number), storeId: STORE, title: "", description: null, amountCents: null },
    ...{ paymentsMax: paymentsMax === 0 ? null : paymentsMax, expiresAt: bank.now + 60_000 },
    ...{ redirectUrl: null, notificationUrl: null, metadata: null },
  };
  return openLink(order, bank.now);
}

function linkFor(bank: Memory, id: string | null): Link | undefined {
  const found = id === null ? undefined : bank.resources.get(id);
  return found?.kind === "link" ? found : undefined;
}

describe("the bank, whatever is done in whatever order", () => {
  const runs = fc.array(steps, { minLength: 1, maxLength: 60 });
  const after = (all: readonly Step[]): Memory => {
    const bank = new Memory();
    all.forEach((step, number) => step(bank, number));
    return bank;
  };

  it("keeps the balance equal to the sum of the ledger, and no part of it negative", () => {
    fc.assert(
      fc.property(runs, (all) => {
        const bank = after(all);
        expect(bank.balance).toEqual(bank.sum);
        expect(
          Math.min(bank.balance.availableCents, bank.balance.blockedCents),
        ).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it("conserves money: what came in, less what went out, is there", () => {
    fc.assert(
      fc.property(runs, (all) => {
        const bank = after(all);
        let expected = ASSUMED.startingBalanceCents;
        let blocked = 0;
        for (const one of bank.resources.values()) {
          if (one.kind === "charge" && one.status === "paid")
            expected += one.amountCents - one.feeCents;
          if (one.kind === "withdrawal" && one.status === "paid") expected -= one.amountCents;
          if (one.kind === "withdrawal" && /pending|processing/.test(one.status)) {
            blocked += one.amountCents;
          }
        }
        const { availableCents, blockedCents } = bank.balance;
        expect([availableCents + blockedCents, blockedCents]).toEqual([expected, blocked]);
      }),
      { numRuns: 2_000 },
    );
  });

  it("goes only where its table leads, and never leaves a final state", () => {
    fc.assert(
      fc.property(runs, (all) => {
        for (const [from, to] of after(all).steps) expect(MOVES[from]).toContain(to);
      }),
      { numRuns: 2_000 },
    );
  });

  it("counts on a link exactly the charges that were paid for it", () => {
    fc.assert(
      fc.property(runs, (all) => {
        const resources = [...after(all).resources.values()];
        for (const link of resources) {
          if (link.kind !== "link") continue;
          const paid = resources.flatMap((one) =>
            one.kind === "charge" && one.status === "paid" && one.linkId === link.id
              ? [one.amountCents]
              : [],
          );
          expect(link.paymentsCount).toBe(paid.length);
          expect(link.receivedCents).toBe(paid.reduce((sum, cents) => sum + cents, 0));
          const full = link.paymentsMax !== null && paid.length >= link.paymentsMax;
          if (link.status === "exhausted") expect(full).toBe(true);
          if (link.status === "active") expect(full).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("the bank's arithmetic", () => {
  it("rounds a fee half up, in whole centavos", () => {
    expect(feeOf(1990, 99)).toBe(20);
    expect(feeOf(100, 99)).toBe(1);
    expect(feeOf(5_000, 1)).toBe(1);
    expect(feeOf(4_999, 1)).toBe(0);
    expect(feeOf(1_500_000, 99)).toBe(14_850);
  });

  it("refuses to post what would make a part of the balance negative", () => {
    const balance = { availableCents: 100, blockedCents: 0 };
    expect(() => post(balance, { availableCents: -101, blockedCents: 0 })).toThrow(RangeError);
    expect(() => post(balance, { availableCents: 0, blockedCents: -1 })).toThrow(RangeError);
  });

  it("moves a withdrawal on at its own moments, however late somebody looks", () => {
    const bank = new Memory();
    withdrawTo("maria@loja.com.br")(5_000)(bank, 1);
    bank.now += 10 * 3_600_000;
    bank.settle();
    expect(bank.resources.get(uuid(1))).toMatchObject({
      status: "paid",
      paidAt: START + ASSUMED.withdrawalSettledAfterMs,
    });
    expect(bank.steps).toEqual([
      ["withdrawal pending", "withdrawal processing"],
      ["withdrawal processing", "withdrawal paid"],
    ]);
  });
});
