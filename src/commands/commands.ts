import type { Context } from "../context.ts";
import type { CommandNode, CommandOption } from "../domain/command-tree.ts";
import { EXIT } from "../errors.ts";
import { cell } from "../terminal/cell.ts";
import type { ListPage } from "../terminal/output.ts";
import { safe } from "../terminal/safe.ts";
import type { Column } from "../terminal/table.ts";
import type { Text } from "../text/text.ts";
import { version } from "../version.ts";

/** Lists every command and flag: for programs all that is known of them, for a person an indented list. */
export async function commands(context: Context, _input: object): Promise<void> {
  const { output, text } = context;
  const tree = await context.tree();
  switch (output.form) {
    case "json":
    case "jsonl": {
      const raw = { version, exit_codes: exitCodes(text), ...documentOf(tree, tree.name) };
      await output.record({ raw, text: JSON.stringify(raw) }, []);
      return;
    }
    case "human":
      output.raw(listed(tree, 0));
      return;
    case "csv":
    case "tsv":
      await output.list(onePage(rowsOf(tree, tree.name)), columnsOf(text), { empty: "" });
  }
}

type Json = Readonly<Record<string, unknown>>;

function documentOf(node: CommandNode, command: string): Json {
  return {
    name: node.name,
    command,
    description: node.description,
    arguments: node.arguments.map((argument) => ({ ...argument })),
    flags: node.options.map(flagOf),
    commands: node.subcommands.map((below) => documentOf(below, `${command} ${below.name}`)),
  };
}

function flagOf({ isGlobal, long, short, value, ...option }: CommandOption): Json {
  return {
    ...option,
    long: long ?? null,
    short: short ?? null,
    value: value ?? null,
    global: isGlobal,
  };
}

function exitCodes({ commands: { exits } }: Text): readonly Json[] {
  const meanings: Readonly<Record<string, string>> = exits;
  return Object.entries(EXIT).map(([name, code]) => ({
    code,
    name,
    meaning: meanings[name] ?? null,
  }));
}

function listed(node: CommandNode, depth: number): string {
  const indent = "  ".repeat(depth);
  const operands = node.arguments.map(({ name, required, variadic }) => {
    const shown = variadic ? `${name}...` : name;
    return required ? ` <${shown}>` : ` [${shown}]`;
  });
  const own = `${indent}${node.name}${operands.join("")}: ${node.description}\n`;
  const flags = node.options.map(
    ({ flags: shown, choices }) =>
      `${indent}    ${shown}${choices.length === 0 ? "" : ` (${choices.join(", ")})`}\n`,
  );
  const below = node.subcommands.map((one) => listed(one, depth + 1));
  return [own, ...flags, ...below].join("");
}

interface Row {
  readonly command: string;
  readonly node: CommandNode;
}

function rowsOf(node: CommandNode, command: string): readonly Row[] {
  const below = node.subcommands.flatMap((one) => rowsOf(one, `${command} ${one.name}`));
  return [{ command, node }, ...below];
}

function columnsOf({ commands: { labels } }: Text): readonly Column<Row>[] {
  return [
    { key: "command", label: labels.command, cell: ({ command }) => cell.text(command) },
    {
      key: "description",
      label: labels.description,
      cell: ({ node }) => cell.text(node.description),
    },
    {
      key: "flags",
      label: labels.flags,
      cell: ({ node }) => cell.text(node.options.map(({ flags }) => safe(flags)).join("; ")),
    },
  ];
}

async function* onePage(rows: readonly Row[]): AsyncGenerator<ListPage<Row>, void, undefined> {
  const items = rows.map((value) => {
    const raw = documentOf(value.node, value.command);
    return { value, document: { raw, text: JSON.stringify(raw) } };
  });
  const raw = items.map(({ document }) => document.raw);
  yield { document: { raw, text: JSON.stringify(raw) }, items };
}
