import { stripVTControlCharacters } from "node:util";
import { type Cell, human } from "./cell.ts";
import { safe } from "./safe.ts";
import type { Style } from "./style.ts";

/** In a narrower window columns hide more than they show: one field a line. */
const NARROW_COLUMNS = 60;
const GAP = "  ";

export interface Field {
  readonly key: string;
  readonly label: string;
  readonly cell: Cell;
}

export interface Column<T> {
  readonly key: string;
  readonly label: string;
  readonly cell: (item: T) => Cell;
  /** Left out of a table that would be wider than the window with it, the last such column first. */
  readonly secondary?: boolean;
}

/** The window that is written for, and how. */
export interface Layout {
  readonly style: Style;
  /** The window's width in characters. */
  readonly columns: number;
  /** An IANA name; the machine's own zone when absent. */
  readonly timeZone?: string | undefined;
}

/**
 * One thing as lines of `Label  value`. A value is never cut or broken, so that it can be copied; in a narrow
 * window a value that does not fit beside its label stands below it. Without a line feed at the end.
 */
export function renderRecord(fields: readonly Field[], layout: Layout): string {
  const lines = fields.map(({ label, cell }) => ({
    label: safe(label),
    value: human(cell, layout),
  }));
  const labelWidth = Math.max(0, ...lines.map(({ label }) => lengthOf(label)));
  return lines
    .map(({ label, value }) => {
      const painted = layout.style.paint("muted", label);
      if (layout.columns >= NARROW_COLUMNS) {
        return `${painted}${" ".repeat(labelWidth - lengthOf(label))}${GAP}${value}`.trimEnd();
      }
      const fits = lengthOf(label) + 2 + lengthOf(value) <= layout.columns;
      return `${painted}:${fits ? " " : `\n${GAP}`}${value}`.trimEnd();
    })
    .join("\n");
}

/** Several things as one table, or one field a line where a table is wider than the window. */
export function renderTable<T>(
  items: readonly T[],
  columns: readonly Column<T>[],
  layout: Layout,
): Promise<string> {
  return createTable(columns, layout).page(items);
}

/** A table that comes page by page. */
export interface Table<T> {
  /** The lines of these items, without a line feed at the end; empty for no items. */
  page(items: readonly T[]): Promise<string>;
}

/**
 * The first page sets the columns and their widths, and later pages keep to them; a wider value
 * widens its column from there on. The first page that would be wider than the window ends the
 * table: it and all after it are one field a line.
 */
export function createTable<T>(columns: readonly Column<T>[], layout: Layout): Table<T> {
  let shown: readonly Column<T>[] = columns;
  let widths: readonly number[] = [];
  let started = false;
  let stacked = layout.columns < NARROW_COLUMNS;

  const tabulated = async (items: readonly T[]): Promise<string | undefined> => {
    for (const candidate of started ? [shown] : withFewer(columns)) {
      const rows = rowsOf(items, { columns: candidate, header: !started, layout });
      const drawn = await draw(rows, widths);
      if (drawn.width > layout.columns) continue;
      shown = candidate;
      widths = drawn.widths;
      return drawn.text;
    }
    return undefined;
  };

  return {
    async page(items) {
      if (items.length === 0) return "";
      const table = stacked ? undefined : await tabulated(items);
      const parted = started ? "\n" : "";
      started = true;
      if (table !== undefined) return table;
      stacked = true;
      const records = items.map((item) => renderRecord(fieldsOf(item, columns), layout));
      return parted + records.join("\n\n");
    },
  };
}

/** The columns, then without the last secondary one, and so on until none of those is left. */
function withFewer<T>(columns: readonly Column<T>[]): readonly (readonly Column<T>[])[] {
  const last = columns.findLastIndex(({ secondary }) => secondary === true);
  return last === -1 ? [columns] : [columns, ...withFewer(columns.toSpliced(last, 1))];
}

function rowsOf<T>(
  items: readonly T[],
  options: {
    readonly columns: readonly Column<T>[];
    readonly header: boolean;
    readonly layout: Layout;
  },
): readonly (readonly Content[])[] {
  const { columns, header, layout } = options;
  const rows = items.map((item) => columns.map(({ cell }) => contentOf(cell(item), layout)));
  if (!header) return rows;
  const labels = columns.map(({ label }, index) => ({
    content: layout.style.paint("strong", safe(label)),
    hAlign: rows[0]?.[index]?.hAlign ?? ("left" as const),
  }));
  return [labels, ...rows];
}

function fieldsOf<T>(item: T, columns: readonly Column<T>[]): readonly Field[] {
  return columns.map(({ key, label, cell }) => ({ key, label, cell: cell(item) }));
}

interface Content {
  readonly content: string;
  readonly hAlign: "left" | "right";
}

function contentOf(cell: Cell, layout: Layout): Content {
  const numeric = cell.kind === "money" || cell.kind === "number";
  return { content: human(cell, layout), hAlign: numeric ? "right" : "left" };
}

interface Drawn {
  readonly text: string;
  readonly widths: readonly number[];
  readonly width: number;
}

/** Draws the rows with columns at least as wide as `widths`: once to measure, again where they are wider. */
async function draw(
  rows: readonly (readonly Content[])[],
  widths: readonly number[],
): Promise<Drawn> {
  const measured = await drawOnce(rows, []);
  const wanted = measured.widths.map((width, index) => Math.max(width, widths[index] ?? 0));
  if (wanted.every((width, index) => width === measured.widths[index])) return measured;
  return drawOnce(rows, wanted);
}

async function drawOnce(
  rows: readonly (readonly Content[])[],
  colWidths: readonly number[],
): Promise<Drawn> {
  const { default: CliTable } = await import("cli-table3");
  const table = new CliTable({
    chars: BORDERLESS,
    // Without the two empty lists it would write colours of its own, into pipes too.
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [], compact: true },
    colWidths: [...colWidths],
  });
  table.push(...rows.map((row) => row.map((content) => ({ ...content }))));
  const lines = table.toString().split("\n");
  // Drawing fills the widths in: they count what a terminal shows, two for a Chinese character.
  const widths = table.options.colWidths.map((width) => width ?? 0);
  const width = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1));
  return { text: lines.map((line) => line.trimEnd()).join("\n"), widths, width };
}

const BORDERLESS = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: GAP,
};

function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
