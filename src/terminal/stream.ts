import type { Readable, Writable } from "node:stream";
import { LocalError } from "../errors.ts";
import type { Text } from "../text/text.ts";

/** A terminal, a file or a pipe that can be read. */
export type Source = Readable & { readonly isTTY?: boolean; setRawMode?(mode: boolean): unknown };

/** A terminal, a file or a pipe that can be written. */
export type Target = Writable & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** How a stream tells that its reader has gone; Windows says EOF. */
const READER_GONE = new Set(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** A stream that remembers what went wrong in place of crashing the process. */
export interface Sink {
  /** The reader has gone, or the stream failed: what is written from now on is dropped. */
  readonly closed: boolean;
  write(text: string): void;
  /** Resolves when all that was written has left this process, or never will. */
  taken(): Promise<void>;
  /**
   * The same, and rejects when the stream failed for another reason than that its reader has gone:
   * a full disk.
   */
  flush(): Promise<void>;
}

export function createSink(stream: Target): Sink {
  let closed = false;
  let failure: Error | undefined;
  const remember = (error: Error | null | undefined): void => {
    if (error === null || error === undefined) return;
    closed = true;
    if (!isReaderGone(error)) failure ??= error;
  };
  stream.on("error", remember);
  return {
    get closed() {
      return closed;
    },
    write(text) {
      if (!closed) stream.write(text);
    },
    async taken() {
      if (!closed) await emptied(stream, remember);
    },
    async flush() {
      if (!closed) await emptied(stream, remember);
      if (failure !== undefined) throw failure;
    },
  };
}

/** What the output's failure is to its user: a full disk, say. What was asked for was done all the same. */
export function unwritten(error: unknown, text: Text): LocalError {
  const reason = error instanceof Error ? error.message : String(error);
  const { message, hint } = text.terminal.outputFailed(reason);
  return new LocalError(message, { hint, cause: error });
}

/** `| head`: no failure, but no use in writing on. */
export function isReaderGone(error: Error): boolean {
  return "code" in error && READER_GONE.has(String(error.code));
}

/** A stream calls back in the order of its writes, so an empty one marks the end of all before it. */
function emptied(
  stream: Target,
  remember: (error: Error | null | undefined) => void,
): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", (error) => {
      remember(error);
      resolve();
    });
  });
}
