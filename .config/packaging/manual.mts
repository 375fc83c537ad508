import * as v from "valibot";
import type { manual, Entry } from "../../src/text/manual.ts";

/** How long a line of the source is at most; readers never see it. */
const COLUMNS = 78;

const argumentSchema = v.object({ name: v.string(), required: v.boolean(), variadic: v.boolean() });

const flagSchema = v.object({
  long: v.nullable(v.string()),
  short: v.nullable(v.string()),
  value: v.nullable(v.string()),
  argument: v.picklist(["none", "optional", "required"]),
  description: v.string(),
  choices: v.array(v.string()),
  repeatable: v.boolean(),
});

type Flag = v.InferOutput<typeof flagSchema>;

interface Command {
  readonly command: string;
  readonly description: string;
  readonly arguments: readonly v.InferOutput<typeof argumentSchema>[];
  readonly flags: readonly Flag[];
  readonly commands: readonly Command[];
}

const commandSchema: v.GenericSchema<unknown, Command> = v.object({
  command: v.string(),
  description: v.string(),
  arguments: v.array(argumentSchema),
  flags: v.array(flagSchema),
  commands: v.lazy(() => v.array(commandSchema)),
});

const exitSchema = v.object({ code: v.number(), meaning: v.nullable(v.string()) });

const treeSchema = v.object({
  name: v.string(),
  version: v.string(),
  exit_codes: v.array(exitSchema),
});

/**
 * The man page of everything that `pix commands --json` lists. It depends on that and on the sentences
 * alone: no date and no width stand in it.
 */
export function manualOf(json: string, said: typeof manual): string {
  const document: unknown = JSON.parse(json);
  const { name, version, exit_codes: exits } = v.parse(treeSchema, document);
  const root = v.parse(commandSchema, document);
  const { titles, synopsis } = said;
  const shown = [
    `.TH ${name.toUpperCase()} 1 "" "${name} ${version}" "${said.section}"`,
    ...section(titles.name, [`${roff(name)} \\- ${roff(said.purpose)}`]),
    ...section(titles.synopsis, [
      `.B ${name}`,
      `.I ${synopsis.command}`,
      `[\\fI${synopsis.operands}\\fR] [\\fI${synopsis.flags}\\fR]`,
    ]),
    ...section(titles.description, [
      ...prose(root.description),
      ...said.description.flatMap(prose),
    ]),
    ...section(titles.flags, [
      ...prose(said.flags),
      ...root.flags.flatMap((one) => flag(one, said)),
    ]),
    ...section(
      titles.commands,
      root.commands.flatMap((one) => commands(one, said)),
    ),
    ...section(
      titles.exits,
      exits.flatMap(({ code, meaning }) => entry(bold(String(code)), meaning ?? "")),
    ),
    ...section(titles.environment, entries(said.environment)),
    ...section(titles.files, entries(said.files)),
    ...section(titles.examples, said.examples.flatMap(example).slice(1)),
    ...section(titles.more, prose(said.more)),
  ];
  return `${shown.join("\n")}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return [`.SH ${title}`, ...lines];
}

/** A command and all below it; one that only holds others is left to them. */
function commands(command: Command, said: typeof manual): readonly string[] {
  const own = [
    `.SS ${roff(command.command)}${command.arguments.map(operand).join("")}`,
    ...prose(command.description),
    ...command.flags.flatMap((one) => flag(one, said)),
  ];
  return [...own, ...command.commands.flatMap((one) => commands(one, said))];
}

function operand({ name, required, variadic }: Command["arguments"][number]): string {
  const shown = `\\fI${roff(name)}\\fR${variadic ? "..." : ""}`;
  return required ? ` ${shown}` : ` [${shown}]`;
}

function flag(one: Flag, said: typeof manual): readonly string[] {
  const names = [one.short, one.long].filter((name) => name !== null).map(bold);
  const value = `\\fI${roff(one.value ?? "")}\\fR`;
  const values = { none: "", optional: ` [${value}]`, required: ` ${value}` };
  const meaning = [
    one.description,
    ...(one.choices.length === 0 ? [] : [said.choices(one.choices)]),
    ...(one.repeatable && !/repeated/.test(one.description) ? [said.repeatable] : []),
  ];
  return entry(names.join(", ") + values[one.argument], ...meaning);
}

function entries(listed: readonly Entry[]): readonly string[] {
  return listed.flatMap(({ name, meaning }) => entry(bold(name), meaning));
}

/** What is explained, and below it what it means; phrases become sentences. */
function entry(shown: string, ...meaning: readonly string[]): readonly string[] {
  return [".TP", shown, ...meaning.flatMap(prose)];
}

/** A command line is neither hyphenated nor justified: it is there to be typed. */
function example({ name, meaning }: Entry): readonly string[] {
  return [".PP", ...prose(meaning), ".PP", ".RS", ".EX", roff(name), ".EE", ".RE"];
}

function bold(words: string): string {
  return `\\fB${roff(words)}\\fR`;
}

/** A sentence begins a line, as every reader of man pages expects, and long ones are broken. */
function prose(words: string): readonly string[] {
  const ended = /[.:!?]$/.test(words) ? words : `${words}.`;
  return (ended.charAt(0).toUpperCase() + ended.slice(1))
    .split(/(?<=[.!?]) (?=[A-Z])/)
    .flatMap(broken)
    .map((line) => roff(line));
}

function broken(sentence: string): readonly string[] {
  const lines: string[] = [];
  for (const word of sentence.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/** Characters that roff would take for its own, or draw as another than the one that is typed. */
const ROFF: Readonly<Record<string, string>> = {
  "\\": String.raw`\e`,
  "-": String.raw`\-`,
  "'": String.raw`\(aq`,
  "`": String.raw`\(ga`,
  "^": String.raw`\(ha`,
  "~": String.raw`\(ti`,
  '"': String.raw`\(dq`,
};

function roff(words: string): string {
  const escaped = words.replaceAll(/[\\\-'`^~"]/g, (character) => ROFF[character] ?? character);
  const ascii = escaped.replaceAll(
    /[^\n -~]/gu,
    (character) =>
      `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
  return ascii.replace(/^\./, String.raw`\&.`);
}
