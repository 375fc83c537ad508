import { mask, maskOfField } from "./mask.ts";
import type { SendError, SendRequest, SendResponse } from "./send/send.ts";

/** What `--debug` shows of the traffic. */
export interface DebugLog {
  request(request: SendRequest): void;
  response(response: SendResponse, elapsedMs: number): void;
  fault(error: SendError, elapsedMs: number): void;
  pause(milliseconds: number): void;
}

const SHOWN_CHARACTERS_MAX = 4_000;
/** Enough beyond what is shown that nothing is cut in half before it is masked. */
const READ_CHARACTERS_MAX = 2 * SHOWN_CHARACTERS_MAX;
const DEPTH_MAX = 30;

/** Headers that help; no other is shown. */
const HEADERS_SHOWN = [
  "authorization",
  "content-type",
  "idempotency-key",
  "location",
  "retry-after",
];

/**
 * The one place where requests and answers become lines of a log. Keys, documents, e-mails, phones, Pix
 * keys and copy-and-paste codes are masked, and nothing that comes out is obeyed by a terminal.
 */
export function createDebugLog(
  write: (line: string) => void,
  secrets: () => readonly string[],
): DebugLog {
  const show = (mark: string, line: string): void => write(`${mark} ${harmless(line)}`);
  const showBody = (mark: string, body: string): void => {
    if (body !== "") show(mark, maskBody(body, secrets()));
  };
  const showHeaders = (mark: string, headers: Readonly<Record<string, string>>): void => {
    const shown = HEADERS_SHOWN.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [`${name}: ${mask(value, secrets())}`];
    });
    if (shown.length > 0) show(mark, shown.join(", "));
  };
  return {
    request: ({ method, url, headers, body }) => {
      show(">", `${method} ${maskUrl(url, secrets())}`);
      showHeaders(">", headers);
      showBody(">", body ?? "");
    },
    response: ({ status, headers, body }, elapsedMs) => {
      const requestId = headers["x-request-id"];
      const named = requestId === undefined ? "" : ` x-request-id: ${mask(requestId, secrets())}`;
      show("<", `${status} ${elapsedMs} ms${named}`);
      showHeaders("<", headers);
      showBody("<", body);
    },
    fault: ({ fault, known, cause }, elapsedMs) => {
      const reason = cause instanceof Error ? ` ${mask(cause.message, secrets())}` : "";
      show("<", `${fault} ${known} ${elapsedMs} ms${reason}`);
    },
    pause: (milliseconds) => show("-", `${milliseconds} ms`),
  };
}

function maskUrl(url: URL, secrets: readonly string[]): string {
  const query = [...url.searchParams].map(([name, value]) => {
    const shown = maskOfField(name)?.(value) ?? mask(value, secrets);
    return `${name}=${shown}`;
  });
  return `${url.origin}${mask(url.pathname, secrets)}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** By the names of its fields where it is JSON, and by the look of the text everywhere. */
function maskBody(body: string, secrets: readonly string[]): string {
  const text = maskedJson(body, secrets) ?? mask(body.slice(0, READ_CHARACTERS_MAX), secrets);
  const left = text.length - SHOWN_CHARACTERS_MAX;
  return left > 0 ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}… (${body.length})` : text;
}

function maskedJson(body: string, secrets: readonly string[]): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON, which is often the very thing that is looked for: the text itself is shown.
    return undefined;
  }
  return JSON.stringify(maskValue(parsed, { name: "", depth: 0, secrets }));
}

function maskValue(
  value: unknown,
  at: { readonly name: string; readonly depth: number; readonly secrets: readonly string[] },
): unknown {
  const { name, depth, secrets } = at;
  if (typeof value === "object" && value !== null) {
    if (depth === DEPTH_MAX) return "…";
    if (Array.isArray(value))
      return value.map((each) => maskValue(each, { name, depth: depth + 1, secrets }));
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        mask(key, secrets),
        maskValue(each, { name: key, depth: depth + 1, secrets }),
      ]),
    );
  }
  if (typeof value !== "string" && typeof value !== "number") return value;
  const written = String(value);
  const masked = mask(maskOfField(name)?.(written) ?? written, secrets);
  return masked === written ? value : masked;
}

/** C0, DEL, C1 and what turns the direction of text become escapes. */
function harmless(line: string): string {
  return line.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
