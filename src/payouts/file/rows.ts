import { CsvReader } from "./csv.ts";
import type { FileItem } from "./item.ts";
import { JsonlReader } from "./jsonl.ts";
import { readLines } from "./lines.ts";

export type { FileItem, FileProblem, FileRow } from "./item.ts";

export type PayoutFileFormat = "csv" | "jsonl";

/**
 * Reads the rows of a payout file, in its order and in constant memory. The items come in groups, one for
 * each chunk that ends a line, so that a million rows are not a million awaits. After a faulty row the
 * reading goes on; a fault of the header, of the encoding or of a limit is told once, in the last item.
 * Texts may share the memory of their chunk: who keeps many of them copies them.
 */
export async function* readPayoutRows(
  chunks: AsyncIterable<Uint8Array>,
  format: PayoutFileFormat,
): AsyncGenerator<readonly FileItem[], void, undefined> {
  const reader = format === "csv" ? new CsvReader() : new JsonlReader();
  for await (const { first, texts, ended, problem } of readLines(chunks)) {
    const items: FileItem[] = [];
    for (const [index, text] of texts.entries()) {
      const item = reader.read({ number: first + index, text, ended });
      if (item !== undefined) items.push(item);
      if (reader.stopped) break;
    }
    const broken = problem !== undefined && !reader.stopped;
    if (broken) items.push({ ok: false, problems: [problem] });
    if (items.length > 0) yield items;
    if (broken || reader.stopped) return;
  }
  const last = reader.end();
  if (last !== undefined) yield [last];
}

/** By the ending of the file's name, in any case; undefined when it says nothing. */
export function formatOf(fileName: string): PayoutFileFormat | undefined {
  const ending = /\.(csv|jsonl|ndjson)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (ending === undefined) return undefined;
  return ending === "csv" ? "csv" : "jsonl";
}
