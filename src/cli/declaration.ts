import type { Command, Option } from "commander";
import type { CommandNode, CommandOption } from "../domain/command-tree.ts";
import type { Text } from "../text/text.ts";
import { version } from "../version.ts";
import type { HelpPage, HelpPages, HelpSection } from "./help.ts";
import type { Declared, DeclaredCommand, DeclaredOption } from "./line.ts";

/** A command's own words and those of what it belongs to, without the program's. */
export function wordsOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}

/** What is declared in cli.ts, as data; the root's flags are those that every command takes. */
export function treeOf(command: Command): CommandNode {
  const help = command.createHelp();
  const isRoot = command.parent === null;
  const options = isRoot ? help.visibleOptions(command) : command.options;
  const commands = isRoot ? help.visibleCommands(command) : command.commands;
  const named = commands.map((one) => one.name());
  return {
    name: command.name(),
    description: command.description(),
    options: options.filter(({ hidden }) => !hidden).map((option) => optionOf(option, isRoot)),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      required: argument.required,
      variadic: argument.variadic,
      choices: argument.argChoices ?? [],
    })),
    subcommands: commands.map((one) =>
      // Commander makes this one itself, only to be shown.
      isRoot && !command.commands.includes(one) ? helpOf(one, named) : treeOf(one),
    ),
  };
}

function helpOf(command: Command, names: readonly string[]): CommandNode {
  const { name, description, arguments: operands } = treeOf(command);
  const choices = names.filter((other) => other !== name);
  const named = operands.map(({ name: operand, required, variadic }) => ({
    name: operand,
    required,
    variadic,
    choices,
  }));
  return { name, description, options: [], arguments: named, subcommands: [] };
}

function optionOf(option: Option, isGlobal: boolean): CommandOption {
  const { flags, long, short, description, required, optional, argChoices } = option;
  return {
    flags,
    long,
    short,
    description,
    choices: argChoices ?? [],
    argument: required ? "required" : optional ? "optional" : "none",
    value: /[<[]([^>\].]+)/.exec(flags)?.[1],
    repeatable: isRepeatable(option),
    isGlobal,
  };
}

/** What help says of a command; what every command takes ends the page, but for the program's own. */
export function pageOf(command: Command, text: Text): HelpPage {
  const page = ownPageOf(command, text);
  const root = rootOf(command);
  return command === root
    ? page
    : { ...page, sections: [...page.sections, everywhereOf(root, text)] };
}

/** The help of every command, for a build to keep. */
export function helpPagesOf(root: Command, text: Text): HelpPages {
  const pages = allOf(root).map((command): [string, HelpPage] => [
    wordsOf(command).join(" "),
    ownPageOf(command, text),
  ]);
  return { version, pages: Object.fromEntries(pages), everywhere: everywhereOf(root, text) };
}

/** What it takes to read a plain command line, for a build to keep. */
export function declaredOf(root: Command): Declared {
  const leaves = allOf(root).filter(({ commands }) => commands.length === 0);
  const version = root.options.filter((option) => option.attributeName() !== "version");
  return {
    everywhere: version.map(declaredOption),
    commands: Object.fromEntries(
      leaves.map((command) => [wordsOf(command).join(" "), declaredCommand(command)]),
    ),
  };
}

function allOf(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function ownPageOf(command: Command, { help: { titles } }: Text): HelpPage {
  const help = command.createHelp();
  const sections: readonly HelpSection[] = [
    {
      title: titles.arguments,
      items: help
        .visibleArguments(command)
        .map((argument) => [help.argumentTerm(argument), help.argumentDescription(argument)]),
    },
    {
      title: titles.options,
      items: help
        .visibleOptions(command)
        .map((option) => [help.optionTerm(option), help.optionDescription(option)]),
    },
    {
      title: titles.commands,
      items: help
        .visibleCommands(command)
        .map((below) => [help.subcommandTerm(below), help.subcommandDescription(below)]),
    },
  ];
  return {
    usage: `${titles.usage} ${help.commandUsage(command)}`,
    description: help.commandDescription(command),
    sections: sections.filter(({ items }) => items.length > 0),
  };
}

function everywhereOf(root: Command, { help: { titles } }: Text): HelpSection {
  const help = root.createHelp();
  const options = help.visibleOptions(root).filter(({ long }) => long !== "--help");
  return {
    title: titles.everywhere,
    items: options.map((option) => [help.optionTerm(option), help.optionDescription(option)]),
  };
}

function declaredCommand(command: Command): DeclaredCommand {
  return {
    options: command.options.map(declaredOption),
    operands: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      required: argument.required,
      many: argument.variadic,
      ...(argument.argChoices === undefined ? {} : { choices: argument.argChoices }),
    })),
  };
}

function declaredOption(option: Option): DeclaredOption {
  const { long, short, required, optional, negate, mandatory, argChoices } = option;
  return {
    names: [long, short].filter((name) => name !== undefined),
    property: option.attributeName(),
    value: required ? (isRepeatable(option) ? "many" : "required") : optional ? "optional" : "none",
    ...(negate ? { absent: true, present: false } : {}),
    ...(argChoices === undefined ? {} : { choices: argChoices }),
    ...(mandatory ? { mandatory } : {}),
  };
}

/** Commander checks choices with a parser; any other one of this program's collects values. */
function isRepeatable({ variadic, parseArg, argChoices }: Option): boolean {
  return variadic || (parseArg !== undefined && argChoices === undefined);
}
