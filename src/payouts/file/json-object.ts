import { skipSpace } from "../../api/slice.ts";
import type { Fault } from "./item.ts";

/** A field of an object: its name and its value, and where each begins. */
export interface Member {
  readonly name: string;
  readonly nameAt: number;
  readonly type: "string" | "number" | "literal" | "nested";
  /** What a string says; the source of any other value. */
  readonly text: string;
  readonly at: number;
}

export type ScannedObject =
  | { readonly ok: true; readonly at: number; readonly members: readonly Member[] }
  | { readonly ok: false; readonly fault: Fault };

type Scanned<T> =
  | { readonly ok: true; readonly value: T; readonly end: number }
  | { readonly ok: false; readonly fault: Fault };

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const LITERAL = /(?:true|false|null)(?!\w)/y;

/**
 * Reads the object that a line holds, one level deep, with all its fields in their order: JSON.parse would
 * say no place, keep only the last of two fields with one name, and make numbers binary.
 */
export function scanObject(line: string): ScannedObject {
  const at = skipSpace(line, 0);
  if (line[at] !== "{") return failed(at, { kind: "json_not_object" });
  const members: Member[] = [];
  let next = skipSpace(line, at + 1);
  if (line[next] === "}") return whole(line, next, { at, members });
  for (;;) {
    const member = scanMember(line, next);
    if (!member.ok) return member;
    members.push(member.value);
    next = skipSpace(line, member.end);
    if (line[next] === "}") return whole(line, next, { at, members });
    if (line[next] !== ",") return missing(line, next, "comma");
    next = skipSpace(line, next + 1);
  }
}

function whole(
  line: string,
  brace: number,
  { at, members }: { readonly at: number; readonly members: readonly Member[] },
): ScannedObject {
  const after = skipSpace(line, brace + 1);
  return after === line.length ? { ok: true, at, members } : missing(line, after, "end");
}

function scanMember(line: string, nameAt: number): Scanned<Member> {
  if (line[nameAt] !== '"') return missing(line, nameAt, "name");
  const name = scanString(line, nameAt);
  if (!name.ok) return name;
  const colon = skipSpace(line, name.end);
  if (line[colon] !== ":") return missing(line, colon, "colon");
  const value = scanValue(line, skipSpace(line, colon + 1));
  if (!value.ok) return value;
  return { ok: true, value: { name: name.value, nameAt, ...value.value }, end: value.end };
}

function scanValue(line: string, at: number): Scanned<Pick<Member, "type" | "text" | "at">> {
  const first = line[at];
  if (first === undefined) return failed(at, { kind: "json_unfinished" });
  if (first === '"') {
    const string = scanString(line, at);
    if (!string.ok) return string;
    return { ok: true, value: { type: "string", text: string.value, at }, end: string.end };
  }
  if (first === "{" || first === "[") {
    const end = endOfNested(line, at);
    if (end === undefined) return failed(at, { kind: "json_unfinished" });
    return { ok: true, value: { type: "nested", text: "", at }, end };
  }
  const number = matchAt(NUMBER, line, at);
  const text = number ?? matchAt(LITERAL, line, at);
  if (text === undefined) return failed(at, { kind: "json_value" });
  const type = number === undefined ? "literal" : "number";
  return { ok: true, value: { type, text, at }, end: at + text.length };
}

function scanString(line: string, at: number): Scanned<string> {
  const end = endOfString(line, at);
  if (end === undefined) return failed(at, { kind: "json_unfinished" });
  const value = parsedString(line.slice(at, end));
  return value === undefined ? failed(at, { kind: "json_string" }) : { ok: true, value, end };
}

/** Undefined where the source breaks the rules of JSON: a control character, an escape that there is not. */
function parsedString(source: string): string | undefined {
  try {
    return String(JSON.parse(source));
  } catch {
    return undefined;
  }
}

/** Undefined when the line ends before the string does. */
function endOfString(line: string, at: number): number | undefined {
  for (let index = at + 1; index < line.length; index += 1) {
    if (line[index] === '"') return index + 1;
    if (line[index] === "\\") index += 1;
  }
  return undefined;
}

/** Past the bracket that closes the one at `at`; what is between is refused in any case, and not read. */
function endOfNested(line: string, at: number): number | undefined {
  let depth = 0;
  let index = at;
  while (index < line.length) {
    const character = line.charAt(index);
    const end = character === '"' ? endOfString(line, index) : index + 1;
    if (end === undefined) return undefined;
    if ("{[".includes(character)) depth += 1;
    if ("}]".includes(character)) depth -= 1;
    if (depth === 0) return end;
    index = end;
  }
  return undefined;
}

function matchAt(pattern: RegExp, line: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0];
}

function missing(
  line: string,
  offset: number,
  expected: "name" | "colon" | "comma" | "end",
): { readonly ok: false; readonly fault: Fault } {
  const ended = offset >= line.length;
  return failed(offset, ended ? { kind: "json_unfinished" } : { kind: "json_expected", expected });
}

function failed(
  offset: number,
  problem: Fault["problem"],
): { readonly ok: false; readonly fault: Fault } {
  return { ok: false, fault: { offset, problem } };
}
