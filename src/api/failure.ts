import type { ServiceErrorDetail } from "../errors.ts";
import type { Body } from "./answer.ts";
import { fieldsOf } from "./fields.ts";

/** What the body of an error answer says, as far as it says it in a way that is known. */
export interface Failure {
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly details: readonly ServiceErrorDetail[];
  readonly requestId: string | undefined;
  readonly form: "json" | "text" | "html" | "empty";
}

type Fields = Readonly<Record<string, unknown>>;

const WORDS_CHARACTERS_MAX = 500;
const CODE_CHARACTERS_MAX = 100;
const DETAILS_MAX = 50;

/**
 * Reads an error answer: the specification's `{error: {code, message, request_id}}` first, then what
 * gateways and frameworks send in its place: `{data: ...}` around it, `{message, errors: {field: [..]}}`,
 * problem details (RFC 9457), `{error: "code", error_description}`, plain text. Whatever the body holds,
 * this does not fail.
 */
export function readFailure({
  raw,
  text,
  problem,
}: Pick<Body, "raw" | "text" | "problem">): Failure {
  const outer = fieldsOf(raw);
  if (outer === undefined) return readText(text, problem?.kind);
  const unwrapped = fieldsOf(outer["data"]);
  const inner =
    fieldsOf(outer["error"]) ??
    fieldsOf(unwrapped?.["error"]) ??
    (isErrorLike(outer) ? outer : (unwrapped ?? outer));
  const named = wordsOf(inner["error"]);
  const list = [
    inner["details"],
    inner["errors"],
    inner["invalid-params"],
    outer["details"],
    outer["errors"],
  ];
  const details = list.map(readDetails).find(({ length }) => length > 0) ?? [];
  return {
    code: (codeOf(inner["code"]) ?? codeOf(named) ?? codeOfType(inner["type"]))?.slice(
      0,
      CODE_CHARACTERS_MAX,
    ),
    message:
      firstWords(inner, ["message", "detail", "error_description", "title"]) ??
      firstWords(outer, ["message"]) ??
      named ??
      details[0]?.message,
    details,
    requestId: wordsOf(inner["request_id"]) ?? wordsOf(outer["request_id"]),
    form: "json",
  };
}

function readText(text: string, kind: string | undefined): Failure {
  const form = kind === "html" || kind === "empty" ? kind : "text";
  const firstLine = form === "text" ? wordsOf(text.trim().split("\n", 1)[0]) : undefined;
  return { code: undefined, message: firstLine, details: [], requestId: undefined, form };
}

function isErrorLike(fields: Fields): boolean {
  return ["code", "message", "error", "errors", "detail", "title"].some(
    (name) => fields[name] !== undefined,
  );
}

/** `[{field, message}]`, `[{name, reason}]`, `["message"]` or `{field: "message" | ["message"]}`. */
function readDetails(value: unknown): readonly ServiceErrorDetail[] {
  if (Array.isArray(value)) return value.slice(0, DETAILS_MAX).flatMap(readDetail);
  return Object.entries(fieldsOf(value) ?? {})
    .flatMap(([field, messages]) =>
      [messages].flat().map((message) => ({ field, message: wordsOf(message) })),
    )
    .slice(0, DETAILS_MAX)
    .flatMap(({ field, message }) =>
      message === undefined ? [] : [{ field: cut(field), message }],
    );
}

function readDetail(value: unknown): ServiceErrorDetail[] {
  const fields = fieldsOf(value);
  if (fields === undefined) {
    const message = wordsOf(value);
    return message === undefined ? [] : [{ field: undefined, message }];
  }
  const message = firstWords(fields, ["message", "reason", "detail", "code"]);
  if (message === undefined) return [];
  return [{ field: firstWords(fields, ["field", "name", "pointer", "path"]), message }];
}

function firstWords(fields: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => wordsOf(fields[name])).find((words) => words !== undefined);
}

function wordsOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  return cut(value.trim());
}

function cut(words: string): string {
  return words.length > WORDS_CHARACTERS_MAX ? `${words.slice(0, WORDS_CHARACTERS_MAX)}…` : words;
}

/** A code is one word; a sentence in its place is a message. */
function codeOf(value: unknown): string | undefined {
  const words = wordsOf(value);
  return words !== undefined && /^[\w.:/-]+$/.test(words) ? words : undefined;
}

/** RFC 9457 names a problem by a URL, whose last part is the word for it. */
function codeOfType(value: unknown): string | undefined {
  const type = codeOf(value);
  if (type === undefined || type === "about:blank") return undefined;
  return type.replace(/\/+$/, "").split("/").at(-1);
}
