import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { cell } from "../../src/terminal/cell.ts";
import { createStyle } from "../../src/terminal/style.ts";
import { type Column, createTable, renderRecord, renderTable } from "../../src/terminal/table.ts";

const plain = await createStyle({ color: false });
const colored = await createStyle({ color: true });

interface Row {
  readonly id: string;
  readonly cents: number;
  readonly name?: string;
}

const columns: readonly Column<Row>[] = [
  { key: "id", label: "Id", cell: ({ id }) => cell.text(id) },
  { key: "amount", label: "Amount", cell: ({ cents }) => cell.money(cents) },
  { key: "name", label: "Payer", cell: ({ name }) => cell.text(name) },
];
const rows: readonly Row[] = [
  { id: "a1", cents: 1990, name: "João" },
  { id: "b22", cents: 123456, name: "日本" },
  { id: "c", cents: 5 },
];

const fields = [
  { key: "id", label: "Id", cell: cell.text("a1") },
  { key: "amount", label: "Amount", cell: cell.money(1990) },
  { key: "code", label: "Copy and paste", cell: cell.text("0002".repeat(30)) },
  { key: "none", label: "Paid at", cell: cell.time(null) },
];

describe("a record", () => {
  it("has its values one below the other, and never cuts one", () => {
    expect(renderRecord(fields, { style: plain, columns: 80 }).split("\n")).toEqual([
      "Id              a1",
      "Amount          R$ 19,90",
      `Copy and paste  ${"0002".repeat(30)}`,
      "Paid at         -",
    ]);
  });

  it("has one field a line under 60 columns, a long value on lines of its own", () => {
    expect(renderRecord(fields, { style: plain, columns: 59 }).split("\n")).toEqual([
      "Id: a1",
      "Amount: R$ 19,90",
      "Copy and paste:",
      `  ${"0002".repeat(30)}`,
      "Paid at: -",
    ]);
  });

  it("is aligned the same with colours", () => {
    const painted = renderRecord(fields, { style: colored, columns: 80 });
    expect(painted).toContain("\u001b[");
    expect(stripVTControlCharacters(painted)).toBe(
      renderRecord(fields, { style: plain, columns: 80 }),
    );
  });

  it("of no fields is empty", () => {
    expect(renderRecord([], { style: plain, columns: 80 })).toBe("");
  });
});

describe("a table", () => {
  it("aligns its columns, amounts to the right, by what a terminal shows of each character", async () => {
    const table = await renderTable(rows, columns, { style: plain, columns: 80 });
    expect(table.split("\n")).toEqual([
      "Id        Amount  Payer",
      "a1      R$ 19,90  João",
      "b22  R$ 1.234,56  日本",
      "c        R$ 0,05  -",
    ]);
  });

  it("has no escape sequence of its own", async () => {
    const table = await renderTable(rows, columns, { style: plain, columns: 80 });
    expect(table).not.toContain("\u001b");
    expect(table).not.toContain("\u00a0");
  });

  it("is aligned the same with colours", async () => {
    const table = await renderTable(rows, columns, { style: colored, columns: 80 });
    expect(table).toContain("\u001b[1mId\u001b[22m");
    expect(stripVTControlCharacters(table)).toBe(
      await renderTable(rows, columns, { style: plain, columns: 80 }),
    );
  });

  it("is one field a line under 60 columns", async () => {
    const table = await renderTable(rows.slice(0, 2), columns, { style: plain, columns: 59 });
    expect(table.split("\n")).toEqual([
      "Id: a1",
      "Amount: R$ 19,90",
      "Payer: João",
      "",
      "Id: b22",
      "Amount: R$ 1.234,56",
      "Payer: 日本",
    ]);
  });

  it("fills the window to its last column and falls to one field a line one character later", async () => {
    const wide = (length: number): readonly Row[] => [{ id: "x".repeat(length), cents: 1 }];
    const room = 80 - "  R$ 0,01  Payer".length;
    const fits = await renderTable(wide(room), columns, { style: plain, columns: 80 });
    expect(Math.max(...fits.split("\n").map((line) => line.length))).toBe(80);
    const over = await renderTable(wide(room + 1), columns, { style: plain, columns: 80 });
    expect(over.split("\n")[0]).toBe(`Id      ${"x".repeat(room + 1)}`);
  });

  it("leaves secondary columns out before it gives up, the last one first", async () => {
    const secondary = columns.map((column) => ({ ...column, secondary: column.key !== "id" }));
    const long: readonly Row[] = [{ id: "x".repeat(50), cents: 1, name: "y".repeat(20) }];
    const header = async (width: number): Promise<string | undefined> =>
      (await renderTable(long, secondary, { style: plain, columns: width })).split("\n")[0]?.trim();
    expect(await header(81)).toMatch(/^Id +Amount {2}Payer$/);
    expect(await header(80)).toMatch(/^Id +Amount$/);
    expect(await header(59 + 1)).toMatch(/^Id +Amount$/);
    expect(await renderTable(long, secondary, { style: plain, columns: 59 })).toContain(
      "Payer: yyyy",
    );
  });

  it("of no items is empty", async () => {
    expect(await renderTable([], columns, { style: plain, columns: 80 })).toBe("");
  });
});

describe("a table that comes page by page", () => {
  it("keeps the widths of its first page and has one header", async () => {
    const table = createTable(columns, { style: plain, columns: 80 });
    expect(await table.page(rows)).toContain("Id        Amount  Payer\n");
    expect(await table.page([{ id: "d", cents: 7, name: "Ana" }])).toBe("d        R$ 0,07  Ana");
    expect(await table.page([])).toBe("");
  });

  it("widens a column that needs it from there on", async () => {
    const table = createTable(columns, { style: plain, columns: 80 });
    await table.page([{ id: "a", cents: 1, name: "Ana" }]);
    expect(await table.page([{ id: "abcdef", cents: 1, name: "Ana" }])).toBe(
      "abcdef  R$ 0,01  Ana",
    );
    expect(await table.page([{ id: "b", cents: 1, name: "Ana" }])).toBe("b       R$ 0,01  Ana");
  });

  it("goes on with one field a line from the page that no longer fits", async () => {
    const table = createTable(columns, { style: plain, columns: 80 });
    await table.page(rows);
    const over = await table.page([{ id: "x".repeat(80), cents: 1 }]);
    expect(over).toBe(`\nId      ${"x".repeat(80)}\nAmount  R$ 0,01\nPayer   -`);
    expect(await table.page([{ id: "e", cents: 1 }])).toBe(
      "\nId      e\nAmount  R$ 0,01\nPayer   -",
    );
  });
});
