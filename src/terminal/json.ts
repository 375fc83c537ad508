import { safeInJson } from "./safe.ts";

const INDENT = "  ";
/** Deeper levels get no further indentation: an answer of a million brackets must not fill the memory. */
const INDENT_LEVELS_MAX = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = /[ \t\r\n]*/y;
const BARE_WORD = /[-+.\w]+/y;

/**
 * JSON text with two spaces a level. It works on the tokens, so numbers, escapes, repeated keys and their
 * order come out as they were written; only what a terminal would obey becomes `\uXXXX`.
 * Throws a SyntaxError on text that does not consist of JSON tokens.
 */
export function prettyJson(source: string): string {
  const parts: string[] = [];
  let level = 0;
  let justOpened = false;
  for (const token of tokens(source)) {
    const closes = token === "}" || token === "]";
    if (closes) level = Math.max(0, level - 1);
    // An empty pair of brackets stays together; all that a pair holds stands on lines of its own.
    if (closes !== justOpened) parts.push(newLine(level));
    parts.push(token);
    justOpened = token === "{" || token === "[";
    if (justOpened) level += 1;
    if (token === ",") parts.push(newLine(level));
    if (token === ":") parts.push(" ");
  }
  return parts.join("");
}

/** JSON text on one line, as lossless and as harmless as `prettyJson`. */
export function compactJson(source: string): string {
  return [...tokens(source)].join("");
}

/** A value of this program as JSON text on one line; what JSON has no word for becomes `null`. */
export function toJson(value: unknown): string {
  const text: unknown = JSON.stringify(value);
  return typeof text === "string" ? safeInJson(text) : "null";
}

function newLine(level: number): string {
  return `\n${INDENT.repeat(Math.min(level, INDENT_LEVELS_MAX))}`;
}

function* tokens(source: string): Generator<string> {
  let index = endOf(SPACE, source, 0);
  while (index < source.length) {
    const end = endOfToken(source, index);
    yield safeInJson(source.slice(index, end));
    index = endOf(SPACE, source, end);
  }
}

function endOfToken(source: string, start: number): number {
  if (source.charCodeAt(start) === QUOTE) return endOfString(source, start);
  if ("{}[],:".includes(source.charAt(start))) return start + 1;
  const end = endOf(BARE_WORD, source, start);
  if (end === start) throw new SyntaxError(`not JSON at position ${start}`);
  return end;
}

/** By hand: a regular expression would keep a way back for every character of a picture in base64. */
function endOfString(source: string, start: number): number {
  for (let index = start + 1; index < source.length; index += 1) {
    const code = source.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code === BACKSLASH) index += 1;
  }
  throw new SyntaxError(`a string without an end at position ${start}`);
}

function endOf(pattern: RegExp, source: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(source)?.[0].length ?? 0);
}
