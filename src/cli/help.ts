/** What help says of one command, before it is fitted to a window. */
export interface HelpPage {
  /** The word before it is in the language of the page. */
  readonly usage: string;
  readonly description: string;
  readonly sections: readonly HelpSection[];
}

export interface HelpSection {
  readonly title: string;
  /** What is written, and what it means. */
  readonly items: readonly (readonly [string, string])[];
}

/** The help of every command, by its words; the program's own is at the empty string. */
export interface HelpPages {
  /** The program's own. */
  readonly version: string;
  readonly pages: Readonly<Record<string, HelpPage>>;
  /** Ends every page but the program's own. */
  readonly everywhere: HelpSection;
}

/** How wide help is where there is no window, or one that does not tell its size. */
const COLUMNS_DEFAULT = 100;

const INDENT = 2;
const GAP = 2;
/** Descriptions narrower than this stand below what they describe. */
const DESCRIPTION_COLUMNS_MIN = 24;
const BELOW_INDENT = 6;

/**
 * The page that a command line asks for and nothing else: `pix`, `pix pix create --help`,
 * `pix help pix create`. Undefined where it asks for anything more, or for what does not exist.
 */
export function askedPage(argv: readonly string[], read: () => HelpPages): HelpPage | undefined {
  const flagged = ["--help", "-h"].includes(argv.at(-1) ?? "");
  const named = !flagged && argv[0] === "help";
  if (argv.length > 0 && !flagged && !named) return undefined;
  const { pages, everywhere } = read();
  const words = argv.slice(named ? 1 : 0, flagged ? -1 : undefined);
  // Words are joined by spaces: one that holds a space, or is empty, is no command's.
  const command = words.every((word) => /^[^ ]+$/.test(word)) ? words.join(" ") : undefined;
  const page = command !== undefined && Object.hasOwn(pages, command) ? pages[command] : undefined;
  if (page === undefined) return undefined;
  return command === "" ? page : { ...page, sections: [...page.sections, everywhere] };
}

/** The page as lines that fit the window, where words allow it. */
export function renderHelp(
  { usage, description, sections }: HelpPage,
  window: { readonly columns?: number },
): string {
  // Some pseudo-terminals say 0.
  const columns = window.columns || COLUMNS_DEFAULT;
  const widest = Math.max(...sections.flatMap(({ items }) => items.map(([term]) => term.length)));
  const room = columns - INDENT - widest - GAP;
  const itemLines = ([term, meaning]: readonly [string, string]): readonly string[] => {
    const indent = " ".repeat(INDENT);
    if (room < DESCRIPTION_COLUMNS_MIN) {
      const below = " ".repeat(BELOW_INDENT);
      const lines = wrapped(meaning, columns - BELOW_INDENT);
      return [`${indent}${term}`, ...lines.map((line) => below + line)];
    }
    const margin = " ".repeat(INDENT + widest + GAP);
    return wrapped(meaning, room).map((line, index) =>
      index === 0 ? `${indent}${term.padEnd(widest + GAP)}${line}` : margin + line,
    );
  };
  const blocks = [
    [usage],
    wrapped(description, columns),
    ...sections.map(({ title, items }) => [title, ...items.flatMap(itemLines)]),
  ];
  return blocks.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

/** Breaks at spaces; a word that is wider than the line stands alone. */
function wrapped(words: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines;
}
