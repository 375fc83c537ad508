import { PassThrough, Writable } from "node:stream";

export interface Size {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** A stream that keeps what is written to it; with `isTTY` it also moves a cursor, as a terminal does. */
export function memoryStream(size: Size = {}): Writable & Size & { text(): string } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      chunks.push(chunk.toString());
      done();
    },
  });
  const sequence = (text: string) => (): boolean => stream.write(text);
  return Object.assign(stream, {
    ...size,
    text: () => chunks.join(""),
    cursorTo: sequence("\u001b[1G"),
    moveCursor: sequence("\u001b[1A"),
    clearLine: sequence("\u001b[0K"),
  });
}

/** A keyboard: what is written to it is typed. */
export function keyboard(): PassThrough & { readonly isTTY: true; readonly raw: boolean[] } {
  const raw: boolean[] = [];
  return Object.assign(new PassThrough(), {
    isTTY: true as const,
    raw,
    setRawMode: (mode: boolean) => raw.push(mode),
  });
}
