import { summaryOf } from "./statistics.ts";

/** One line of a table: a figure that was taken several times, and what it is compared with. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly number[];
  /** Behind the decimal point. */
  readonly digits?: number;
  /** The same figure of something else, taken in the same run. */
  readonly beside?: { readonly name: string; readonly values: readonly number[] };
  readonly target?: Target;
  /** Stands in the README's short table. */
  readonly isInReadme?: boolean;
}

/** Of the ratio of the medians where the figure is compared with another one, else of its median. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** What could not be measured here. */
export interface Missing {
  readonly name: string;
  readonly missing: string;
}

export type Row = Figure | Missing;

const NONE = "–";
const RATIO_DIGITS = 2;

/** A table with all that is known of each row. */
export function fullTable(rows: readonly Row[]): string {
  const columns = ["what", "median", "quartiles", "beside", "ratio of medians"];
  return tableOf([...columns, "ratio of the least", "target", "met"], rows.map(fullCells));
}

/** The rows that the README shows; undefined where there is none. */
export function shortTable(rows: readonly Row[]): string | undefined {
  const shown = rows.filter(isFigure).filter(({ isInReadme = false }) => isInReadme);
  if (shown.length === 0) return undefined;
  return tableOf(["what", "median", "beside", "target", "met"], shown.map(shortCells));
}

function fullCells(row: Row): readonly string[] {
  if (!isFigure(row)) return [row.name, `not measured: ${row.missing}`, ...Array(6).fill(NONE)];
  const { lower, median, upper, least } = summaryOf(row.values);
  const [beside, others] = [row.beside, row.beside && summaryOf(row.beside.values)];
  return [
    row.name,
    `${shown(median, row)} ${row.unit}`,
    `${shown(lower, row)} to ${shown(upper, row)}`,
    beside?.name ?? NONE,
    others === undefined ? NONE : (median / others.median).toFixed(RATIO_DIGITS),
    others === undefined ? NONE : (least / others.least).toFixed(RATIO_DIGITS),
    told(row.target),
    verdictOf(row),
  ];
}

function shortCells(row: Figure): readonly string[] {
  const { median } = summaryOf(row.values);
  const { beside } = row;
  const ratio = beside && (median / summaryOf(beside.values).median).toFixed(RATIO_DIGITS);
  return [
    row.name,
    `${shown(median, row)} ${row.unit}`,
    beside === undefined ? NONE : `${ratio} × ${beside.name}`,
    told(row.target),
    verdictOf(row),
  ];
}

function verdictOf({ values, beside, target }: Figure): string {
  if (target === undefined) return NONE;
  const { median } = summaryOf(values);
  const judged = beside === undefined ? median : median / summaryOf(beside.values).median;
  const isMet = "atMost" in target ? judged <= target.atMost : judged >= target.atLeast;
  return isMet ? "yes" : "no";
}

function told(target: Target | undefined): string {
  if (target === undefined) return NONE;
  return "atMost" in target ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`;
}

function shown(value: number, { digits = 1 }: Figure): string {
  return value.toFixed(digits);
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [columns, columns.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function isFigure(row: Row): row is Figure {
  return "values" in row;
}
