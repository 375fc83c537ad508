import { ServiceError, UnavailableError } from "../errors.ts";
import { isInDoubt } from "../ledger/payout.ts";
import type { Payout } from "../ledger/payout.ts";
import { advance } from "./pay.ts";
import type { PayParts } from "./pay.ts";
import { contradictionsOf } from "./contradiction.ts";
import type { Contradiction } from "./contradiction.ts";
import { Queue } from "./queue.ts";
import type { Rows } from "./queue.ts";
import { CONFLICT, presentOf, stepOf, taskOf } from "./step.ts";
import type { Now, Paid, Step, Task } from "./step.ts";

/** How many in a row end a run: then it is the service, or the file, and not one payment. */
const UNKNOWN_IN_A_ROW_MAX = 3;
const REFUSED_IN_A_ROW_MAX = 5;
/** How many payments in doubt may rest at once before no new one is sent. */
const RESTING_MAX = 200;

/** Why a run has ended before everything was settled. */
export type Stop =
  | { readonly kind: "interrupted"; readonly error: unknown }
  /** Nothing will be accepted until somebody acts: a key, a permission, the balance. */
  | { readonly kind: "blocked"; readonly payout: Payout; readonly error: ServiceError }
  | { readonly kind: "conflict"; readonly payout: Payout; readonly error: unknown }
  /** Accepted, and the answer shows another payment than was asked for. */
  | {
      readonly kind: "contradiction";
      readonly payout: Payout;
      readonly contradictions: readonly Contradiction[];
    }
  /** Not reached, or asked to wait to the end of the tries. */
  | { readonly kind: "unavailable"; readonly payout: Payout; readonly error: unknown }
  | { readonly kind: "refused"; readonly count: number }
  | { readonly kind: "unknown"; readonly count: number };

export interface RunParts extends PayParts {
  readonly rows: Rows;
  /** Payments under way at once. */
  readonly concurrency: number;
  /** Aborted by the wish to stop: what is under way is finished, and nothing new begun. */
  readonly stop: AbortSignal;
  /** Told of each payment as it comes to its end in this run. */
  readonly onPaid: (paid: Paid) => void;
  /** Told when nothing can be done but wait for payments in doubt, until about that time (since 1970). */
  readonly onRest: (count: number, untilMs: number) => void;
}

/**
 * Pays what a batch still has to pay: first what is in doubt from runs before, then what is planned. A
 * payment in doubt rests while others are sent. Gives why it ended early, undefined where it did not. The
 * caller holds the lock of the store. Fails where the ledger does, and then nothing more was sent.
 */
export async function runBatch(parts: RunParts): Promise<Stop | undefined> {
  const run = new Run(parts);
  await run.toItsEnd();
  return run.stopped;
}

class Run {
  stopped: Stop | undefined;
  readonly #parts: RunParts;
  /** Requests under way, and payments of which the end is not on the disk. */
  #underWay = 0;
  #unfinished = 0;
  #wake: () => void = () => undefined;
  #resting: { readonly task: Task; readonly untilMs: number }[] = [];
  readonly #queue: Queue;
  #failure: { readonly error: unknown } | undefined;
  #pausedUntilMs = 0;
  #unknownInARow = 0;
  #refusedInARow = 0;

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#queue = new Queue(parts.rows);
  }

  async toItsEnd(): Promise<void> {
    for (;;) {
      this.#beginMore();
      if (this.#unfinished > 0) await this.#stirred();
      else if (!(await this.#rested())) break;
    }
    if (this.#failure !== undefined) throw this.#failure.error;
    for (const { task } of this.#resting) this.#leave(task);
  }

  /** What is under way is finished whatever fails here: the caller lets the lock go afterwards. */
  #beginMore(): void {
    try {
      while (this.#underWay < this.#parts.concurrency) {
        const task = this.#next();
        if (task === undefined) return;
        this.#begin(task);
      }
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #begin(task: Task): void {
    this.#underWay += 1;
    this.#unfinished += 1;
    let holdsPlace = true;
    const leavePlace = (): void => {
      if (!holdsPlace) return;
      holdsPlace = false;
      this.#underWay -= 1;
      this.#wake();
    };
    void this.#work(task, leavePlace).finally(() => {
      this.#unfinished -= 1;
      leavePlace();
      this.#wake();
    });
  }

  /** Resolves as soon as something else may be begun, or has ended. */
  async #stirred(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  /** The payment to go on with: one that has rested, else the next one of the plan. */
  #next(): Task | undefined {
    this.#heedStop();
    if (this.#isOver()) return undefined;
    const { elapsedMs: now } = this.#now();
    const index = this.#resting.findIndex(({ untilMs }) => untilMs <= now);
    if (index !== -1) return this.#resting.splice(index, 1)[0]?.task;
    if (now < this.#pausedUntilMs || this.#resting.length >= RESTING_MAX) return undefined;
    const payout = this.#queue.take();
    return payout === undefined ? undefined : taskOf(payout, this.#now());
  }

  /** Waits until something has rested; false where nothing is left to wait for. */
  async #rested(): Promise<boolean> {
    if (this.#isOver()) return false;
    const times = this.#resting.map(({ untilMs }) => untilMs);
    const held = this.#resting.length >= RESTING_MAX;
    if (!held && this.#queue.hasMore) times.push(this.#pausedUntilMs);
    if (times.length === 0) return false;
    const untilMs = Math.min(...times);
    const { clock, stop, signal, onRest } = this.#parts;
    const { timeMs, elapsedMs } = this.#now();
    const restMs = Math.max(0, untilMs - elapsedMs);
    onRest(this.#resting.length, timeMs + restMs);
    try {
      await clock.sleep(restMs, AbortSignal.any([stop, signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!stop.aborted) throw error;
    }
    return true;
  }

  /**
   * Goes on with one payment until it has come to its end or has to rest; never fails. Its place is left when
   * it is accepted: the record of the next one waits for the disk together with that.
   */
  async #work(begun: Task, leavePlace: () => void): Promise<void> {
    const onAnswered: PayParts["onAnswered"] = (payout, { value }) => {
      if (contradictionsOf(value, payout).length === 0) leavePlace();
    };
    const parts = { ...this.#parts, onAnswered, mayGo: () => this.#mayGo() };
    try {
      let task = begun;
      for (;;) {
        const step = this.#stepOf(task);
        if (step.kind === "end") return this.#end(step.paid);
        if (step.kind === "wait") return this.#rest(task, step.untilMs);
        if (this.#isOver() && step.kind === "send") return this.#leave(task);
        const before = task.emptyLooks;
        task = await advance(task, step, parts);
        if (step.kind === "look" && before === 0) this.#judgeDoubt(task);
      }
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  /**
   * Whether a payment that has just been recorded may be sent. Its record came to the disk together with what
   * others were answered, and that was heard first: it may have ended the run.
   */
  #mayGo(): boolean {
    this.#heedStop();
    return !this.#isOver();
  }

  /** What stays in doubt as the run ends is named. */
  #leave({ payout, error }: Task): void {
    if (isInDoubt(payout.state)) this.#parts.onPaid({ kind: "unknown", payout, error });
  }

  #stepOf(task: Task): Step {
    const { waits, lookOnly, stepOf: rules = stepOf } = this.#parts;
    return rules(task, this.#now(), { waits, lookOnly });
  }

  #rest(task: Task, untilMs: number): void {
    // What the service asks of one payment it means for all.
    if (task.payout.state === "planned")
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
    this.#resting.push({ task, untilMs });
  }

  #end(paid: Paid): void {
    this.#parts.onPaid(paid);
    switch (paid.kind) {
      case "accepted":
        this.#unknownInARow = 0;
        this.#refusedInARow = 0;
        return this.#check(paid);
      case "known":
      case "found":
        return;
      case "unknown":
        return this.#endUnknown(paid.payout, paid.error);
      case "stopped":
        return this.#endUnpaid(paid.payout, paid.error);
    }
  }

  #check({ payout, answered }: Extract<Paid, { kind: "accepted" }>): void {
    const contradictions = answered === undefined ? [] : contradictionsOf(answered.value, payout);
    if (contradictions.length > 0) this.#stop({ kind: "contradiction", payout, contradictions });
  }

  #endUnknown(payout: Payout, error: unknown): void {
    // One of a run before is left alone; the others can be paid all the same.
    const isNew = error !== undefined;
    if (payout.failureCode === CONFLICT && isNew) this.#stop({ kind: "conflict", payout, error });
    else if (error instanceof UnavailableError) this.#stop({ kind: "unavailable", payout, error });
    else if (error instanceof ServiceError && isForAll(error)) {
      this.#stop({ kind: "blocked", payout, error });
    }
  }

  #endUnpaid(payout: Payout, error: unknown): void {
    if (payout.state !== "planned") {
      this.#unknownInARow = 0;
      this.#refusedInARow += 1;
      const count = this.#refusedInARow;
      if (count >= REFUSED_IN_A_ROW_MAX) this.#stop({ kind: "refused", count });
    } else if (error instanceof ServiceError && error.status !== 429) {
      this.#stop({ kind: "blocked", payout, error });
    } else {
      this.#stop({ kind: "unavailable", payout, error });
    }
  }

  /** After the first look for a payment of this run: is it the service that loses them? */
  #judgeDoubt({ payout, end, sends }: Task): void {
    if (sends === 0) return;
    if (end === "found") {
      this.#unknownInARow = 0;
      return;
    }
    if (!isInDoubt(payout.state)) return;
    this.#unknownInARow += 1;
    const count = this.#unknownInARow;
    if (count >= UNKNOWN_IN_A_ROW_MAX) this.#stop({ kind: "unknown", count });
  }

  #heedStop(): void {
    const { stop } = this.#parts;
    if (stop.aborted) this.#stop({ kind: "interrupted", error: stop.reason });
  }

  #stop(stop: Stop): void {
    this.stopped ??= stop;
  }

  #isOver(): boolean {
    return this.stopped !== undefined || this.#failure !== undefined;
  }

  #now(): Now {
    return presentOf(this.#parts.clock);
  }
}

/** Whether what the service says of one payment it would say of every other. */
function isForAll({ status, code }: ServiceError): boolean {
  return status === 401 || status === 403 || code === "insufficient_balance";
}
