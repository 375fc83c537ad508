import type { JSONObject, JSONValue } from "@jmespath-community/jmespath";
import { LocalError } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { prettyJson, toJson } from "./json.ts";
import { safe } from "./safe.ts";

export type QueryCheck = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * Whether a JMESPath expression can be run at all: its syntax, the names of its functions and the
 * number of their arguments. For use before anything is sent; what depends on the answer shows only
 * when there is one.
 */
export async function checkQuery(expression: string): Promise<QueryCheck> {
  const { compile, search } = await import("@jmespath-community/jmespath");
  try {
    for (const { name, count } of functionCalls(compile(expression))) {
      const call = `${name}(${Array.from({ length: count }, () => "@").join(", ")})`;
      const reason = reasonOf(() => search(null, call));
      if (reason !== undefined && /^(Unknown function|Invalid arity)/.test(reason)) {
        return { ok: false, reason };
      }
    }
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

/**
 * What the expression finds, as lines of output: a string or a number bare (as `jq -r` prints it),
 * `null` as the word, lists and objects as JSON. A string stays on one line, made safe. Throws a
 * LocalError when the expression does not fit the answer.
 */
export async function runQuery(options: {
  readonly expression: string;
  readonly raw: unknown;
  readonly form: "json" | "jsonl";
  readonly text: Text;
}): Promise<string> {
  const { expression, raw, form, text } = options;
  const { search } = await import("@jmespath-community/jmespath");
  try {
    const found = search(plain(raw), expression);
    if (typeof found === "string") return `${safe(found)}\n`;
    const json = toJson(found);
    return `${form === "json" ? prettyJson(json) : json}\n`;
  } catch (error) {
    const { message, hint } = text.terminal.queryFailed(messageOf(error));
    throw new LocalError(message, { hint, cause: error });
  }
}

interface FunctionCall {
  readonly name: string;
  readonly count: number;
}

/** Every call in a compiled expression; a literal may look like one and is none. */
function* functionCalls(node: unknown): Generator<FunctionCall> {
  if (typeof node !== "object" || node === null) return;
  const type = "type" in node ? node.type : undefined;
  if (type === "Literal") return;
  if (type === "Function" && "name" in node && "children" in node) {
    const count = Array.isArray(node.children) ? node.children.length : 0;
    yield { name: String(node.name), count };
  }
  for (const child of Object.values(node)) yield* functionCalls(child);
}

/** The same data without prototypes: the library would answer `constructor` and `toString` from them. */
function plain(value: unknown): JSONValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return null;
  const copy: JSONObject = {};
  Object.setPrototypeOf(copy, null);
  for (const [key, member] of Object.entries(value)) copy[key] = plain(member);
  return copy;
}

function reasonOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
