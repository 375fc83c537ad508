import type { Text } from "../text/text.ts";
import { delimitedCells, delimitedHeader } from "./delimited.ts";
import { compactJson, prettyJson } from "./json.ts";
import type { Column, Layout } from "./table.ts";

/** What the service said: parsed, and as the JSON text it sent. */
export interface Document {
  readonly raw: unknown;
  readonly text: string;
}

/** One answer of a list endpoint: the answer itself, and each of its items with the part that holds it. */
export interface ListPage<T> {
  readonly document: Document;
  readonly items: readonly { readonly value: T; readonly document: Document }[];
}

type Pages<T> = AsyncIterable<ListPage<T>>;
type Chunks = AsyncGenerator<string, void, undefined>;

/** A table that goes on from page to page; nothing at all for no items. */
export async function* humanList<T>(
  pages: Pages<T>,
  columns: readonly Column<T>[],
  layout: Layout,
): Chunks {
  const { createTable } = await import("./table.ts");
  const table = createTable(columns, layout);
  for await (const { items } of pages) {
    if (items.length > 0) yield `${await table.page(items.map(({ value }) => value))}\n`;
  }
}

export async function* delimitedList<T>(
  pages: Pages<T>,
  columns: readonly Column<T>[],
  { form, header }: { readonly form: "csv" | "tsv"; readonly header: boolean },
): Chunks {
  if (header)
    yield delimitedHeader(
      form,
      columns.map(({ key }) => key),
    );
  for await (const { items } of pages) {
    const lines = items.map(({ value }) =>
      delimitedCells(
        form,
        columns.map(({ cell }) => cell(value)),
      ),
    );
    if (lines.length > 0) yield lines.join("");
  }
}

export async function* jsonLinesList<T>(pages: Pages<T>): Chunks {
  for await (const { items } of pages) {
    for (const { document } of items) yield `${compactJson(document.text)}\n`;
  }
}

/**
 * One document always: the service's own when it needed one page, else `{"data":[…]}` with the items
 * of all, of which only one page is held at a time. Where a later page fails the document stays open,
 * so that what is incomplete does not parse.
 */
export async function* jsonList<T>(pages: Pages<T>): Chunks {
  let first: ListPage<T> | undefined;
  let several = false;
  let separator = "";
  for await (const page of pages) {
    if (first === undefined) {
      first = page;
      continue;
    }
    if (!several) yield '{\n  "data": [';
    const held = several ? [page] : [first, page];
    several = true;
    for (const { document } of held.flatMap(({ items }) => items)) {
      yield `${separator}\n    ${prettyJson(document.text).replaceAll("\n", "\n    ")}`;
      separator = ",";
    }
  }
  if (several) yield "\n  ]\n}\n";
  else yield `${prettyJson(first?.document.text ?? '{"data":[]}')}\n`;
}

/** The query on each page's document, as that page comes; in `jsonl` on each item. */
export async function* queriedList<T>(
  pages: Pages<T>,
  query: { readonly expression: string; readonly form: "json" | "jsonl"; readonly text: Text },
): Chunks {
  const { runQuery } = await import("./query.ts");
  for await (const { document, items } of pages) {
    const documents = query.form === "json" ? [document] : items.map((item) => item.document);
    for (const { raw } of documents) yield await runQuery({ ...query, raw });
  }
}
