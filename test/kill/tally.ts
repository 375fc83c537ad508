import type { Verdict } from "./audit.ts";
import type { Ended } from "./program.ts";

const START_MS_FIRST = 300;

/** What many runs came to. */
export class Tally {
  payouts = 0;
  kills = 0;
  runs = 0;
  /** How often each exit code was seen, and each point of death. */
  readonly exits = new Map<string, number>();
  readonly double: string[] = [];
  readonly lost: string[] = [];
  readonly wrong: string[] = [];
  /** How long the program takes to its first payment, on this machine, now. */
  startMs = START_MS_FIRST;

  /** A run has ended; an exit code that is none of `expected` is a violation. */
  ran({ code, signal, stderr }: Ended, expected: readonly number[]): void {
    this.runs += 1;
    if (signal === "SIGKILL") this.kills += 1;
    else if (code === null || !expected.includes(code)) {
      this.never(`ended with ${signal ?? code}: ${stderr}`);
    }
    const where = /killed at \d+: (.*)/.exec(stderr)?.[1];
    this.#count(signal === null ? `exit ${code}` : (where ?? "killed"));
  }

  started(milliseconds: number): void {
    this.startMs = milliseconds;
  }

  /** Something happened that never may. */
  never(sentence: string): void {
    this.wrong.push(sentence);
  }

  judge({ double, lost, wrong }: Verdict): void {
    this.double.push(...double);
    this.lost.push(...lost);
    this.wrong.push(...wrong);
  }

  add(other: Tally): void {
    this.payouts += other.payouts;
    this.kills += other.kills;
    this.runs += other.runs;
    for (const [name, count] of other.exits) this.#count(name, count);
    this.judge(other);
  }

  get faults(): readonly string[] {
    return [...this.double, ...this.lost, ...this.wrong];
  }

  #count(name: string, count = 1): void {
    this.exits.set(name, (this.exits.get(name) ?? 0) + count);
  }
}
