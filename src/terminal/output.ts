import { en } from "../text/en.ts";
import type { Text } from "../text/text.ts";
import { delimitedCells, delimitedHeader, delimitedLine } from "./delimited.ts";
import { machine } from "./cell.ts";
import { compactJson, prettyJson } from "./json.ts";
import {
  delimitedList,
  type Document,
  humanList,
  jsonLinesList,
  jsonList,
  type ListPage,
  queriedList,
} from "./list.ts";
import { safe, safeLines } from "./safe.ts";
import { createSink, type Environment, type Target, unwritten } from "./stream.ts";
import { createStyle, type Style, wantsColor } from "./style.ts";
import type { Column, Field } from "./table.ts";

export type { Document, ListPage } from "./list.ts";

/** What a window is taken for that does not tell its size, and what stands in for it where there is none. */
const COLUMNS_DEFAULT = 80;
const ROWS_DEFAULT = 24;

export type Form = "human" | "json" | "jsonl" | "csv" | "tsv";

/** Where a command puts its result (stdout) and all else it says (stderr), whoever reads it. */
export interface Output {
  readonly form: Form;
  readonly style: Style;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  readonly columns: number;
  readonly rows: number;
  /**
   * One thing. `after` follows on the next line, for a person only, and must be safe already; `form` stands
   * in for this run's own.
   */
  record(
    document: Document,
    fields: readonly Field[],
    extra?: { readonly after?: string | undefined; readonly form?: Form },
  ): Promise<void>;
  /** Many things, written page by page; `empty` is said on stderr, to a person, when there is none. */
  list<T>(
    pages: AsyncIterable<ListPage<T>>,
    columns: readonly Column<T>[],
    options: { readonly empty: string; readonly form?: Form },
  ): Promise<void>;
  /** One line of data on stdout, made safe. */
  line(text: string): void;
  /** Data on stdout exactly as it is: it must be safe already, and end its last line itself. */
  raw(text: string): void;
  /** A sentence on stderr, made safe; not with `--quiet`. */
  note(text: string): void;
  /** A sentence on stderr that must be heard, made safe. */
  warn(text: string): void;
  /** Resolves when both streams have taken everything; a LocalError when stdout failed: a full disk. */
  flush(): Promise<void>;
  /** The reader of stdout has gone (`| head`): nothing more needs to be written. */
  readonly closed: boolean;
}

export interface OutputOptions {
  readonly stdout: Target;
  readonly stderr: Target;
  readonly env: Environment;
  readonly form: Form | undefined;
  /** A JMESPath expression that `checkQuery` has passed; it implies JSON. */
  readonly query: string | undefined;
  readonly color: boolean | undefined;
  readonly quiet: boolean;
  readonly header: boolean;
  readonly text?: Text;
}

export async function createOutput(options: OutputOptions): Promise<Output> {
  const { stdout, stderr, env, query, color: flag, quiet } = options;
  const out = createSink(stdout);
  const err = createSink(stderr);
  const isTerminal = stdout.isTTY === true;
  const style = await createStyle({ color: wantsColor({ stream: stdout, env, flag }) });
  const errStyle = await createStyle({ color: wantsColor({ stream: stderr, env, flag }) });
  const form = formOf({ form: options.form, query, isTerminal });
  const columns = (): number => positive(stdout.columns) ?? COLUMNS_DEFAULT;
  const note = (sentence: string): void => {
    if (!quiet) err.write(`${safeLines(sentence)}\n`);
  };
  const view: View = {
    form,
    query,
    header: options.header,
    text: options.text ?? en,
    layout: () => ({ style, columns: columns(), timeZone: timeZoneOf(env) }),
  };
  return {
    form,
    style,
    isTerminal,
    get columns() {
      return columns();
    },
    get rows() {
      return positive(stdout.rows) ?? ROWS_DEFAULT;
    },
    get closed() {
      return out.closed;
    },
    async record(document, fields, extra = {}) {
      const { after, form: shown = form } = extra;
      out.write(await recordText(document, fields, { ...view, after, form: shown }));
    },
    async list(pages, listColumns, { empty, form: shown = form }) {
      let nothing = true;
      for await (const chunk of listChunks(pages, listColumns, { ...view, form: shown })) {
        nothing = false;
        out.write(chunk);
        // Waiting here lets a slow reader slow the requests down, in place of filling the memory.
        await out.taken();
        if (out.closed) return;
      }
      if (nothing && form === "human") note(empty);
    },
    line: (text) => out.write(`${safe(text)}\n`),
    raw: (text) => out.write(text),
    note,
    warn: (sentence) => err.write(`${errStyle.paint("waiting", safeLines(sentence))}\n`),
    async flush() {
      await err.taken();
      await out.flush().catch((error: unknown) => {
        throw unwritten(error, view.text);
      });
    },
  };
}

/** How this run shows things. */
interface View {
  readonly form: Form;
  readonly query: string | undefined;
  readonly header: boolean;
  readonly text: Text;
  readonly layout: () => { style: Style; columns: number; timeZone: string | undefined };
}

async function recordText(
  document: Document,
  fields: readonly Field[],
  view: View & { readonly after: string | undefined },
): Promise<string> {
  const { form, query, text, after } = view;
  if (query !== undefined) {
    const { runQuery } = await import("./query.ts");
    return runQuery({ expression: query, raw: document.raw, form: jsonForm(form), text });
  }
  switch (form) {
    case "human": {
      const { renderRecord } = await import("./table.ts");
      return [renderRecord(fields, view.layout()), after].map(lineEnded).join("");
    }
    case "json":
      return `${prettyJson(document.text)}\n`;
    case "jsonl":
      return `${compactJson(document.text)}\n`;
    case "csv": {
      const header = delimitedHeader(
        form,
        fields.map(({ key }) => key),
      );
      return (
        header +
        delimitedCells(
          form,
          fields.map(({ cell }) => cell),
        )
      );
    }
    case "tsv":
      return fields
        .map(({ key, cell }) => delimitedLine(form, [safe(key), machine(cell)]))
        .join("");
  }
}

function lineEnded(text: string | undefined): string {
  return text === undefined || text === "" || text.endsWith("\n") ? (text ?? "") : `${text}\n`;
}

function listChunks<T>(
  pages: AsyncIterable<ListPage<T>>,
  columns: readonly Column<T>[],
  { form, query, header, text, layout }: View,
): AsyncGenerator<string, void, undefined> {
  if (query !== undefined) {
    return queriedList(pages, { expression: query, form: jsonForm(form), text });
  }
  switch (form) {
    case "human":
      return humanList(pages, columns, layout());
    case "json":
      return jsonList(pages);
    case "jsonl":
      return jsonLinesList(pages);
    case "csv":
      return delimitedList(pages, columns, { form, header: true });
    case "tsv":
      return delimitedList(pages, columns, { form, header });
  }
}

function formOf(options: {
  readonly form: Form | undefined;
  readonly query: string | undefined;
  readonly isTerminal: boolean;
}): Form {
  if (options.query !== undefined) return jsonForm(options.form);
  return options.form ?? (options.isTerminal ? "human" : "tsv");
}

function jsonForm(form: Form | undefined): "json" | "jsonl" {
  return form === "jsonl" ? "jsonl" : "json";
}

/** Some pseudo-terminals say 0. */
function positive(size: number | undefined): number | undefined {
  return size !== undefined && size > 0 ? size : undefined;
}

/** TZ where it is a zone's name; its POSIX forms (`BRT3`, `:/etc/localtime`) are left to the system. */
function timeZoneOf(env: Environment): string | undefined {
  const name = env["TZ"];
  if (name === undefined || name === "") return undefined;
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
