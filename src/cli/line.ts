/** A command line that was understood. */
export interface CommandLine {
  /** The command's words below `pix`, such as `pix create`. */
  readonly command: string;
  /** Its own flags and operands, as its body takes them. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Those, and the flags that every command takes. */
  readonly flags: Readonly<Record<string, unknown>>;
}

/** The part of cli.ts that plain command lines need: plain.ts reads them with it, without commander. */
export interface Declared {
  readonly everywhere: readonly DeclaredOption[];
  /** By the command's words. */
  readonly commands: Readonly<Record<string, DeclaredCommand>>;
}

export interface DeclaredCommand {
  readonly options: readonly DeclaredOption[];
  readonly operands: readonly DeclaredOperand[];
}

export interface DeclaredOption {
  /** `--amount`, and `-p` where it has a short one. */
  readonly names: readonly string[];
  /** What its value is called in the input. */
  readonly property: string;
  readonly value: "none" | "optional" | "required" | "many";
  /** What it stands at from the beginning, and what being there makes of it. */
  readonly absent?: boolean;
  readonly present?: boolean;
  readonly choices?: readonly string[];
  /** The command does nothing without it. */
  readonly mandatory?: boolean;
}

export interface DeclaredOperand {
  readonly name: string;
  readonly required: boolean;
  readonly many: boolean;
  readonly choices?: readonly string[];
}
