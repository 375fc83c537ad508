/** One work of a group. */
interface Member {
  /** Does the work, and gives what tells its result once that is on the disk. */
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
  readonly isToldLast: boolean;
}

interface Kept {
  readonly member: Member;
  readonly tell: () => void;
}

/**
 * Works that wait for the disk together. To wait for it takes much longer than to write, so what comes up
 * within one turn of the event loop goes into one transaction.
 */
export class Group {
  readonly #transaction: <T>(work: () => T) => T;
  #members: readonly Member[] = [];
  /** On the disk, and to be told when the others of their transaction have been heard. */
  #untold: readonly Kept[] = [];
  #isClosed = false;

  /** `transaction` keeps all of a work or nothing of it, and returns when that is on the disk. */
  constructor(transaction: <T>(work: () => T) => T) {
    this.#transaction = transaction;
  }

  /**
   * Resolves with what the work gave, when and only when that is on the disk. A work that throws takes back
   * only itself: the others are done once more without it. One that is told last is told in the next turn of
   * the event loop, when whatever the others lead to has happened.
   */
  async join<T>(work: () => T, { toldLast = false } = {}): Promise<T> {
    if (this.#isClosed) throw closedError();
    return new Promise((resolve, reject) => {
      // Whatever has arrived at the same time is heard before that.
      if (this.#members.length === 0) setImmediate(() => this.#commit());
      const member = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      const joined = { work: member, fail: reject, isToldLast: toldLast };
      this.#members = [...this.#members, joined];
    });
  }

  /** From now on nothing is done or told: what waits fails, and so does what comes. */
  close(): void {
    const waiting = [...this.#members, ...this.#untold.map(({ member }) => member)];
    this.#isClosed = true;
    this.#members = [];
    this.#untold = [];
    for (const { fail } of waiting) fail(closedError());
  }

  #commit(): void {
    let members = this.#members;
    this.#members = [];
    while (members.length > 0) {
      let failed: Member | undefined;
      try {
        const kept = this.#transaction(() =>
          members.map((member): Kept => {
            failed = member;
            const tell = member.work();
            failed = undefined;
            return { member, tell };
          }),
        );
        return this.#tell(kept);
      } catch (error) {
        // Nothing was kept. Where it was no work that failed but the disk, it failed for all.
        for (const { fail } of failed === undefined ? members : [failed]) fail(error);
        members = failed === undefined ? [] : members.filter((member) => member !== failed);
      }
    }
  }

  #tell(kept: readonly Kept[]): void {
    for (const { member, tell } of kept) if (!member.isToldLast) tell();
    this.#untold = [...this.#untold, ...kept.filter(({ member }) => member.isToldLast)];
    if (this.#untold.length === 0) return;
    setImmediate(() => {
      const last = this.#untold;
      this.#untold = [];
      for (const { tell } of last) tell();
    });
  }
}

function closedError(): Error {
  return new Error("the file was closed before this was written");
}
