import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../../src/api/client.ts";
import { openDatabase } from "../../src/database.ts";
import type { Database } from "../../src/database.ts";
import { LocalError, ServiceError } from "../../src/errors.ts";
import type { Clock } from "../../src/host.ts";
import type { Batch } from "../../src/ledger/batch.ts";
import { openLedger } from "../../src/ledger/ledger.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import type { PayoutState } from "../../src/ledger/payout.ts";
import { advance } from "../../src/payouts/pay.ts";
import { plannedPayout } from "../../src/payouts/planned.ts";
import { runBatch } from "../../src/payouts/run.ts";
import type { RunParts } from "../../src/payouts/run.ts";
import { taskOf } from "../../src/payouts/step.ts";
import { en } from "../../src/text/en.ts";

/** Payments side by side, whose records and outcomes wait for the disk together. */

const ROWS = 40;
const AT_ONCE = 16;
const PLACE = { scope: "staging store", batch: "nov" };
const NEVER = new AbortController().signal;

const clock: Clock = {
  now: () => new Date("2026-11-21T12:00:00.000Z"),
  elapsed: () => 0,
  sleep: async () => undefined,
};

type Create = Client["withdrawals"]["create"];
type Answer = Awaited<ReturnType<Create>>;

let folder = "";
let path = "";
let ledger: Ledger;
let batch: Batch;
/** Another process, as far as SQLite can tell: it sees only what is on the disk. */
let disk: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-together-"));
  path = join(folder, "ledger.db");
  ledger = await openLedger({ path, clock, text: en });
  batch = planOf(ledger);
  // The ledger has brought the file to its newest form; to look at it needs none of that.
  disk = await openDatabase({ path, migrations: Array.from({ length: 3 }, () => ""), text: en });
});

afterEach(() => {
  ledger.close();
  disk.close();
  rmSync(folder, { recursive: true, force: true });
});

function planOf({ batches }: Ledger): Batch {
  const staging = batches.stage();
  staging.add(
    Array.from({ length: ROWS }, (_, index) => {
      const place = { ...PLACE, rowId: `r${index + 1}` };
      const pixKey = { key: `r${index + 1}@example.com`, kind: "email" as const };
      const wanted = { amountCents: 100 + index, pixKey, description: undefined };
      const profile = { name: "staging", fields: {} };
      return { ...plannedPayout(wanted, { place, profile }), line: index + 2 };
    }),
  );
  const facts = { environment: "staging", profile: "staging", file: "/f", duplicatesAllowed: 0 };
  const published = staging.publish({ ...PLACE, ...facts, duplicatesAllowed: 0 });
  staging.drop();
  if (published === undefined) throw new Error("there is a plan already");
  return published;
}

interface Told {
  readonly failure: unknown;
  /** How each payment ended, as the run told it. */
  readonly paid: ReadonlyMap<string, PayoutState>;
}

async function run(create: Create, more: Partial<RunParts> = {}): Promise<Told> {
  const list: Client["withdrawals"]["list"] = async () => {
    throw new Error("the list cannot be read");
  };
  const get: Client["withdrawals"]["get"] = async () => {
    throw new Error("nor can a withdrawal");
  };
  const paid = new Map<string, PayoutState>();
  const parts: RunParts = {
    client: { withdrawals: { create, list, get } },
    ...{ payouts: ledger.payouts, clock, signal: NEVER, stop: NEVER, concurrency: AT_ONCE },
    ...{ waits: { resendAfterMs: 0, lookupGapMs: 0 }, lookOnly: undefined },
    rows: (query) => ledger.batches.rows(batch, query),
    onDoubt: () => undefined,
    onPaid: ({ payout }) => paid.set(payout.rowId, payout.state),
    onRest: () => undefined,
    ...more,
  };
  const failure = await runBatch(parts).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, paid };
}

/** Accepts it under the id of its row; all that were sent in one turn are answered in the next. */
async function accept({ body }: Parameters<Create>[0], id?: string): Promise<Answer> {
  const asked: { external_id: string; amount: number; pix_key: string } = JSON.parse(body);
  await new Promise((answered) => {
    setImmediate(answered);
  });
  return {
    value: { ...asked, id: id ?? rowOf(body), status: "pending" },
    ...{ raw: undefined, text: "", status: 201, headers: {} },
    ...{ requestId: undefined, replayed: false },
  };
}

function rowOf(body: string): string {
  const { external_id: reference }: { external_id: string } = JSON.parse(body);
  return reference.slice(PLACE.batch.length + 1);
}

function statesOnDisk(): ReadonlyMap<string, PayoutState> {
  const rows = disk.all<{ rowId: string; state: PayoutState }>(
    "SELECT row_id AS rowId, state FROM payouts ORDER BY id",
  );
  return new Map(rows.map(({ rowId, state }) => [rowId, state]));
}

/** Lets the ledger's own file refuse something as a payment begins to be sent. */
function whenRowBegins(rowId: string, does: string): void {
  disk.run(
    `CREATE TRIGGER refusal BEFORE UPDATE ON payouts
     WHEN NEW.row_id = '${rowId}' AND NEW.state = 'sending' BEGIN ${does}; END`,
  );
}

describe("payments side by side", () => {
  it("are on the disk as sending before they are sent, as accepted before that is told", async () => {
    const early: string[] = [];
    const create: Create = async (creation) => {
      const row = rowOf(creation.body);
      if (statesOnDisk().get(row) !== "sending") early.push(`${row} is sent`);
      return accept(creation);
    };
    const onPaid: RunParts["onPaid"] = ({ payout: { rowId } }) => {
      if (statesOnDisk().get(rowId) !== "accepted") early.push(`${rowId} is told`);
    };
    expect((await run(create, { onPaid })).failure).toBeUndefined();
    expect(early).toEqual([]);
    expect(new Set(statesOnDisk().values())).toEqual(new Set(["accepted"]));
  });

  it("are never more under way than was asked for", async () => {
    let [underWay, most] = [0, 0];
    const create: Create = async (creation) => {
      underWay += 1;
      most = Math.max(most, underWay);
      const answer = await accept(creation);
      underWay -= 1;
      return answer;
    };
    const { paid } = await run(create, { concurrency: 3 });
    expect({ most, paid: paid.size }).toEqual({ most: 3, paid: ROWS });
  });

  it("are not sent at all where the commit of their records fails", async () => {
    // A rule that SQLite looks at only as it commits.
    disk.run(
      `CREATE TABLE refusals (payout INTEGER REFERENCES payouts (id) DEFERRABLE INITIALLY DEFERRED)`,
    );
    whenRowBegins("r5", "INSERT INTO refusals VALUES (0)");
    const sent: string[] = [];
    const create: Create = async (creation) => {
      sent.push(rowOf(creation.body));
      return accept(creation);
    };
    expect((await run(create)).failure).toBeInstanceOf(LocalError);
    expect(sent).toEqual([]);
    expect(new Set(statesOnDisk().values())).toEqual(new Set(["planned"]));
  });

  for (const how of ["ABORT", "ROLLBACK"]) {
    it(`are taken back, and none is sent, where another's record fails alone (${how})`, async () => {
      whenRowBegins("r5", `SELECT RAISE(${how}, 'refused')`);
      const sent: string[] = [];
      const create: Create = async (creation) => {
        sent.push(rowOf(creation.body));
        return accept(creation);
      };
      const { failure, paid } = await run(create);
      expect(failure).toBeInstanceOf(LocalError);
      expect({ sent, told: paid.size }).toEqual({ sent: [], told: 0 });
      expect(new Set(statesOnDisk().values())).toEqual(new Set(["planned"]));
    });
  }

  it("are not sent where the outcome of the last cannot be kept", async () => {
    disk.run(
      `CREATE TRIGGER refusal BEFORE UPDATE ON payouts
       WHEN NEW.row_id = 'r1' AND NEW.state = 'accepted' BEGIN SELECT RAISE(ABORT, 'refused'); END`,
    );
    const sent: string[] = [];
    const create: Create = async (creation) => {
      sent.push(rowOf(creation.body));
      return accept(creation);
    };
    expect((await run(create, { concurrency: 1 })).failure).toBeInstanceOf(LocalError);
    expect(sent).toEqual(["r1"]);
    expect([...statesOnDisk()].slice(0, 3)).toEqual([
      ["r1", "sending"],
      ["r2", "planned"],
      ["r3", "planned"],
    ]);
  });

  for (const what of ["a contradiction", "a key that is refused"]) {
    it(`are not sent where ${what} was heard in the turn of another's acceptance`, async () => {
      const sent: string[] = [];
      let answerFirst: () => void = () => undefined;
      const create: Create = async (creation) => {
        const row = rowOf(creation.body);
        sent.push(row);
        const answer = await accept(creation);
        if (row === "r1") {
          await new Promise<void>((answered) => {
            answerFirst = answered;
          });
        }
        if (row !== "r2") return answer;
        queueMicrotask(answerFirst);
        if (what !== "a contradiction") throw new ServiceError("no", { status: 401 });
        return { ...answer, value: { ...answer.value, pix_key: "eva@example.com" } };
      };
      await run(create, { concurrency: 2 });
      expect(sent).toEqual(["r1", "r2"]);
      expect(statesOnDisk().get("r3")).toBe("planned");
    });
  }

  it("are not sent after the wish to stop, though they were recorded before", async () => {
    const stop = new AbortController();
    const sent: string[] = [];
    const begin: RunParts["payouts"]["begin"] = async (payout) => {
      const sending = await ledger.payouts.begin(payout);
      if (payout.rowId === "r2") stop.abort(new Error("enough"));
      return sending;
    };
    const create: Create = async (creation) => {
      sent.push(rowOf(creation.body));
      return accept(creation);
    };
    const payouts = { ...ledger.payouts, begin };
    await run(create, { concurrency: 1, stop: stop.signal, payouts });
    expect(sent).toEqual(["r1"]);
    expect(statesOnDisk().get("r2")).toBe("planned");
  });

  it("stay in doubt where one that was is recorded anew and then not sent after all", async () => {
    const [planned] = ledger.batches.rows(batch, { states: ["planned"], afterId: 0, limit: 1 });
    if (planned === undefined) throw new Error("there is no payment");
    const lost = { outcome: "lost", status: undefined, requestId: undefined } as const;
    const sending = await ledger.payouts.begin(planned);
    const payout = await ledger.payouts.end(sending, () => {
      return { end: lost, settlement: { state: "unknown" } };
    });
    const never = async (): Promise<never> => {
      throw new Error("it was sent");
    };
    const task = await advance(
      taskOf(payout, { timeMs: clock.now().getTime(), elapsedMs: 0 }),
      { kind: "send" },
      {
        client: { withdrawals: { create: never, list: never, get: never } },
        ...{ payouts: ledger.payouts, clock, signal: NEVER, onDoubt: () => undefined },
        ...{ waits: { resendAfterMs: 0, lookupGapMs: 0 }, lookOnly: undefined },
        mayGo: () => false,
      },
    );
    expect({ told: task.payout.state, onDisk: statesOnDisk().get("r1") }).toEqual({
      told: "unknown",
      onDisk: "unknown",
    });
    // Had it been planned again, the next run would send it without a look.
    expect(task.payout.firstSentAt).toBe(payout.firstSentAt);
  });

  it("are finished before the run fails, where the plan cannot be read further", async () => {
    let pages = 0;
    const rows: RunParts["rows"] = (query) => {
      if (query.states.includes("planned")) pages += 1;
      if (pages > 1) throw new LocalError("the disk cannot be read");
      return ledger.batches.rows(batch, { ...query, limit: 3 });
    };
    const sent: string[] = [];
    const create: Create = async (creation) => {
      sent.push(rowOf(creation.body));
      return accept(creation);
    };
    const { failure } = await run(create, { concurrency: 4, rows });
    expect(failure).toBeInstanceOf(LocalError);
    const [soFar, onDisk] = [[...sent], statesOnDisk()];
    expect([...onDisk.values()]).not.toContain("sending");
    await new Promise((later) => {
      setTimeout(later, 50);
    });
    expect({ sent, onDisk: statesOnDisk() }).toEqual({ sent: soFar, onDisk });
  });

  it("are not taken for each other's where two answers of one moment name one withdrawal", async () => {
    const create: Create = async (creation) => {
      const row = rowOf(creation.body);
      return accept(creation, row === "r3" || row === "r4" ? "the same" : row);
    };
    await run(create);
    const [third, fourth] = ["r3", "r4"].map((row) => statesOnDisk().get(row));
    expect([third, fourth]).toEqual(["accepted", "unknown"]);
  });

  it("wait for an outcome that may end the run: the next is not begun with a contradiction", async () => {
    const sent: string[] = [];
    const create: Create = async (creation) => {
      sent.push(rowOf(creation.body));
      const answer = await accept(creation);
      if (sent.length < 3) return answer;
      return { ...answer, value: { ...answer.value, pix_key: "eva@example.com" } };
    };
    await run(create, { concurrency: 1 });
    expect(sent).toEqual(["r1", "r2", "r3"]);
    expect(statesOnDisk().get("r4")).toBe("planned");
  });
});
