interface Event {
  readonly atMs: number;
  readonly act: () => void;
}

/** The time of a world: it stands still until the next thing happens. Milliseconds since 1970. */
export class Time {
  /** The service's clock, which is right. */
  nowMs: number;
  /** How far the payer's clock is ahead of it. */
  skewMs = 0;
  /** The last comes first. */
  readonly #events: Event[] = [];
  #stirs = 0;

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** Of two things at one moment the one that was asked for first comes first. */
  after(milliseconds: number, act: () => void): void {
    const atMs = this.nowMs + Math.max(0, milliseconds);
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1]?.atMs ?? 0) <= atMs) index -= 1;
    this.#events.splice(index, 0, { atMs, act });
  }

  /** Tells that somebody has something to do now. */
  stir(): void {
    this.#stirs += 1;
  }

  /** Lets things happen until somebody has something to do; false where nothing is left to happen. */
  stepToStir(): boolean {
    const before = this.#stirs;
    while (this.step()) if (this.#stirs > before) return true;
    return false;
  }

  /** Lets the next thing happen; false where nothing is left to happen. */
  step(): boolean {
    const event = this.#events.pop();
    if (event === undefined) return false;
    this.nowMs = event.atMs;
    event.act();
    return true;
  }
}
