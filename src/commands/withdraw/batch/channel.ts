/** Values that come when they come, for a reader that takes them one after the other. */
export class Channel<T> implements AsyncIterable<T> {
  #values: T[] = [];
  #wake: (() => void) | undefined;
  #closed = false;
  #readerGone = false;

  /** What nobody will read any more is dropped. */
  push(value: T): void {
    if (this.#closed || this.#readerGone) return;
    this.#values.push(value);
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    try {
      for (;;) {
        const values = this.#values;
        this.#values = [];
        yield* values;
        if (this.#values.length > 0) continue;
        if (this.#closed) return;
        await new Promise<void>((wake) => {
          this.#wake = wake;
        });
      }
    } finally {
      this.#readerGone = true;
    }
  }
}
