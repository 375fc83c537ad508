import type { Payout, PayoutState } from "../ledger/payout.ts";

/** The payments of the batch in one of the states, after one of them, in the plan's order. */
export type Rows = (query: {
  readonly states: readonly PayoutState[];
  readonly afterId: number;
  readonly limit: number;
}) => readonly Payout[];

const PAGE_ROWS = 200;

/** The payments of a batch that are still to be made, those in doubt first, a page in memory at a time. */
export class Queue {
  readonly #rows: Rows;
  #page: readonly Payout[] = [];
  #index = 0;
  #afterId = 0;
  #states: readonly PayoutState[] | undefined = ["sending", "unknown"];

  constructor(rows: Rows) {
    this.#rows = rows;
  }

  get hasMore(): boolean {
    this.#fill();
    return this.#index < this.#page.length;
  }

  take(): Payout | undefined {
    this.#fill();
    const payout = this.#page[this.#index];
    this.#index += 1;
    return payout;
  }

  #fill(): void {
    while (this.#index >= this.#page.length && this.#states !== undefined) {
      this.#page = this.#rows({ states: this.#states, afterId: this.#afterId, limit: PAGE_ROWS });
      this.#index = 0;
      this.#afterId = this.#page.at(-1)?.id ?? 0;
      if (this.#page.length > 0) return;
      this.#states = this.#states[0] === "sending" ? ["planned"] : undefined;
    }
  }
}
