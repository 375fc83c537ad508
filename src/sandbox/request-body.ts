import { BODY_BYTES_MAX } from "./assumed.ts";
import { canonicalJson } from "./canonical.ts";
import { Refusal } from "./refusal.ts";

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** A body's own reader, which the platform's types leave open. */
interface Reader {
  read(): Promise<{ readonly value?: Uint8Array }>;
}

/** Reads a JSON body; refuses what is too large, not declared as JSON, or not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get("content-type") ?? "")) {
    throw new Refusal("unsupported_media_type");
  }
  const value = parse(await readBytes(request));
  // What is nested deeper than this cannot be compared with an earlier body, nor does anybody mean it.
  if (canonicalJson(value) === undefined) throw new Refusal("invalid_json");
  return value;
}

/** Never reads further than the limit, whatever the header says. */
async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) {
    throw new Refusal("payload_too_large");
  }
  const reader: Reader | undefined = request.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= BODY_BYTES_MAX) {
    const chunk = await reader.read().catch((error: unknown) => {
      // The sender went away, or took too long: there is no request any more.
      throw new Refusal("bad_request", { cause: error });
    });
    if (chunk.value === undefined) return Buffer.concat(chunks);
    bytes += chunk.value.byteLength;
    chunks.push(chunk.value);
  }
  throw new Refusal("payload_too_large");
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    // A SyntaxError of JSON, a TypeError of a byte that is not UTF-8, a RangeError of a nesting without end.
    if (error instanceof Error) throw new Refusal("invalid_json");
    throw error;
  }
}
