import type {
  CommandLine,
  Declared,
  DeclaredCommand,
  DeclaredOperand,
  DeclaredOption,
} from "./line.ts";

/**
 * Reads a command line that is written plainly, with no need of commander, which takes longer to load
 * than most commands to run. Undefined for all that leaves anything to decide: a slip, help, a value that
 * looks like a flag, several short flags in one word. Commander reads those; what both read, they read the
 * same.
 */
export function plainLine(argv: readonly string[], declared: Declared): CommandLine | undefined {
  const { everywhere } = declared;
  const globals = new Values(everywhere);
  const before = readWords(argv, [globals], isCommandWord(declared));
  if (before === undefined) return undefined;
  const command = before.operands.join(" ");
  const known = Object.hasOwn(declared.commands, command) ? declared.commands[command] : undefined;
  if (known === undefined) return undefined;
  const own = new Values(known.options);
  const after = readWords(argv.slice(before.read), [globals, own]);
  const operands = after && operandsOf(after.operands, known);
  if (operands === undefined || !own.complete()) return undefined;
  return {
    command,
    input: { ...own.given(), ...operands },
    flags: { ...own.given(), ...globals.given() },
  };
}

/** The values of one command's options. */
class Values {
  readonly #options = new Map<string, DeclaredOption>();
  readonly #values = new Map<string, unknown>();
  readonly #all: readonly DeclaredOption[];

  constructor(options: readonly DeclaredOption[]) {
    this.#all = options;
    for (const option of options) {
      for (const name of option.names) this.#options.set(name, option);
      if (option.absent !== undefined) this.#values.set(option.property, option.absent);
    }
  }

  find(name: string): DeclaredOption | undefined {
    return this.#options.get(name);
  }

  /** False where the option does not take this value. */
  take({ property, value, choices }: DeclaredOption, given: string | boolean): boolean {
    if (choices !== undefined && !choices.includes(String(given))) return false;
    const before = this.#values.get(property);
    const earlier: readonly unknown[] = Array.isArray(before) ? before : [];
    this.#values.set(property, value === "many" ? [...earlier, given] : given);
    return true;
  }

  complete(): boolean {
    return this.#all.every(({ mandatory, property }) => !mandatory || this.#values.has(property));
  }

  given(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }
}

interface Read {
  readonly operands: readonly string[];
  /** How many words that took. */
  readonly read: number;
}

/** Takes options and operands as long as there are words, or as long as the operands so far may go on. */
function readWords(
  words: readonly string[],
  values: readonly Values[],
  mayGoOn: (operands: readonly string[]) => boolean = () => true,
): Read | undefined {
  const operands: string[] = [];
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (!looksLikeOption(word)) {
      if (word === "help") return undefined;
      if (!mayGoOn([...operands, word])) break;
      operands.push(word);
      at += 1;
      continue;
    }
    const taken = readOption(words.slice(at), values);
    if (taken === undefined) {
      // An option of the command itself ends what may stand before it.
      if (values.length === 1 && operands.length > 0) break;
      return undefined;
    }
    at += taken;
  }
  return { operands, read: at };
}

/** How many words the option at the front took. */
function readOption(words: readonly string[], values: readonly Values[]): number | undefined {
  const [word = "", next] = words;
  const equals = word.startsWith("--") ? word.indexOf("=") : -1;
  const name = equals === -1 ? word : word.slice(0, equals);
  const owner = values.find((each) => each.find(name) !== undefined);
  const option = owner?.find(name);
  if (owner === undefined || option === undefined) return undefined;
  if (option.value === "none") {
    return equals === -1 && owner.take(option, option.present ?? true) ? 1 : undefined;
  }
  if (equals !== -1) return owner.take(option, word.slice(equals + 1)) ? 1 : undefined;
  // Before commander gives a word to an option, it has taken every flag that all commands know.
  if (next === undefined && option.value === "optional")
    return owner.take(option, true) ? 1 : undefined;
  if (next === undefined || looksLikeOption(next) || next === "help") return undefined;
  return owner.take(option, next) ? 2 : undefined;
}

function operandsOf(
  words: readonly string[],
  { operands }: DeclaredCommand,
): Readonly<Record<string, string | undefined>> | undefined {
  const fits = ({ required, many, choices }: DeclaredOperand, word: string | undefined): boolean =>
    !many && (word === undefined ? !required : (choices?.includes(word) ?? true));
  if (words.length > operands.length) return undefined;
  if (!operands.every((operand, index) => fits(operand, words[index]))) return undefined;
  return Object.fromEntries(operands.map(({ name }, index) => [name, words[index]]));
}

function isCommandWord({ commands }: Declared): (words: readonly string[]) => boolean {
  const names = Object.keys(commands);
  return (words) => {
    // Joined by spaces, a word that holds one would pass for two.
    if (words.some((word) => word.includes(" "))) return false;
    const line = words.join(" ");
    return names.some((name) => name === line || name.startsWith(`${line} `));
  };
}

function looksLikeOption(word: string): boolean {
  return word.length > 1 && word.startsWith("-");
}
