import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLedger } from "../../src/ledger/ledger.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { StagedPayout } from "../../src/ledger/staging.ts";
import { earlierScopesOf, keyOf, scopeOf } from "../../src/payouts/key.ts";
import { en } from "../../src/text/en.ts";

const PROFILE = { environment: "staging", baseUrl: "https://api.example.com/v1" };
const STORE = { storeId: "s-1" };
const NAMED = scopeOf(PROFILE, STORE);
const clock = {
  now: () => new Date("2026-11-21T12:00:00.000Z"),
  elapsed: () => 0,
  sleep: async () => undefined,
};

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pix-ledger-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function ledger(options: { forget?: boolean } = {}): Promise<Ledger> {
  return openLedger({ path: join(folder, "ledger.db"), clock, text: en, ...options });
}

function payment(scope: string, rowId = "rent"): StagedPayout {
  const place = { scope, batch: "", rowId };
  const amounts = { amountCents: 100, pixKey: "a@example.com" };
  const texts = { reference: rowId, profile: "p", asked: "{}", body: "{}" };
  return { ...place, ...amounts, ...texts, generation: 0, key: keyOf(place, 0), line: 2 };
}

describe("the ledger", () => {
  it("knows a store's payments by whatever name they were kept under", async () => {
    const opened = await ledger();
    for (const scope of earlierScopesOf(PROFILE, STORE)) {
      const kept = opened.payouts.plan(payment(scope, scope));
      opened.payouts.settle(kept, { state: "accepted", withdrawalId: `w ${scope}` });
      opened.adoptScopes(NAMED, earlierScopesOf(PROFILE, STORE));
      const found = opened.payouts.find({ scope: NAMED, batch: "", rowId: scope });
      expect(found).toMatchObject({ state: "accepted", key: kept.key });
      expect(opened.payouts.knownAccepted(NAMED)?.withdrawalId).toBe(`w ${scope}`);
    }
    opened.close();
  });

  it("keeps what it has where a payment has gone on while somebody asked about it", async () => {
    const { payouts, close } = await ledger();
    const planned = payouts.plan(payment(NAMED));
    const asked = payouts.settle(planned, { state: "accepted", withdrawalId: "w1" });
    const failed = payouts.settle(asked, { state: "failed" });
    const { payout: sending } = await payouts.begin(payouts.renew(failed, "another key"));
    // The answer about the first withdrawal comes only now; it must not hide that another is on its way.
    expect(payouts.settle(asked, { state: "failed", withdrawalId: "w1" })).toEqual(sending);
    expect(payouts.find(payment(NAMED))).toEqual(sending);
    close();
  });

  it("takes what never left for unsent: neither a day nor the 23 hours count from it", async () => {
    const { payouts, close } = await ledger();
    const sending = await payouts.begin(payouts.plan(payment(NAMED)));
    expect(payouts.sentSince(NAMED, "2026-11-21")).toBe(100);
    const ended = await payouts.end(sending, () => ({
      end: { outcome: "not_sent" },
      settlement: { state: "planned" },
    }));
    expect(ended).toMatchObject({ state: "planned", firstSentAt: null, lastSentAt: null });
    expect(payouts.find(payment(NAMED))).toEqual(ended);
    expect(payouts.sentSince(NAMED, "2026-11-21")).toBe(0);
    close();
  });

  it("holds up nobody while a run that sends nothing looks at its plan", async () => {
    (await ledger()).close();
    const dry = await ledger({ forget: true });
    const staging = dry.batches.stage();
    staging.add([{ ...payment(NAMED), batch: "nov" }]);
    const facts = { scope: NAMED, batch: "nov", environment: "staging", profile: "p", file: "/f" };
    expect(staging.draft({ ...facts, duplicatesAllowed: 0 })).toMatchObject({ rows: 1, id: 0 });
    const other = await ledger();
    expect(other.payouts.plan(payment(NAMED)).state).toBe("planned");
    other.close();
    dry.close();
  });
});
