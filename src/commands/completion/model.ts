import type { CommandArgument, CommandNode, CommandOption } from "../../domain/command-tree.ts";

/** What can stand where a value is expected. */
export type Value =
  | { readonly kind: "none" | "text" | "files" | "profiles" }
  | { readonly kind: "words"; readonly words: readonly string[] };

export interface Named {
  readonly name: string;
  readonly description: string;
}

export interface Flag {
  /** `--profile`, then `-p`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly value: Value;
  /** What help calls the value. */
  readonly label: string;
  readonly argument: "none" | "optional" | "required";
  readonly repeatable: boolean;
}

export interface Operand {
  readonly label: string;
  readonly value: Value;
  readonly variadic: boolean;
}

/** A command, as a shell completes it. */
export interface Place {
  /** `pix withdraw create`. */
  readonly path: string;
  readonly subcommands: readonly Named[];
  /** Without those that every command takes. */
  readonly flags: readonly Flag[];
  readonly operands: readonly Operand[];
}

export interface Model {
  readonly program: string;
  /** The program itself, then every command, each before what is below it. */
  readonly places: readonly Place[];
  readonly everywhere: readonly Flag[];
}

/** Everything that the scripts of all shells are made from. */
export function modelOf(root: CommandNode): Model {
  return {
    program: root.name,
    everywhere: root.options.map(flagOf),
    places: [{ ...placeOf(root, root.name), flags: [] }, ...placesBelow(root, root.name)],
  };
}

function placesBelow(node: CommandNode, path: string): readonly Place[] {
  return node.subcommands.flatMap((below) => {
    const place = placeOf(below, `${path} ${below.name}`);
    return [place, ...placesBelow(below, place.path)];
  });
}

function placeOf(node: CommandNode, path: string): Place {
  return {
    path,
    subcommands: node.subcommands.map(({ name, description }) => ({ name, description })),
    flags: node.options.map(flagOf),
    operands: node.arguments.map((argument) => operandOf(argument, path)),
  };
}

function flagOf(option: CommandOption): Flag {
  const { long, short, description, argument, repeatable, value, choices } = option;
  return {
    names: [long, short].filter((name) => name !== undefined),
    description,
    value: argument === "none" ? { kind: "none" } : valueOf({ choices, long, label: value ?? "" }),
    label: value ?? "",
    argument,
    repeatable,
  };
}

function valueOf(option: {
  readonly choices: readonly string[];
  readonly long: string | undefined;
  readonly label: string;
}): Value {
  if (option.choices.length > 0) return { kind: "words", words: option.choices };
  if (option.long === "--profile") return { kind: "profiles" };
  return { kind: option.label === "file" ? "files" : "text" };
}

function operandOf({ name, variadic, choices }: CommandArgument, path: string): Operand {
  const isProfile = name === "name" && path.includes(" profiles ");
  const value: Value =
    choices.length > 0
      ? { kind: "words", words: choices }
      : { kind: isProfile ? "profiles" : "text" };
  return { label: name, value, variadic };
}
