import { Command, CommanderError } from "commander";
import type { Option } from "commander";
import { DryRun, unsentRequest } from "./api/dry-run.ts";
import { createProgram } from "./cli.ts";
import type { Bind } from "./cli/declare.ts";
import type { GlobalFlags } from "./context.ts";
import type { CommandNode, CommandOption } from "./domain/command-tree.ts";
import { EXIT, LocalError, UsageError } from "./errors.ts";
import { fromCommander, globalFlags, guessedFlags } from "./flags.ts";
import type { Host } from "./host.ts";
import { report } from "./terminal/report.ts";
import { createSink } from "./terminal/stream.ts";
import { en } from "./text/en.ts";
import type { Text } from "./text/text.ts";
import { createContext } from "./wiring.ts";

/** Runs one command line and gives its exit code; whatever fails is told on stderr, nothing is thrown. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const text = en;
  let flags: GlobalFlags | undefined;
  const on: Bind =
    (load) =>
    async (...received) => {
      const command = received.at(-1);
      if (!(command instanceof Command)) throw new Error("commander gave no command");
      flags = globalFlags(command.optsWithGlobals(), text);
      const context = await createContext({
        host,
        flags,
        text,
        tree: () => treeOf(rootOf(command)),
      });
      try {
        const work = await load();
        await work(context, inputOf(command)).catch(async (error: unknown) => {
          if (!(error instanceof DryRun)) throw error;
          const { showUnsent } = await import("./terminal/unsent.ts");
          await showUnsent(unsentRequest(error.request), context.output, text);
        });
        await context.output.flush();
      } finally {
        await context.dispose();
      }
    };
  const stdout = createSink(host.stdout);
  try {
    const program = createProgram(host, text, on);
    await program.parseAsync(helpAsFlag(program, argv, text), { from: "user" }).catch(shown);
    await stdout.flush().catch((error: unknown) => {
      const said = text.terminal.outputFailed(error instanceof Error ? error.message : "");
      throw new LocalError(said.message, { hint: said.hint, cause: error });
    });
    return EXIT.ok;
  } catch (error) {
    return report(fromCommander(error, text), {
      host,
      text,
      flags: flags ?? guessedFlags(argv),
    });
  }
}

/** Commander throws also where it did what it was asked for: help and the version. */
function shown(error: unknown): void {
  const done = error instanceof CommanderError && error.exitCode === 0;
  if (!done && !(error instanceof CommanderError && error.code === "commander.help")) throw error;
}

/** `pix help pix create` is `pix pix create --help`; a name that is none is a slip, at any depth. */
function helpAsFlag(program: Command, argv: readonly string[], text: Text): readonly string[] {
  const at = argv.indexOf("help");
  const named = (from: Command, name: string): Command | undefined =>
    from.commands.find((each) => each.name() === name);
  let command: Command | undefined = program;
  for (const name of argv.slice(0, Math.max(at, 0))) command = command && named(command, name);
  if (at === -1 || command === undefined) return argv;
  const names = argv.slice(at + 1).filter((word) => !word.startsWith("-"));
  for (const name of names) {
    const next = named(command, name);
    if (next === undefined) {
      throw new UsageError(text.flags.unknownCommand(name), { hint: text.flags.seeHelp });
    }
    command = next;
  }
  return [...argv.slice(0, at), ...names, "--help"];
}

/** The flags and operands of a command as its body declares them: the declarations above are their source. */
function inputOf<Input>(command: Command): Input {
  const values: readonly unknown[] = command.processedArgs;
  const operands = command.registeredArguments.map((argument, index): [string, unknown] => [
    argument.name(),
    values[index],
  ]);
  return { ...command.opts(), ...Object.fromEntries(operands) } as Input;
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

/** What is declared in cli.ts, as data; the root's flags are those that every command takes. */
function treeOf(command: Command): CommandNode {
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
  const { flags, long, short, description, required, optional, variadic, argChoices } = option;
  return {
    flags,
    long,
    short,
    description,
    choices: argChoices ?? [],
    argument: required ? "required" : optional ? "optional" : "none",
    value: /[<[]([^>\].]+)/.exec(flags)?.[1],
    // Commander checks choices with a parser; any other one of this program's collects values.
    repeatable: variadic || (option.parseArg !== undefined && argChoices === undefined),
    isGlobal,
  };
}
