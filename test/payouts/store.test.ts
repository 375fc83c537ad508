import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Clock } from "../../src/host.ts";
import type { Batch } from "../../src/ledger/batch.ts";
import { openLedger } from "../../src/ledger/ledger.ts";
import type { Payout, PayoutState, PlannedPayout } from "../../src/ledger/payout.ts";
import type { Payouts } from "../../src/ledger/payouts.ts";
import type { RunParts } from "../../src/payouts/run.ts";
import { en } from "../../src/text/en.ts";
import { Random } from "./world/random.ts";
import { payoutsOf, Store } from "./world/store.ts";

const ROUNDS = 12;
const CALLS = 60;
const SCOPE = "staging store";
const STATES: readonly PayoutState[] = [
  ...(["planned", "sending", "unknown", "accepted", "paid", "failed", "refused"] as const),
];

interface Ledger {
  readonly payouts: Payouts;
  readonly rows: RunParts["rows"];
}

/** A clock that moves between two calls. */
interface HandClock extends Clock {
  tick(): void;
}

function handClock(): HandClock {
  let nowMs = Date.UTC(2026, 10, 21);
  return {
    now: () => new Date(nowMs),
    elapsed: () => nowMs,
    sleep: async () => undefined,
    tick: () => {
      nowMs += 1_000;
    },
  };
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe("the store of the simulated world", () => {
  it("answers whatever is asked of it as the ledger on the disk does", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pix-store-"));
    folders.push(folder);
    for (let round = 0; round < ROUNDS; round += 1) {
      const clock = handClock();
      const path = join(folder, `${round}.db`);
      const ledger = await openLedger({ path, clock, text: en });
      const real = {
        payouts: ledger.payouts,
        rows: (query: Parameters<RunParts["rows"]>[0]) => ledger.batches.rows(BATCH, query),
      };
      const onDisk = await answers(real, clock, new Random(round));
      ledger.close();
      const later = handClock();
      const store = new Store();
      const flush = { now: () => store.sync(), turn: () => undefined };
      const model = {
        payouts: payoutsOf(store, later, flush),
        rows: (query: Parameters<RunParts["rows"]>[0]) => store.rows(query),
      };
      expect(await answers(model, later, new Random(round))).toEqual(onDisk);
    }
  });

  it("gives back after a loss of power what was synced, and nothing that was not written", async () => {
    const store = new Store();
    const payouts = payoutsOf(store, handClock(), { now: () => undefined, turn: () => undefined });
    const planned = payouts.plan(plannedOf("r1"));
    store.sync();
    await payouts.begin(planned);
    store.losePower(() => 0);
    expect(payouts.find(planned)?.state).toBe("planned");
    await payouts.begin(planned);
    store.sync();
    store.losePower(() => 0);
    expect(payouts.find(planned)?.state).toBe("sending");
  });
});

/** What a ledger says to so many calls by chance; the same calls for the same seed and the same answers. */
async function answers(
  ledger: Ledger,
  clock: HandClock,
  random: Random,
): Promise<readonly unknown[]> {
  const said: unknown[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const answer = await ask(ledger, random);
    said.push(answer);
    clock.tick();
  }
  return said;
}

async function ask({ payouts, rows }: Ledger, random: Random): Promise<unknown> {
  const planned = plannedOf(`r${random.between(1, 4)}`);
  const payout = payouts.find(planned);
  const kind = random.between(0, 11);
  if (payout === undefined || kind === 0) return payouts.plan(planned);
  switch (kind) {
    case 1:
      return payouts.renew(payout, `key ${payout.generation + 1}`);
    case 2:
    case 3:
    case 4:
      return send(payouts, payout, random);
    case 5:
      return payouts.settle(payout, settlementOf(random));
    case 6:
      return payouts.isDoubtful(payout);
    case 7:
      return payouts.lastStatus(payout);
    case 8:
      return payouts.sentSince(SCOPE, random.pick("2026-11-21", payout.createdAt, "2027"));
    case 9: {
      const known = payouts.knownAccepted(random.pick(SCOPE, "another"));
      // A column of the query that no type tells of.
      return known && { ...known, seenAs: undefined };
    }
    case 10:
      return payouts.isAnothers(payout, `w${random.between(1, 5)}`);
    default: {
      const states = STATES.filter(() => random.chance(0.5));
      return rows({ states: ["planned", ...states], afterId: random.between(0, 2), limit: 3 });
    }
  }
}

/** Sometimes the end is never told. */
async function send(payouts: Payouts, payout: Payout, random: Random): Promise<unknown> {
  const sending = await payouts.begin(payout);
  if (random.chance(0.3)) return sending;
  const outcome = random.pick("accepted", "lost", "doubtful", "refused", "later");
  const status = random.pick(undefined, 201, 500);
  const settlement = settlementOf(random);
  return payouts.end(sending, () => ({ end: { outcome, status }, settlement }));
}

function settlementOf(random: Random) {
  const [state = "unknown", ...others] = STATES;
  const id = `w${random.between(1, 5)}`;
  return {
    state: random.pick(state, ...others),
    withdrawalId: random.pick(undefined, id),
    failureCode: random.pick(undefined, "bounced"),
    failureMessage: random.pick(undefined, "it came back"),
  };
}

function plannedOf(rowId: string): PlannedPayout {
  return {
    ...{ scope: SCOPE, batch: BATCH.batch, rowId, reference: `november/${rowId}`, generation: 0 },
    ...{ key: `key of ${rowId}`, profile: "staging", amountCents: 150, pixKey: "a@example.com" },
    ...{ asked: "{}", body: "{}" },
  };
}

const BATCH: Batch = {
  ...{ id: 1, scope: SCOPE, batch: "november", environment: "staging", profile: "staging" },
  ...{ file: "/november.csv", hash: "", rows: 4, totalCents: 600, createdAt: "" },
  ...{
    duplicatesAllowed: 0 as const,
    ranAt: null,
    startedAt: null,
    stoppedAt: null,
    stoppedBy: null,
  },
};
