import { describe, expect, it } from "vitest";
import { cell } from "../../src/terminal/cell.ts";
import {
  createOutput,
  type Document,
  type Form,
  type ListPage,
} from "../../src/terminal/output.ts";
import type { Column, Field } from "../../src/terminal/table.ts";
import { HOSTILE, obeyed } from "./hostile.ts";
import { memoryStream, type Size } from "./streams.ts";

const FORMS: readonly Form[] = ["human", "json", "jsonl", "csv", "tsv"];
const WINDOW: Size = { isTTY: true, columns: 80, rows: 24 };

interface Charge {
  readonly id: string;
  readonly cents: number;
  readonly name: string | null;
}

const columns: readonly Column<Charge>[] = [
  { key: "id", label: "Id", cell: ({ id }) => cell.text(id) },
  { key: "amount", label: "Amount", cell: ({ cents }) => cell.money(cents) },
  { key: "name", label: "Payer", cell: ({ name }) => cell.text(name) },
];

async function opened(
  given: {
    readonly stdout?: Size;
    readonly stderr?: Size;
    readonly form?: Form;
    readonly query?: string;
    readonly quiet?: boolean;
    readonly header?: boolean;
    readonly color?: boolean;
  } = {},
) {
  const stdout = memoryStream(given.stdout);
  const stderr = memoryStream(given.stderr);
  const output = await createOutput({
    stdout,
    stderr,
    env: { TZ: "America/Sao_Paulo" },
    form: given.form,
    query: given.query,
    color: given.color,
    quiet: given.quiet ?? false,
    header: given.header ?? false,
  });
  return { output, stdout, stderr };
}

function documentOf(raw: unknown, text = JSON.stringify(raw)): Document {
  return { raw, text };
}

function charge(id: string, name: string | null = null): Charge {
  return { id, cents: 1990, name };
}

function page(...charges: readonly Charge[]): ListPage<Charge> {
  const raws = charges.map(({ id, name }) => ({ id, amount: 19.9, name }));
  return {
    document: documentOf({ data: raws, pagination: { has_more: false } }),
    items: charges.map((value, index) => ({ value, document: documentOf(raws[index]) })),
  };
}

async function* pages(...all: readonly ListPage<Charge>[]): AsyncGenerator<ListPage<Charge>> {
  yield* all;
}

const fields: readonly Field[] = [
  { key: "id", label: "Id", cell: cell.text("a1") },
  { key: "status", label: "Status", cell: cell.status("paid", "good") },
  { key: "amount", label: "Amount", cell: cell.money(1990) },
  { key: "paid_at", label: "Paid at", cell: cell.time("2026-11-21T10:24:28Z") },
  { key: "note", label: "Note", cell: cell.text('a, "b"') },
];
const document = documentOf(
  { id: "a1", status: "paid", amount: 19.9, unknown: { nested: [1] } },
  '{"id":"a1","status":"paid","amount":19.90,"unknown":{"nested":[1]},"big":12345678901234567890}',
);

describe("the form of a result", () => {
  it("is for a person in a terminal and TSV in a pipe", async () => {
    expect((await opened({ stdout: WINDOW })).output.form).toBe("human");
    expect((await opened()).output.form).toBe("tsv");
  });

  it("is what was asked for, and JSON where a query was", async () => {
    expect((await opened({ stdout: WINDOW, form: "csv" })).output.form).toBe("csv");
    expect((await opened({ stdout: WINDOW, query: "id" })).output.form).toBe("json");
    expect((await opened({ form: "jsonl", query: "id" })).output.form).toBe("jsonl");
  });

  it("knows the window, and takes 80 by 24 where there is none or it does not tell", async () => {
    const { output } = await opened({ stdout: { isTTY: true, columns: 132, rows: 50 } });
    expect([output.isTerminal, output.columns, output.rows]).toEqual([true, 132, 50]);
    const piped = (await opened()).output;
    expect([piped.isTerminal, piped.columns, piped.rows]).toEqual([false, 80, 24]);
    const blind = (await opened({ stdout: { isTTY: true, columns: 0, rows: 0 } })).output;
    expect([blind.isTerminal, blind.columns, blind.rows]).toEqual([true, 80, 24]);
  });
});

describe("a record", () => {
  const written = async (given: Parameters<typeof opened>[0]): Promise<string> => {
    const { output, stdout, stderr } = await opened(given);
    await output.record(document, fields, { after: "afterwards" });
    await output.flush();
    expect(stderr.text()).toBe("");
    return stdout.text();
  };

  it("is aligned, coloured and in local time in a terminal, and `after` follows it", async () => {
    expect(await written({ stdout: WINDOW })).toBe(
      [
        "\u001b[2mId\u001b[22m       a1",
        "\u001b[2mStatus\u001b[22m   \u001b[32mpaid\u001b[39m",
        "\u001b[2mAmount\u001b[22m   R$ 19,90",
        "\u001b[2mPaid at\u001b[22m  2026-11-21 07:24:28 -03:00",
        '\u001b[2mNote\u001b[22m     a, "b"',
        "afterwards\n",
      ].join("\n"),
    );
  });

  it("is a key and a value a line in TSV", async () => {
    expect(await written({})).toBe(
      'id\ta1\nstatus\tpaid\namount\t19.90\npaid_at\t2026-11-21T10:24:28Z\nnote\ta, "b"\n',
    );
  });

  it("is a header and a row in CSV", async () => {
    expect(await written({ form: "csv" })).toBe(
      'id,status,amount,paid_at,note\na1,paid,19.90,2026-11-21T10:24:28Z,"a, ""b"""\n',
    );
  });

  it("is the service's own document in JSON, in a terminal and in a pipe alike", async () => {
    const expected = `{
  "id": "a1",
  "status": "paid",
  "amount": 19.90,
  "unknown": {
    "nested": [
      1
    ]
  },
  "big": 12345678901234567890
}
`;
    expect(await written({ form: "json" })).toBe(expected);
    expect(await written({ form: "json", stdout: WINDOW })).toBe(expected);
    expect(await written({ form: "jsonl" })).toBe(`${document.text}\n`);
  });

  it("is what the query finds: bare for a string or a number, JSON for the rest", async () => {
    expect(await written({ query: "status" })).toBe("paid\n");
    expect(await written({ query: "amount" })).toBe("19.9\n");
    expect(await written({ query: "nothing.here" })).toBe("null\n");
    expect(await written({ query: "status == 'paid'" })).toBe("true\n");
    expect(await written({ query: "[id, amount]" })).toBe('[\n  "a1",\n  19.9\n]\n');
    expect(await written({ query: "[id, amount]", form: "jsonl" })).toBe('["a1",19.9]\n');
  });
});

describe("a list", () => {
  const written = async (
    given: Parameters<typeof opened>[0],
    ...all: readonly ListPage<Charge>[]
  ): Promise<{ readonly stdout: string; readonly stderr: string }> => {
    const { output, stdout, stderr } = await opened(given);
    await output.list(pages(...all), columns, { empty: "No charges." });
    await output.flush();
    return { stdout: stdout.text(), stderr: stderr.text() };
  };
  const two = [page(charge("a", "Ana"), charge("b")), page(charge("c", "Bia, a 1ª"))] as const;

  it("is one table over all its pages for a person", async () => {
    const { stdout } = await written({ stdout: WINDOW, color: false }, ...two);
    expect(stdout.split("\n")).toEqual([
      "Id    Amount  Payer",
      "a   R$ 19,90  Ana",
      "b   R$ 19,90  -",
      "c   R$ 19,90  Bia, a 1ª",
      "",
    ]);
  });

  it("is rows without a header in TSV unless it is asked for, and always with one in CSV", async () => {
    const rows = "a\t19.90\tAna\nb\t19.90\t\nc\t19.90\tBia, a 1ª\n";
    expect((await written({}, ...two)).stdout).toBe(rows);
    expect((await written({ header: true }, ...two)).stdout).toBe(`id\tamount\tname\n${rows}`);
    expect((await written({ form: "csv" }, ...two)).stdout).toBe(
      'id,amount,name\na,19.90,Ana\nb,19.90,\nc,19.90,"Bia, a 1ª"\n',
    );
  });

  it("is the page's own document in JSON when there is one page, else all items in one", async () => {
    const one = await written({ form: "json" }, two[0]);
    expect(one.stdout).toBe(`${JSON.stringify(two[0].document.raw, null, 2)}\n`);
    const all = await written({ form: "json" }, ...two, page(), page(charge("d")));
    const data = ["a", "b", "c", "d"].map((id) => ({
      id,
      amount: 19.9,
      name: { a: "Ana", c: "Bia, a 1ª" }[id] ?? null,
    }));
    expect(all.stdout).toBe(`${JSON.stringify({ data }, null, 2)}\n`);
  });

  it("is an item a line in JSON lines", async () => {
    expect((await written({ form: "jsonl" }, ...two)).stdout).toBe(
      '{"id":"a","amount":19.9,"name":"Ana"}\n{"id":"b","amount":19.9,"name":null}\n' +
        '{"id":"c","amount":19.9,"name":"Bia, a 1ª"}\n',
    );
  });

  it("is what the query finds in each page, or in each item in JSON lines", async () => {
    expect((await written({ query: "length(data)" }, ...two)).stdout).toBe("2\n1\n");
    expect((await written({ query: "id", form: "jsonl" }, ...two)).stdout).toBe("a\nb\nc\n");
  });

  it("says that it is empty on stderr, to a person alone", async () => {
    expect(await written({ stdout: WINDOW }, page())).toEqual({
      stdout: "",
      stderr: "No charges.\n",
    });
    expect(await written({ stdout: WINDOW, quiet: true })).toEqual({ stdout: "", stderr: "" });
    expect(await written({})).toEqual({ stdout: "", stderr: "" });
    expect((await written({ form: "csv" })).stdout).toBe("id,amount,name\n");
    expect((await written({ form: "json" })).stdout).toBe('{\n  "data": []\n}\n');
    expect((await written({ form: "jsonl" })).stdout).toBe("");
  });

  it("writes each page, and each JSON line, before it asks for the next page", async () => {
    for (const form of ["human", "jsonl", "csv", "tsv"] as const) {
      const { output, stdout } = await opened({ form });
      const seen: string[] = [];
      const asked = async function* (): AsyncGenerator<ListPage<Charge>> {
        yield page(charge("first"));
        seen.push(stdout.text());
        yield page(charge("second"));
      };
      await output.list(asked(), columns, { empty: "" });
      expect(seen[0]).toContain("first");
      expect(stdout.text()).toContain("second");
    }
  });

  it("does not end its JSON when a later page fails, so that a part is not taken for the whole", async () => {
    const { output, stdout } = await opened({ form: "json" });
    const failing = async function* (): AsyncGenerator<ListPage<Charge>> {
      yield page(charge("a"));
      yield page(charge("b"));
      throw new Error("the third page");
    };
    await expect(output.list(failing(), columns, { empty: "" })).rejects.toThrow("the third page");
    expect((): unknown => JSON.parse(stdout.text())).toThrow();
  });
});

describe("what is said besides the result", () => {
  it("goes to stderr, and a note not at all with --quiet", async () => {
    const { output, stdout, stderr } = await opened({ quiet: true });
    output.note("a note");
    output.warn("a warning");
    await output.flush();
    expect([stdout.text(), stderr.text()]).toEqual(["", "a warning\n"]);
  });

  it("is coloured by what stderr is, not by what stdout is", async () => {
    const piped = await opened({ stderr: WINDOW });
    piped.output.warn("a warning");
    expect(piped.stderr.text()).toBe("\u001b[33ma warning\u001b[39m\n");
    const logged = await opened({ stdout: WINDOW });
    logged.output.warn("a warning");
    expect(logged.stderr.text()).toBe("a warning\n");
  });

  it("keeps its own line feeds and nothing else that a terminal obeys", async () => {
    const { output, stderr } = await opened();
    output.note("one\ntwo\u001b[2J");
    expect(stderr.text()).toBe("one\ntwo\\x1b[2J\n");
  });
});

describe("hostile text from the service", () => {
  it.each(HOSTILE)("is harmless in every form and every window: $name", async ({ text }) => {
    const raw = { id: text, [text]: text, name: text };
    const hostileFields: readonly Field[] = [
      { key: text, label: text, cell: cell.text(text) },
      { key: "time", label: "Time", cell: cell.time(text) },
      { key: "amount", label: "Amount", cell: cell.money(undefined, text) },
      { key: "status", label: "Status", cell: cell.status(text, "bad") },
    ];
    const item = { value: charge(text, text), document: documentOf(raw) };
    const hostilePage = { document: documentOf({ data: [raw] }), items: [item] };
    for (const form of FORMS) {
      for (const size of [{}, { ...WINDOW }, { ...WINDOW, columns: 40 }]) {
        const { output, stdout, stderr } = await opened({ form, stdout: size, color: false });
        await output.record(documentOf(raw), hostileFields);
        await output.list(pages(hostilePage, hostilePage), columns, { empty: text });
        await output.list(pages(), columns, { empty: text });
        output.line(text);
        output.note(text);
        output.warn(text);
        await output.flush();
        // The tabs and line feeds that stay are those of the form itself.
        const own = form === "tsv" ? /[\t\n]/g : /\n/g;
        expect(obeyed(stdout.text().replaceAll(own, ""))).toEqual([]);
        expect(obeyed(stderr.text().replaceAll("\n", ""))).toEqual([]);
      }
    }
  });

  it.each(HOSTILE)("adds no line and no column to TSV and CSV: $name", async ({ text }) => {
    for (const [form, separator] of [
      ["tsv", "\t"],
      ["csv", ","],
    ] as const) {
      const { output, stdout } = await opened({ form });
      const value = charge("a", text.replaceAll(/[,"]/g, ""));
      const item = { value, document: documentOf({}) };
      await output.list(pages({ document: documentOf({}), items: [item] }), columns, { empty: "" });
      const lines = stdout.text().split("\n");
      expect(lines).toHaveLength(form === "csv" ? 3 : 2);
      expect(lines.at(-2)?.split(separator)).toHaveLength(3);
    }
  });

  it.each(HOSTILE)("is harmless when a query finds it: $name", async ({ text }) => {
    for (const query of ["name", "@", "[name]", "{a: name}", "keys(@)"]) {
      const { output, stdout } = await opened({ query });
      await output.record(documentOf({ name: text, [text]: 1 }), []);
      expect(obeyed(stdout.text().replaceAll("\n", ""))).toEqual([]);
    }
  });
});
