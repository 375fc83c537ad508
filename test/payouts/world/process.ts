import type { Client } from "../../../src/api/client.ts";
import { InterruptedError } from "../../../src/errors.ts";
import type { Clock } from "../../../src/host.ts";
import type { Payouts } from "../../../src/ledger/payouts.ts";
import { keyOf } from "../../../src/payouts/key.ts";
import { refresh } from "../../../src/payouts/refresh.ts";
import { runBatch } from "../../../src/payouts/run.ts";
import type { RunParts } from "../../../src/payouts/run.ts";
import { exchange } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import type { Random } from "./random.ts";
import * as replies from "./replies.ts";
import type { Reply } from "./replies.ts";
import type { Service } from "./service.ts";
import { payoutsOf } from "./store.ts";
import type { Change, Store } from "./store.ts";
import { fateOf, WELL } from "./temper.ts";
import type { Temper } from "./temper.ts";
import type { Time } from "./time.ts";

/** What is taken away from the program, to see that it was needed. */
export interface Removed {
  readonly payouts?: (payouts: Payouts) => Payouts;
  readonly withdrawals?: (withdrawals: Withdrawals) => Withdrawals;
  readonly rows?: (rows: RunParts["rows"]) => RunParts["rows"];
  readonly stepOf?: NonNullable<RunParts["stepOf"]>;
  readonly waits?: RunParts["waits"];
  /** What does not wait for the disk. */
  readonly unsynced?: Change;
  readonly lock?: true;
}

export type Withdrawals = Client["withdrawals"];

/** What a process finds around it. */
export interface Surroundings {
  readonly time: Time;
  readonly random: Random;
  readonly service: Service;
  readonly store: Store;
  readonly temper: Temper;
  readonly removed: Removed;
  /** Whether everything goes well from now on. */
  isCalm: boolean;
  readonly log: ((line: string) => void) | undefined;
  readonly count: (what: string) => void;
  /** Whether an answer of which nothing is heard must have left its key behind. */
  readonly spares: boolean;
}

const WAITS = { resendAfterMs: 60_000, lookupGapMs: 10_000 };
const GENERATIONS_MAX = 3;
/** How many things a process does at most before its hour has come. */
const POINTS_MAX = 25;

class Death extends Error {}
const DEATH = new Death("dead");

/** One start of the program: it pays what it can, and may die at any moment. */
export class Process {
  isAlive = true;
  isOver = false;
  readonly name: string;
  readonly #around: Surroundings;
  #pointsLeft: number;
  readonly #stop = new AbortController();
  readonly #signal = new AbortController();
  /** Requests whose end is not on the disk yet. */
  #open: Exchange[] = [];
  #sleepers: { readonly signal: AbortSignal; readonly wake: (error: unknown) => void }[] = [];
  readonly #onEnd: () => void;

  constructor(name: string, around: Surroundings, onEnd: () => void) {
    this.name = name;
    this.#around = around;
    this.#onEnd = onEnd;
    const { random, temper, isCalm } = around;
    const dies = !isCalm && random.chance(temper.deadly);
    this.#pointsLeft = dies ? random.between(1, POINTS_MAX) : Infinity;
    if (!isCalm) this.#schedule();
  }

  /** Everything that one start does, the store's lock held. */
  async run(): Promise<void> {
    try {
      await this.#work();
      this.#log("ends");
    } catch (error) {
      if (!this.isAlive) return;
      if (!(error instanceof InterruptedError)) throw error;
      this.#log("was interrupted");
    } finally {
      if (this.isAlive) {
        this.isOver = true;
        this.#onEnd();
      }
    }
  }

  async #work(): Promise<void> {
    const around = this.#around;
    const parts = this.#parts();
    if (!around.isCalm && around.random.chance(around.temper.retrying)) this.#retry(parts.payouts);
    const stopped = await runBatch(parts);
    if (stopped !== undefined) this.#log(`stops: ${stopped.kind}`);
    const states = ["accepted"] as const;
    for (const payout of parts.rows({ states, afterId: 0, limit: 100 })) {
      await refresh(payout, parts).catch((error: unknown) => {
        if (!replies.UNREADABLE.some((known) => known === error)) throw error;
      });
    }
  }

  /** Asks again for what was refused, or has failed. */
  #retry(payouts: Payouts): void {
    const states = ["refused", "failed"] as const;
    for (const payout of this.#around.store.rows({ states, afterId: 0, limit: 100 })) {
      if (payout.generation >= GENERATIONS_MAX) continue;
      this.#log(`retries ${payout.rowId}`);
      this.#around.count("retried");
      payouts.renew(payout, keyOf(payout, payout.generation + 1));
    }
  }

  #parts(): RunParts {
    const { time, store, temper, removed } = this.#around;
    const clock: Clock = {
      now: () => new Date(time.nowMs + time.skewMs),
      elapsed: () => time.nowMs,
      sleep: async (milliseconds, signal) => this.#sleep(milliseconds, signal),
    };
    const flush = {
      now: (change: Change) => this.#sync(change),
      turn: async () => {
        this.#point();
        if (temper.slowDisk) await this.#sleep(this.#around.random.between(0, 900), NEVER);
      },
    };
    const payouts = payoutsOf(store, clock, flush);
    const withdrawals = this.#withdrawals();
    const rows: RunParts["rows"] = (query) => {
      this.#point();
      return store.rows(query);
    };
    return {
      client: { withdrawals: removed.withdrawals?.(withdrawals) ?? withdrawals },
      payouts: removed.payouts?.(payouts) ?? payouts,
      rows: removed.rows?.(rows) ?? rows,
      clock,
      signal: this.#signal.signal,
      stop: this.#stop.signal,
      waits: removed.waits ?? WAITS,
      concurrency: temper.concurrency,
      lookOnly: undefined,
      stepOf: removed.stepOf,
      onDoubt: () => undefined,
      onPaid: ({ kind, payout }) => this.#log(`${payout.rowId} is ${payout.state} (${kind})`),
      onRest: () => undefined,
    };
  }

  #withdrawals(): Withdrawals {
    return {
      create: async ({ body, idempotencyKey }) => this.#send(idempotencyKey, body),
      list: async (query) => {
        await this.#read();
        const { external_id: reference, cursor = "0" }: { external_id?: string; cursor?: string } =
          query ?? {};
        const { items, next } = this.#around.service.page(reference, Number(cursor));
        this.#log(`sees ${items.map(({ id }) => id).join(" ")} for ${reference}`);
        const page = {
          items: items.map((value) => ({ value, document: { raw: undefined, text: "" } })),
          nextCursor: next === undefined ? undefined : String(next),
          hasMore: next !== undefined,
        };
        return { ...EMPTY, value: page };
      },
      get: async (id) => {
        await this.#read();
        const { service } = this.#around;
        const made = service.made.find((one) => one.id === id);
        if (made === undefined) throw replies.NOT_FOUND;
        return { ...EMPTY, value: service.view(made) };
      },
    };
  }

  /** The way to a list or a withdrawal, which may fail. */
  async #read(): Promise<void> {
    const { random, temper, isCalm } = this.#around;
    this.#point();
    await this.#sleep(random.pick(50, random.between(50, 2_000)), this.#signal.signal);
    const [first, ...others] = replies.UNREADABLE;
    if (!isCalm && random.chance(temper.unreadable)) throw random.pick<Error>(first, ...others);
  }

  async #send(key: string, body: string): Promise<RunAnswer> {
    const { isCalm, temper, random } = this.#around;
    this.#point();
    const fate = isCalm ? WELL : fateOf(temper, random);
    this.#log(`sends ${key.slice(0, 9)} (${fate.name})`);
    this.#around.count(fate.name);
    const reply = await new Promise<Reply>((resolve) => {
      const isAlive = (): boolean => this.isAlive;
      this.#open.push(exchange({ key, body, fate, isAlive, resolve }, this.#around));
    });
    this.#log(`hears of ${key.slice(0, 9)}: ${reply.ok ? reply.answer.value.id : reply.name}`);
    this.#point();
    if (reply.ok) return reply.answer;
    throw reply.error;
  }

  async #sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.#point();
    await new Promise<void>((resolve, reject) => {
      const sleeper = { signal, wake: reject };
      this.#sleepers.push(sleeper);
      this.#around.time.after(milliseconds, () => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        if (!this.isAlive) return;
        this.#around.time.stir();
        resolve();
      });
    });
    this.#point();
  }

  /** A moment at which it may die; the dead do nothing more. */
  #point(): void {
    if (!this.isAlive) throw DEATH;
    this.#pointsLeft -= 1;
    if (this.#pointsLeft > 0) return;
    this.#die();
    throw DEATH;
  }

  #sync(change: Change): void {
    const { store, removed } = this.#around;
    this.#point();
    if (removed.unsynced === change) return;
    store.sync();
    if (change === "end") {
      const isSending = (key: string): boolean =>
        store.state.rows.some((row) => row.key === key && row.state === "sending");
      this.#open = this.#open.filter(({ request }) => isSending(request.key));
    }
    this.#point();
  }

  #die(): void {
    const { random, store, service, spares, temper, time } = this.#around;
    this.isAlive = false;
    time.stir();
    this.#around.count("died");
    const isPowerless = random.chance(temper.powerless);
    this.#log(isPowerless ? "dies, and the power is lost" : "dies");
    if (isPowerless) this.#around.count("power lost");
    if (isPowerless) store.losePower((count) => random.between(0, count - 1));
    if (spares) for (const { request } of this.#open) service.spare(request);
    this.#onEnd();
  }

  /** What will happen to it from outside. */
  #schedule(): void {
    const { time, random, temper } = this.#around;
    const someTime = (): number =>
      random.pick(random.between(0, 5_000), random.between(0, 200_000));
    if (random.chance(temper.deadly / 2)) {
      time.after(someTime(), () => {
        if (this.isAlive && !this.isOver) this.#die();
      });
    }
    if (random.chance(temper.stopped)) {
      time.after(someTime(), () => this.#interrupt(this.#stop));
      if (random.chance(0.5)) time.after(200_000, () => this.#interrupt(this.#signal));
    }
    if (random.chance(temper.unsteady)) {
      time.after(someTime(), () => {
        time.skewMs = random.between(-25, 25) * 60_000;
        this.#log(`finds its clock set to ${time.skewMs / 60_000} minutes ahead`);
        this.#around.count("clock set");
      });
    }
  }

  #interrupt(controller: AbortController): void {
    if (!this.isAlive || this.isOver) return;
    this.#log(controller === this.#stop ? "is asked to stop" : "is told to stop at once");
    this.#around.count("interrupted");
    this.#around.time.stir();
    controller.abort(new InterruptedError());
    for (const { signal, wake } of this.#sleepers) if (signal.aborted) wake(signal.reason);
    if (controller === this.#signal) for (const { abort } of this.#open) abort();
  }

  #log(line: string): void {
    this.#around.log?.(`${this.name} ${line}`);
  }
}

type RunAnswer = Awaited<ReturnType<Withdrawals["create"]>>;

const EMPTY = {
  ...{ raw: undefined, text: "", status: 200, headers: {} },
  ...{ requestId: undefined, replayed: false },
};
const NEVER = new AbortController().signal;
