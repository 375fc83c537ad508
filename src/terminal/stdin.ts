import type { Readable } from "node:stream";

/** Reads a whole input as UTF-8 text; undefined when it is longer than `bytesMax`. */
export async function readAll(
  input: Readable,
  options: { bytesMax: number; signal: AbortSignal },
): Promise<string | undefined> {
  return (await readBytes(input, options))?.toString("utf8");
}

/** Reads a whole input; undefined when it is longer than `bytesMax`. */
export async function readBytes(
  input: Readable,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = (): void => {
    input.destroy();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    const parts: AsyncIterable<Buffer | string> = input;
    for await (const chunk of parts) {
      const buffer: Buffer = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
      bytes += buffer.length;
      if (bytes > bytesMax) return undefined;
      chunks.push(buffer);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (signal.aborted) throw signal.reason;
  return Buffer.concat(chunks);
}
