/** A command with everything below it, as plain data: what shells complete and other programs read. */
export interface CommandNode {
  readonly name: string;
  readonly description: string;
  /** Its own; the root's are those that every command takes. */
  readonly options: readonly CommandOption[];
  readonly arguments: readonly CommandArgument[];
  readonly subcommands: readonly CommandNode[];
}

export interface CommandOption {
  /** As help shows it: `-p, --profile <name>`. */
  readonly flags: string;
  /** `--profile`. */
  readonly long: string | undefined;
  /** `-p`. */
  readonly short: string | undefined;
  readonly description: string;
  /** The only values it takes; empty where it takes any. */
  readonly choices: readonly string[];
  readonly argument: "none" | "optional" | "required";
  /** What help calls its value: `name`. */
  readonly value: string | undefined;
  readonly repeatable: boolean;
  /** Every command takes it, before and after its name. */
  readonly isGlobal: boolean;
}

export interface CommandArgument {
  readonly name: string;
  readonly required: boolean;
  readonly variadic: boolean;
  readonly choices: readonly string[];
}
