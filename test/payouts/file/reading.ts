import type { FileItem, FileProblem, PayoutFileFormat } from "../../../src/payouts/file/rows.ts";
import { readPayoutRows } from "../../../src/payouts/file/rows.ts";

/** A stream of these chunks, which tells whether its end was reached or it was given up before. */
export class Chunks implements AsyncIterable<Uint8Array> {
  closed = false;
  taken = 0;
  readonly #chunks: Iterable<Uint8Array>;

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    try {
      for (const chunk of this.#chunks) {
        this.taken += 1;
        yield chunk;
      }
    } finally {
      this.closed = true;
    }
  }
}

/** All items of a file, which comes in one chunk unless it is given as several. */
export async function read(
  file: string | Uint8Array | Iterable<Uint8Array>,
  format: PayoutFileFormat = "csv",
): Promise<readonly FileItem[]> {
  const items: FileItem[] = [];
  for await (const group of readPayoutRows(new Chunks(chunksOf(file)), format)) {
    items.push(...group);
  }
  return items;
}

function chunksOf(file: string | Uint8Array | Iterable<Uint8Array>): Iterable<Uint8Array> {
  if (typeof file === "string") return [Buffer.from(file)];
  return file instanceof Uint8Array ? [file] : file;
}

/** The faults as `line:column` and the rest; a row that was read as its id. */
export function told(items: readonly FileItem[]): readonly unknown[] {
  return items.flatMap<unknown>((item) => (item.ok ? [item.row.id] : item.problems.map(place)));
}

function place({ line, column, problem }: FileProblem): readonly [string, object] {
  return [`${line}:${column}`, problem];
}

/** The bytes cut at these places. */
export function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length];
  ends.sort((one, other) => one - other);
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
