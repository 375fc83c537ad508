import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney } from "../../../src/domain/money.ts";
import type { FileItem, FileRow } from "../../../src/payouts/file/rows.ts";
import { en } from "../../../src/text/en.ts";
import { cut, read } from "./reading.ts";

const runs = { numRuns: 2_000 };

/** Visible characters of one to four bytes, and those that a file's own marks are made of. */
const visible = fc.oneof(
  fc.constantFrom(...Array.from(' "",;\'=#E+-{}[]:\\/nu')),
  fc.constantFrom("\u00E9", "\u00A0", "\u20AC", "\uFFFD", "\u{1F600}", "\u{1D538}"),
  fc.constantFrom(...Array.from("abcxyz0123456789")),
);
const text = (max: number): fc.Arbitrary<string> =>
  fc.string({ unit: visible, maxLength: max, size: "max" });

/** Those that no spreadsheet can have made. */
const id = text(60).filter(
  (id) => id !== "" && id.trim() === id && !/^['=#]|^[+-]?\d+([.,]\d+)?E[+-]\d+$/i.test(id),
);
const description = text(60).filter((text) => !/^[=#]/.test(text.trim()));

const pixKey = fc.oneof(
  fc.uuid().map((key) => ({ kind: "evp" as const, key })),
  fc.integer({ min: 10_000_000, max: 99_999_999 }).map((digits) => ({
    kind: "phone" as const,
    key: `+55119${digits}`,
  })),
  fc.constantFrom("52998224725", "51998259765", "00111444756").map((key) => ({
    kind: "cpf" as const,
    key,
  })),
  fc.stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,5}$/).map((key) => ({
    kind: "email" as const,
    key,
  })),
);

const row = fc.record({
  id,
  amountCents: fc.integer({ min: 1, max: 99_999_999_999_999 }),
  pixKey,
  description,
  symbol: fc.boolean(),
});
type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

/** An endless list of choices of the writer, so that they shrink with the rows. */
const choices = fc.infiniteStream(fc.nat({ max: 1_000_000 }));

const places = fc.array(fc.nat({ max: 100_000 }), { maxLength: 30 });
const columns = ["id", "amount", "pix_key", "key_type", "description"] as const;
const order = fc.shuffledSubarray([...columns], { minLength: columns.length });

interface Written {
  readonly text: string;
  readonly rows: readonly FileItem[];
}

describe("any rows", () => {
  it("written as CSV read back the same, wherever the chunks end", async () => {
    const form = fc.record({
      rows: fc.array(row, { maxLength: 8 }),
      order,
      choices,
      separator: fc.constantFrom(",", ";"),
      lineEnd: fc.constantFrom("\n", "\r\n"),
      mark: fc.boolean(),
      places,
    });
    await fc.assert(
      fc.asyncProperty(form, async ({ mark, places, ...given }) => {
        const { text, rows } = writeCsv(given);
        const bytes = Buffer.from((mark ? "\uFEFF" : "") + text);
        expect(await read(cut(bytes, places))).toEqual(rows);
      }),
      runs,
    );
  });

  it("written as JSON Lines read back the same, wherever the chunks end", async () => {
    const form = fc.record({ rows: fc.array(row, { maxLength: 8 }), order, choices, places });
    await fc.assert(
      fc.asyncProperty(form, async ({ places, ...given }) => {
        const { text, rows } = writeJsonl(given);
        expect(await read(cut(Buffer.from(text), places), "jsonl")).toEqual(rows);
      }),
      runs,
    );
  });
});

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const line = utf8("a,1,maria@exemplo.com\n");
const object = utf8('{"id":"a","amount":1,"pix_key":"maria@exemplo.com"}\n');
const fragment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(line, object, utf8("id,amount,pix_key\n")) },
  {
    weight: 20,
    arbitrary: fc.constantFrom(
      ...["\n", "\r", "\r\n", '"', '""', ",", ";", " ", "\\", "{", "}", "[", ":", "=", "id"].map(
        utf8,
      ),
      ...[
        "\0",
        "\uFEFF",
        "\u202E",
        "\u2028",
        "\u00E9",
        "\u{1F600}",
        "\uFFFD",
        "PK\u0003\u0004",
      ].map(utf8),
    ),
  },
  { weight: 2, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(utf8("x".repeat(22_000)), utf8("\n".repeat(33_000))) },
);
const bytes = fc
  .tuple(fc.boolean(), fc.array(fragment, { maxLength: 40, size: "max" }))
  .map(([header, parts]) =>
    Buffer.concat([...(header ? [utf8("id,amount,pix_key\n")] : []), ...parts]),
  );

describe("any bytes", () => {
  it.each(["csv", "jsonl"] as const)("give as %s the same items in any chunks", async (format) => {
    await fc.assert(
      fc.asyncProperty(bytes, places, async (bytes, places) => {
        const items = await read(bytes, format);
        expect(await read(cut(bytes, places), format)).toEqual(items);
        expectVisibleAndInOrder(items);
      }),
      { numRuns: 500 },
    );
  });
});

function expectVisibleAndInOrder(items: readonly FileItem[]): void {
  let last = { line: 1, column: 1 };
  for (const item of items) {
    if (item.ok) {
      expect(JSON.stringify(item.row)).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|\\[un]/u);
      last = { line: item.row.line, column: 1 };
      continue;
    }
    expect(item.problems.length).toBeGreaterThan(0);
    for (const { line, column, problem } of item.problems) {
      expect(line > last.line || (line === last.line && column >= last.column)).toBe(true);
      last = { line, column };
      expect(en.payoutFile.problem(problem)).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]+[.]$/u);
    }
  }
}

function writeCsv(form: {
  readonly rows: readonly Row[];
  readonly order: readonly (typeof columns)[number][];
  readonly choices: Iterator<number>;
  readonly separator: string;
  readonly lineEnd: string;
}): Written {
  const { rows, order, choices, separator, lineEnd } = form;
  const choose = chooser(choices);
  const cell = (value: string): string => {
    const must = value.includes(separator) || value.includes('"') || / $|^ /.test(value);
    const quoted = must || choose(2) === 0;
    const bare = quoted ? `"${value.replaceAll('"', '""')}"` : value;
    return " ".repeat(choose(3)) + bare + " ".repeat(choose(3));
  };
  const lines = [order.map(cell).join(separator)];
  const items = rows.map((row): FileItem => {
    while (choose(5) === 0) lines.push(" ".repeat(choose(3)));
    const values = { ...valuesOf(row), id: row.id };
    lines.push(order.map((column) => cell(values[column])).join(separator));
    return { ok: true, row: expected(row, lines.length) };
  });
  const end = choose(2) === 0 ? lineEnd : "";
  return { text: lines.join(lineEnd) + end, rows: items };
}

function writeJsonl(form: {
  readonly rows: readonly Row[];
  readonly order: readonly (typeof columns)[number][];
  readonly choices: Iterator<number>;
}): Written {
  const { rows, order, choices } = form;
  const choose = chooser(choices);
  const space = (): string => ["", "", " ", "\t", " \r "][choose(5)] ?? "";
  const string = (value: string): string => {
    const units = Array.from({ length: value.length }, (_, index) => value.charAt(index));
    if (choose(2) === 0) return JSON.stringify(value);
    return `"${units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;
  };
  const lines: string[] = [];
  const items = rows.map((row): FileItem => {
    while (choose(5) === 0) lines.push(choose(2) === 0 ? "" : "\t \r");
    const values = valuesOf(row);
    const number = (row.amountCents / 100).toFixed(2);
    const members = order.map((column) => {
      const value = column === "amount" && choose(2) === 0 ? number : string(values[column]);
      return `${space()}${string(column)}${space()}:${space()}${value}${space()}`;
    });
    lines.push(`${space()}{${members.join(",")}}${space()}`);
    return { ok: true, row: expected(row, lines.length) };
  });
  return { text: lines.join("\n") + (choose(2) === 0 ? "\n" : ""), rows: items };
}

function chooser(choices: Iterator<number>): (count: number) => number {
  return (count) => Number(choices.next().value) % count;
}

function valuesOf({
  id,
  amountCents,
  pixKey,
  description,
  symbol,
}: Row): Record<(typeof columns)[number], string> {
  const money = formatMoney(amountCents);
  const amount = symbol ? money : money.slice(3);
  return { id, amount, pix_key: pixKey.key, key_type: pixKey.kind, description };
}

function expected({ id, amountCents, pixKey, description }: Row, line: number): FileRow {
  const said = description.trim() === "" ? undefined : description;
  return { line, id, amountCents, pixKey, description: said };
}
