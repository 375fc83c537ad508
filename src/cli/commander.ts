import { CommanderError } from "commander";
import type { Command } from "commander";
import { createProgram } from "../cli.ts";
import type { CommandNode } from "../domain/command-tree.ts";
import { UsageError } from "../errors.ts";
import type { Host } from "../host.ts";
import type { Text } from "../text/text.ts";
import { pageOf, treeOf, wordsOf } from "./declaration.ts";
import { renderHelp } from "./help.ts";
import type { CommandLine } from "./line.ts";

/**
 * Reads any command line; undefined where it asked for help or the version, which are shown then. A slip is a
 * UsageError.
 */
export async function readLine(
  argv: readonly string[],
  { stdout }: Pick<Host, "stdout">,
  text: Text,
): Promise<CommandLine | undefined> {
  let line: CommandLine | undefined;
  const program = createProgram(text);
  prepare(program, stdout, text, (command) => {
    line = {
      command: wordsOf(command).join(" "),
      input: { ...command.opts(), ...operandsOf(command) },
      flags: command.optsWithGlobals(),
    };
  });
  try {
    await program.parseAsync(helpAsFlag(program, argv, text), { from: "user" });
  } catch (error) {
    if (!hasShown(error)) throw fromCommander(error, text);
  }
  return line;
}

/** What is declared in cli.ts, as data; the root's flags are those that every command takes. */
export function commandTree(text: Text): CommandNode {
  return treeOf(createProgram(text));
}

/** What commander cannot hand down by itself from a command to those below it. */
function prepare(
  command: Command,
  stdout: Host["stdout"],
  text: Text,
  run: (command: Command) => void,
): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (help) => stdout.write(help),
      // Only the help of a command that lacks its subcommand comes this way: it is what was asked for.
      writeErr: (help) => stdout.write(help),
      outputError: () => undefined,
    })
    .configureHelp({ formatHelp: (shown) => renderHelp(pageOf(shown, text), stdout) })
    .showSuggestionAfterError();
  if (command.commands.length === 0) command.action(() => run(command));
  for (const below of command.commands) prepare(below, stdout, text, run);
}

/** Commander throws also where it did what it was asked for: help and the version. */
function hasShown(error: unknown): boolean {
  if (!(error instanceof CommanderError)) return false;
  return error.exitCode === 0 || error.code === "commander.help";
}

/** Commander's own complaint becomes a usage error in this tool's form; any other error passes through. */
function fromCommander(error: unknown, text: Text): unknown {
  if (!(error instanceof CommanderError)) return error;
  const message = error.message.replace(/^error: /, "").replace(/\n\(/, " (");
  return new UsageError(message, { hint: text.flags.seeHelp, cause: error });
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

function operandsOf(command: Command): Readonly<Record<string, unknown>> {
  const values: readonly unknown[] = command.processedArgs;
  return Object.fromEntries(
    command.registeredArguments.map((argument, index) => [argument.name(), values[index]]),
  );
}
