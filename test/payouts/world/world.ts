import { toReais } from "../../../src/domain/money.ts";
import type { PlannedPayout } from "../../../src/ledger/payout.ts";
import { keyOf } from "../../../src/payouts/key.ts";
import { faultOfPayment, faultOfRow } from "./oracle.ts";
import { Process } from "./process.ts";
import type { Removed, Surroundings } from "./process.ts";
import { Random } from "./random.ts";
import { mannersOf, Service } from "./service.ts";
import type { Made, Manners } from "./service.ts";
import { payoutsOf, Store } from "./store.ts";
import { temperOf } from "./temper.ts";
import type { Climate } from "./temper.ts";
import { Time } from "./time.ts";

/** How a seed has ended. */
export interface Outcome {
  /** What the promise forbids, in words; undefined where it was kept. */
  readonly fault: string | undefined;
  readonly story: readonly string[];
}

export interface Options {
  readonly removed?: Removed;
  readonly climate?: Climate;
  /** Whether the story is told. */
  readonly tells?: boolean;
  readonly count?: (what: string) => void;
}

const BEGIN_MS = Date.parse("2026-11-21T12:00:00.000Z");
const BATCH = { scope: "staging store", batch: "november" };
/** Starts in good weather, after which nothing may be left undone. */
const CALM_STARTS = 6;
const CALM_GAP_MS = 2 * 3_600_000;
/** More than any seed needs: a run that never ends is a fault of its own. */
const STEPS_MAX = 3_000;

/**
 * Lives through one seed: a batch is planned, and started as cron would, while the service, the network, the
 * clock, the power and other people do what they do; then the weather turns good and everything is counted.
 *
 * What is taken for granted, because without it no client could know:
 * - An answer that is lost has left its key behind (rule 2 of the service), except where the list has been in
 *   order from the beginning. So lost answers of status 5xx after the effect come with a list that can be
 *   relied on, and a list that is blind for hours with lost answers that keep their keys. A process that dies
 *   before the end of its send is on the disk has lost the answer.
 * - A payment is made at most 59 seconds after its client has given up; of a client that died, after the 60
 *   seconds that it would have waited. A list that shows one payment shows all that are older than 5 seconds.
 * - The payer's clock is at most 25 minutes wrong.
 * - Somebody else's payment which nobody can tell from ours does not fail.
 */
export async function live(seed: number, options: Options = {}): Promise<Outcome> {
  const world = new World(seed, options);
  const fault = await world.live();
  return { fault, story: world.story };
}

class World {
  readonly story: string[] = [];
  readonly #around: Surroundings;
  readonly #manners: Manners;
  #holder: Process | undefined;
  #running = 0;
  #starts = 0;
  #startsAhead = 0;
  #startsLeft: number;
  #calmLeft = CALM_STARTS;
  #fault: string | undefined;

  constructor(
    seed: number,
    { removed = {}, climate = {}, tells = false, count = ignore }: Options,
  ) {
    const random = new Random(seed);
    const time = new Time(BEGIN_MS);
    const temper = temperOf(random, climate);
    const manners = mannersOf(random, { nowMs: BEGIN_MS, fixed: climate.manners });
    const log = tells ? (line: string): void => this.#tell(line) : undefined;
    const onMade = (made: Made): void => this.#judge(made);
    const { bouncing } = temper;
    this.#manners = manners;
    this.#startsLeft = random.between(1, 6);
    this.#around = {
      ...{ time, random, temper, removed, log, count, isCalm: false },
      service: new Service({ time, random, manners, bouncing, onMade }),
      store: new Store(),
      spares: manners.blind.untilMs > BEGIN_MS,
    };
    log?.(JSON.stringify({ ...temper, manners }));
  }

  async live(): Promise<string | undefined> {
    const { time } = this.#around;
    this.#plan();
    for (let steps = 0; this.#fault === undefined; steps += 1) {
      if (steps > STEPS_MAX) return "it never ends";
      await settled();
      if (this.#running > 0 || this.#startsAhead > 0) {
        if (!time.stepToStir()) return "a process waits for nothing";
      } else if (!this.#startNext()) {
        return this.#judgeAll();
      }
    }
    return this.#fault;
  }

  #plan(): void {
    const { store, temper, random, time } = this.#around;
    const clock = {
      now: () => new Date(time.nowMs),
      elapsed: () => 0,
      sleep: async () => undefined,
    };
    const flush = { now: () => store.sync(), turn: () => undefined };
    const payouts = payoutsOf(store, clock, flush);
    for (let line = 1; line <= temper.rows; line += 1) {
      payouts.plan(rowOf(`r${line}`, random.between(1, 3) * 100));
      if (random.chance(0.1)) this.#meddle(`r${line}`);
    }
  }

  /** Somebody else pays something like it, at some time. */
  #meddle(rowId: string): void {
    const { time, random, service } = this.#around;
    const { pixKey } = this.#manners.tells;
    const like = rowOf(rowId, random.between(1, 3) * 100);
    time.after(random.pick(0, random.between(0, 300_000), 20 * 3_600_000), () => {
      const made = {
        amount: toReais(like.amountCents),
        reference: like.reference,
        pixKey: like.pixKey,
      };
      const others: Parameters<Service["seed"]>[0][] = [
        made,
        { ...made, reference: null },
        { ...made, reference: "other" },
      ];
      if (pixKey) others.push({ ...made, pixKey: "joao@example.com" });
      const [first = made, ...rest] = others;
      service.seed(random.pick(first, ...rest));
      this.#tell(`somebody else pays ${like.reference}`);
    });
  }

  /** Lets a start follow, sooner or later; false where there is none left. */
  #startNext(): boolean {
    const { random, time } = this.#around;
    if (this.#startsLeft > 0) {
      this.#startsLeft -= 1;
      this.#startAfter(gapMs(random));
      return true;
    }
    if (this.#calmLeft === 0) return false;
    this.#calmLeft -= 1;
    if (!this.#around.isCalm) {
      // Everything that is still on its way arrives.
      while (time.step());
      this.#around.isCalm = true;
      this.#manners.blind.untilMs = 0;
      this.#tell("the weather turns good");
    }
    this.#startAfter(CALM_GAP_MS);
    return true;
  }

  #startAfter(milliseconds: number): void {
    this.#startsAhead += 1;
    this.#around.time.after(milliseconds, () => {
      this.#startsAhead -= 1;
      this.#around.time.stir();
      this.#start();
    });
  }

  #start(): void {
    const { random, removed, isCalm, count, temper } = this.#around;
    this.#starts += 1;
    const name = `process ${this.#starts}`;
    if (this.#holder !== undefined && removed.lock === undefined) {
      count("busy");
      return this.#tell(`${name} finds the lock held`);
    }
    this.#tell(`${name} starts`);
    this.#running += 1;
    const process = new Process(name, this.#around, () => {
      this.#running -= 1;
      if (this.#holder === process) this.#holder = undefined;
    });
    this.#holder = process;
    if (!isCalm && random.chance(temper.crowded)) this.#startAfter(random.between(0, 150_000));
    process.run().catch((error: unknown) => {
      this.#fault ??= `${name} crashed: ${error instanceof Error ? error.stack : String(error)}`;
    });
  }

  #judge(made: Made): void {
    const { service, time } = this.#around;
    this.#tell(`the service pays ${made.id} for ${made.reference} (${made.key?.slice(0, 9)})`);
    const { nowMs } = time;
    this.#fault ??= faultOfPayment(made, { made: service.made, nowMs });
  }

  #judgeAll(): string | undefined {
    const { service, store, time, count } = this.#around;
    const truth = { made: service.made, nowMs: time.nowMs };
    for (const row of store.state.rows) {
      count(`in the end ${row.state}`);
      this.#tell(`in the end ${row.rowId} is ${row.state}`);
      this.#fault ??= faultOfRow(row, truth);
    }
    return this.#fault;
  }

  #tell(line: string): void {
    const { log, time } = this.#around;
    if (log === undefined) return;
    this.story.push(`${new Date(time.nowMs).toISOString()} ${line}`);
  }
}

function rowOf(rowId: string, amountCents: number): PlannedPayout {
  const place = { ...BATCH, rowId };
  const reference = `${BATCH.batch}/${rowId}`;
  const pixKey = `${rowId}@example.com`;
  const asked = { amount: toReais(amountCents), pix_key: pixKey, external_id: reference };
  const body = JSON.stringify(asked);
  return {
    ...{ ...place, reference, generation: 0, key: keyOf(place, 0), profile: "staging" },
    ...{ amountCents, pixKey, asked: body, body },
  };
}

/** Between two starts: at once, a while, an hour, a night; and what lets a key grow old, or be forgotten. */
function gapMs(random: Random): number {
  return (
    1_000 *
    random.pick(
      random.between(0, 10),
      random.between(20, 140),
      random.between(300, 900),
      random.between(3_600, 20_000),
      random.between(79_000, 90_000),
    )
  );
}

/** Every promise that can go on has gone on. */
async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}

function ignore(): void {}
