import { decimalReais, formatMoney } from "../domain/money.ts";
import { toJson } from "./json.ts";
import { safe } from "./safe.ts";
import type { Style, Tone } from "./style.ts";

/** One value to show, still a value: how it reads is decided by who reads it, a person or a program. */
export type Cell =
  | { readonly kind: "text"; readonly value: string | null | undefined }
  | { readonly kind: "money"; readonly cents: number | undefined; readonly raw?: unknown }
  | { readonly kind: "time"; readonly value: string | null | undefined }
  | { readonly kind: "status"; readonly value: string; readonly tone: Tone }
  | { readonly kind: "number"; readonly value: number | null | undefined };

export const cell = {
  text: (value: string | null | undefined): Cell => ({ kind: "text", value }),
  /** `raw` is what the service said, shown as it is where that is no amount of whole centavos. */
  money: (cents: number | undefined, raw?: unknown): Cell => ({ kind: "money", cents, raw }),
  time: (value: string | null | undefined): Cell => ({ kind: "time", value }),
  status: (value: string, tone: Tone): Cell => ({ kind: "status", value, tone }),
  number: (value: number | null | undefined): Cell => ({ kind: "number", value }),
};

const MISSING = "-";

/** RFC 3339. A time without a zone does not match: nobody could tell which moment it means. */
const MOMENT = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** For a person: `R$ 1.234,56`, `2026-11-21 07:24:28 -03:00`, a coloured status, "-" for what is missing. */
export function human(
  shown: Cell,
  options: { readonly style: Style; readonly timeZone?: string | undefined },
): string {
  const { style, timeZone } = options;
  const missing = style.paint("muted", MISSING);
  switch (shown.kind) {
    case "text":
      return shown.value === null || shown.value === undefined ? missing : safe(shown.value);
    case "money":
      if (shown.cents !== undefined) return formatMoney(shown.cents);
      return shown.raw === null || shown.raw === undefined ? missing : asItIs(shown.raw);
    case "time":
      if (shown.value === null || shown.value === undefined) return missing;
      return localTime(shown.value, timeZone) ?? safe(shown.value);
    case "status":
      return style.paint(shown.tone, safe(shown.value));
    case "number":
      return shown.value === null || shown.value === undefined ? missing : String(shown.value);
  }
}

/** For a program: `1234.56`, RFC 3339 in UTC, nothing for what is missing, never cut. */
export function machine(shown: Cell): string {
  switch (shown.kind) {
    case "text":
    case "status":
      return safe(shown.value ?? "");
    case "money":
      if (shown.cents !== undefined) return decimalReais(shown.cents);
      return shown.raw === null || shown.raw === undefined ? "" : asItIs(shown.raw);
    case "time":
      return utcTime(shown.value ?? "") ?? safe(shown.value ?? "");
    case "number":
      return shown.value === null || shown.value === undefined ? "" : String(shown.value);
  }
}

function asItIs(raw: unknown): string {
  return typeof raw === "string" ? safe(raw) : toJson(raw);
}

function moment(value: string): { readonly date: Date; readonly fraction: string } | undefined {
  const match = MOMENT.exec(value);
  if (match === null) return undefined;
  const [, day = "", time = "", fraction = "", zone = ""] = match;
  const date = new Date(`${day}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(date.getTime())) return undefined;
  return { date, fraction: /^\.0*$/.test(fraction) ? "" : fraction };
}

function utcTime(value: string): string | undefined {
  const found = moment(value);
  if (found === undefined) return undefined;
  return found.date.toISOString().replace(".000Z", `${found.fraction}Z`);
}

function localTime(value: string, timeZone: string | undefined): string | undefined {
  const found = moment(value);
  if (found === undefined) return undefined;
  const parts = new Map<string, string>();
  for (const part of localFormat(timeZone).formatToParts(found.date)) {
    parts.set(part.type, part.value);
  }
  const of = (type: string): string => parts.get(type) ?? "";
  const offset = of("timeZoneName").replace("GMT", "") || "+00:00";
  const day = `${of("year")}-${of("month")}-${of("day")}`;
  return `${day} ${of("hour")}:${of("minute")}:${of("second")} ${offset}`;
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

function localFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  const kept = formats.get(timeZone);
  if (kept !== undefined) return kept;
  const made = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  });
  formats.set(timeZone, made);
  return made;
}
