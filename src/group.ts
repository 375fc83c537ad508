/** One work of a group. */
interface Member {
  /** Does the work, and gives what tells its result once that is on the disk. */
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Works that wait for the disk together. To wait for it takes much longer than to write, so what comes up
 * within one turn of the event loop goes into one transaction.
 */
export class Group {
  readonly #transaction: <T>(work: () => T) => T;
  #members: readonly Member[] = [];

  /** `transaction` keeps all of a work or nothing of it, and returns when that is on the disk. */
  constructor(transaction: <T>(work: () => T) => T) {
    this.#transaction = transaction;
  }

  /**
   * Resolves with what the work gave, when and only when that is on the disk. A work that throws takes back
   * only itself: the others are done once more without it.
   */
  async join<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      // Whatever has arrived at the same time is heard before that.
      if (this.#members.length === 0) setImmediate(() => this.commit());
      const member = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.#members = [...this.#members, { work: member, fail: reject }];
    });
  }

  /** Does now what waits. */
  commit(): void {
    let members = this.#members;
    this.#members = [];
    while (members.length > 0) {
      let failed: Member | undefined;
      try {
        const told = this.#transaction(() =>
          members.map((member) => {
            failed = member;
            const tell = member.work();
            failed = undefined;
            return tell;
          }),
        );
        for (const tell of told) tell();
        return;
      } catch (error) {
        // Nothing was kept. Where it was no work that failed but the disk, it failed for all.
        for (const { fail } of failed === undefined ? members : [failed]) fail(error);
        members = failed === undefined ? [] : members.filter((member) => member !== failed);
      }
    }
  }
}
