import { BODY_BYTES_MAX } from "./assumed.ts";
import { canonicalJson } from "./canonical.ts";
import { Refusal } from "./refusal.ts";

const JSON_TYPE = /^application\/(?:json|[\w.-]+\+json)\s*(?:;\s*charset="?utf-8"?\s*)?$/i;

/** The part of a request that says what it carries. */
export interface IncomingBody {
  /** By its name in lower case. */
  header(name: string): string | null;
  readonly body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Reads a JSON body; refuses what is too large, not declared as JSON, or not JSON. */
export async function readJson(incoming: IncomingBody): Promise<unknown> {
  if (!JSON_TYPE.test(incoming.header("content-type") ?? "")) {
    throw new Refusal("unsupported_media_type");
  }
  const value = parse(await readBytes(incoming));
  // What is nested deeper than this cannot be compared with an earlier body, nor does anybody mean it.
  if (canonicalJson(value) === undefined) throw new Refusal("invalid_json");
  return value;
}

/** Never reads further than the limit, whatever the header says. */
async function readBytes(incoming: IncomingBody): Promise<Uint8Array> {
  if (Number(incoming.header("content-length") ?? 0) > BODY_BYTES_MAX) {
    throw new Refusal("payload_too_large");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of incoming.body) {
      bytes += chunk.byteLength;
      if (bytes > BODY_BYTES_MAX) throw new Refusal("payload_too_large");
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The sender went away, or took too long: there is no request any more.
    throw new Refusal("bad_request", { cause: error });
  }
  return Buffer.concat(chunks);
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
