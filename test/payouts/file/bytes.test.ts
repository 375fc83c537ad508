import { describe, expect, it } from "vitest";
import { readPayoutRows } from "../../../src/payouts/file/rows.ts";
import { Chunks, read, told } from "./reading.ts";

const key = "maria@exemplo.com";
const header = "id,amount,pix_key,description\n";
const row = `a,1,${key},\n`;
/** What a line and a row may have. */
const bytesMax = 65_536;

/** Every chunking that a test can afford: whole, and byte by byte. */
async function toldOf(bytes: Uint8Array, format: "csv" | "jsonl" = "csv"): Promise<unknown> {
  const faults = told(await read(bytes, format));
  const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
  expect(told(await read(single, format))).toEqual(faults);
  return faults;
}

describe("a file that is no UTF-8 text", () => {
  it.each<[string, Uint8Array, string]>([
    ["a workbook", Buffer.from("PK\u0003\u0004\u0014\0\u0006\n\0", "latin1"), "workbook"],
    ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "workbook"],
    ["UTF-16 with its mark", Buffer.from(`\uFEFF${header}`, "utf16le"), "utf16"],
    ["UTF-16 without one", Buffer.from(header, "utf16le"), "utf16"],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${header}`, "utf16le").swap16(), "utf16"],
    ["big-endian UTF-16 without a mark", Buffer.from(header, "utf16le").swap16(), "utf16"],
  ])("is named: %s", async (_, bytes, kind) => {
    expect(await toldOf(bytes)).toEqual([["1:1", { kind }]]);
    expect(await toldOf(bytes, "jsonl")).toEqual([["1:1", { kind }]]);
  });

  it.each<[string, Uint8Array, string]>([
    ["Latin-1", Buffer.from(`${header}${row}b,1,${key},ação\n${row}`, "latin1"), "3:24"],
    ["a character cut short", bytesOf(header, row, "é\u{1F600},", [0xf0, 0x9f], ",\n"), "3:4"],
    ["half a character, and the end", bytesOf(header, row, "é", [0xc3]), "3:2"],
    ["U+FFFD, then a wrong byte", bytesOf(header, row, "\uFFFD", [0x80]), "3:2"],
    ["an overlong form", bytesOf(header, row, "ab", [0xc0, 0xaf]), "3:3"],
    ["a surrogate", bytesOf(header, row, [0xed, 0xa0, 0x80], "\n"), "3:1"],
  ])("is told where its first wrong character stands: %s", async (_, bytes, place) => {
    expect(await toldOf(bytes)).toEqual(["a", [place, { kind: "not_utf8" }]]);
  });

  it("counts no byte order mark", async () => {
    const bytes = bytesOf("\uFEFFé", [0xff]);
    expect(await toldOf(bytes)).toEqual([["1:2", { kind: "not_utf8" }]]);
    expect(await toldOf(bytes, "jsonl")).toEqual([["1:2", { kind: "not_utf8" }]]);
  });

  it("is judged by its first line alone", async () => {
    const unknown = ["2:1", { kind: "separator_unknown", found: "none" }];
    expect(await toldOf(Buffer.from("\n\0\n"))).toEqual([unknown]);
  });

  it("has its byte order mark only at its very beginning", async () => {
    const fault = ["3:1", { kind: "character", codePoint: 0xfeff, place: 1 }];
    expect(await toldOf(Buffer.from(`${header}${row}\uFEFF${row}`))).toEqual(["a", fault]);
  });
});

describe("a line", () => {
  it.each(["csv", "jsonl"] as const)("of %s has at most 64 KiB", async (format) => {
    const start = format === "csv" ? header : "";
    const line = (bytes: number): string =>
      format === "csv"
        ? `a,1,${key},`.padEnd(bytes)
        : `{"id":"a","amount":1,"pix_key":"${key}"}`.padEnd(bytes);
    const number = format === "csv" ? 2 : 1;
    const tooLong = [`${number}:1`, { kind: "line_too_long", bytesMax }];
    for (const end of ["", "\n", `\n${line(80)}`]) {
      const fits = Buffer.from(`${start}${line(bytesMax)}${end}`);
      const over = Buffer.from(`${start}${line(bytesMax + 1)}${end}`);
      expect(told(await read(fits, format))[0]).toBe("a");
      expect(told(await read(over, format))).toEqual([tooLong]);
      expect(told(await read(pieces(fits, 1000), format))[0]).toBe("a");
      expect(told(await read(pieces(over, 1000), format))).toEqual([tooLong]);
    }
  });

  it("is measured in bytes, the byte order mark included", async () => {
    const name = "\u20AC".repeat((bytesMax - 4) / 3);
    const fits = Buffer.from(`\uFEFF${name}x\n`);
    const over = Buffer.from(`\uFEFF${name}xx\n`);
    expect(fits).toHaveLength(bytesMax + 1);
    const unknown = ["1:1", { kind: "separator_unknown", found: "none" }];
    const tooLong = ["1:1", { kind: "line_too_long", bytesMax }];
    for (const size of [1000, 100_000]) {
      expect(told(await read(pieces(fits, size)))).toEqual([unknown]);
      expect(told(await read(pieces(over, size)))).toEqual([tooLong]);
    }
  });

  it("that is too long is told before what is wrong in it, and after the rows before it", async () => {
    const long = bytesOf(header, row, [0xff], "x".repeat(bytesMax), "\n", row);
    const tooLong = ["a", ["3:1", { kind: "line_too_long", bytesMax }]];
    expect(told(await read(long))).toEqual(tooLong);
    expect(told(await read(pieces(long, 777)))).toEqual(tooLong);
  });

  it("that never ends is given up early, and the stream closed", async () => {
    const chunks = new Chunks(endless("x".repeat(1000)));
    expect(await all(chunks, "jsonl")).toEqual([["1:1", { kind: "line_too_long", bytesMax }]]);
    expect(chunks.closed).toBe(true);
    expect(chunks.taken).toBeLessThan(70);
  });
});

describe("a row of several lines", () => {
  it("has at most 64 KiB, and then its quote is named", async () => {
    const start = `b, 1 ,${key}, "`;
    const lineFeeds = bytesMax - start.length - 1;
    const fits = `${header}${row}${start}${"\n".repeat(lineFeeds)}"\n`;
    const over = `${header}${row}${start}${"\n".repeat(lineFeeds)}x"\n`;
    const place = "3:26";
    const lineFeed = [place, { kind: "character", codePoint: 10, place: 1 }];
    const tooLong = [place, { kind: "row_too_long", bytesMax }];
    for (const size of [1000, 1_000_000]) {
      expect(told(await read(pieces(Buffer.from(fits), size)))).toEqual(["a", lineFeed]);
      expect(told(await read(pieces(Buffer.from(over), size)))).toEqual(["a", tooLong]);
    }
  });

  it("whose quote never closes is given up early, and the stream closed", async () => {
    const rows = [Buffer.from(`${header}${row}b,1,"${key},\n`)];
    const chunks = new Chunks(joined(rows, endless(row.repeat(50))));
    expect(await all(chunks, "csv")).toEqual(["a", ["3:5", { kind: "row_too_long", bytesMax }]]);
    expect(chunks.closed).toBe(true);
    expect(chunks.taken).toBeLessThan(70);
  });
});

describe("the reading", () => {
  it("gives one group for each chunk that ends a line", async () => {
    const groups = [];
    const chunks = new Chunks(
      [`${header}${row}`, row + row, "b,1", `,${key},\n`].map((text) => Buffer.from(text)),
    );
    for await (const items of readPayoutRows(chunks, "csv")) groups.push(told(items));
    expect(groups).toEqual([["a"], ["a", "a"], ["b"]]);
  });

  it("closes the stream when it is given up", async () => {
    const chunks = new Chunks(endless(header + row));
    for await (const items of readPayoutRows(chunks, "csv")) {
      expect(items).toHaveLength(1);
      break;
    }
    expect(chunks).toMatchObject({ closed: true, taken: 1 });
  });

  it("closes the stream at a fault of the header", async () => {
    const chunks = new Chunks(endless("id,amount\n"));
    expect(await all(chunks, "csv")).toHaveLength(1);
    expect(chunks).toMatchObject({ closed: true, taken: 1 });
  });

  it("keeps no hold of a chunk that is filled again", async () => {
    const buffer = Buffer.alloc(7);
    const file = Buffer.from(header + row + row);
    const refilled = function* (): Generator<Uint8Array> {
      for (const piece of pieces(file, buffer.length)) {
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    };
    expect(told(await read(refilled()))).toEqual(["a", "a"]);
  });
});

async function all(chunks: Chunks, format: "csv" | "jsonl"): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const items of readPayoutRows(chunks, format)) found.push(...told(items));
  return found;
}

function bytesOf(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([...part]))),
  );
}

function pieces(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function* joined(first: Iterable<Uint8Array>, rest: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* first;
  yield* rest;
}

function* endless(text: string): Generator<Uint8Array> {
  for (;;) yield Buffer.from(text);
}
