import { type Cell, machine } from "./cell.ts";
import { safe } from "./safe.ts";

/**
 * One line of values between tabs or commas, the line feed included. No value holds a tab or a line feed any
 * more once `machine` has made it safe, so TSV needs no quotes; CSV quotes as RFC 4180 says, but lines end
 * with a line feed alone, as every other output of this program.
 */
export function delimitedLine(form: "csv" | "tsv", values: readonly string[]): string {
  if (form === "tsv") return `${values.join("\t")}\n`;
  return `${values.map(quoted).join(",")}\n`;
}

export function delimitedCells(form: "csv" | "tsv", cells: readonly Cell[]): string {
  return delimitedLine(form, cells.map(machine));
}

export function delimitedHeader(form: "csv" | "tsv", keys: readonly string[]): string {
  return delimitedLine(form, keys.map(safe));
}

function quoted(value: string): string {
  return /[",]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
