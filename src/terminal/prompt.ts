import { InterruptedError } from "../errors.ts";
import { en } from "../text/en.ts";
import type { Text } from "../text/text.ts";
import { safe } from "./safe.ts";
import type { Source, Target } from "./stream.ts";
import { createStyle } from "./style.ts";

export interface Choice {
  readonly value: string;
  /** What the person reads; the value itself when absent. */
  readonly label?: string | undefined;
}

/**
 * Questions to a person, on stderr. Each rejects with an InterruptedError on Ctrl-C, on Ctrl-D,
 * when the input ends, and when the signal is aborted; the terminal is left as it was found. To ask
 * while it is not `available` is a bug.
 */
export interface Prompt {
  /** Somebody can answer: stdin and stderr are terminals and prompts are allowed. */
  readonly available: boolean;
  text(question: {
    readonly message: string;
    /** Undefined for a good answer, else the sentence that says what is wrong with it. */
    readonly validate?: ((answer: string) => string | undefined) | undefined;
    /** What an empty answer stands for. */
    readonly initial?: string | undefined;
  }): Promise<string>;
  /** Shown as stars. */
  secret(question: { readonly message: string }): Promise<string>;
  /** An empty answer is no. */
  confirm(question: { readonly message: string }): Promise<boolean>;
  /** The value of the choice. */
  select(question: {
    readonly message: string;
    readonly choices: readonly Choice[];
  }): Promise<string>;
}

export interface PromptOptions {
  readonly stdin: Source;
  readonly stderr: Target;
  /** False with `--no-input`. */
  readonly allowed: boolean;
  readonly signal: AbortSignal;
  /** Whether stderr takes colours; the library by itself would ask the process. */
  readonly color?: boolean;
  readonly text?: Text;
}

export function createPrompt(options: PromptOptions): Prompt {
  const { stdin, stderr, allowed } = options;
  const words = (options.text ?? en).terminal.prompt;
  const available = allowed && stdin.isTTY === true && stderr.isTTY === true;
  const ask = (question: Question): Promise<unknown> => {
    if (!available) throw new Error("a question was asked where nobody can answer");
    return answerTo(question, options);
  };
  return {
    available,
    async text({ message, validate, initial }) {
      const check = (answer: string): true | string => validate?.(answer) ?? true;
      // The library shows an initial value that was taken over as it is, colours and all.
      const transformer = safe;
      return String(
        await ask({ type: "input", message, default: initial, validate: check, transformer }),
      );
    },
    async secret({ message }) {
      return String(await ask({ type: "password", message, mask: "*" }));
    },
    async confirm({ message }) {
      const transformer = (answer: boolean): string => (answer ? words.yes : words.no);
      return (await ask({ type: "confirm", message, default: false, transformer })) === true;
    },
    async select({ message, choices }) {
      const named = choices.map(({ value, label }) => ({ value, name: safe(label ?? value) }));
      return String(await ask({ type: "select", message, choices: named, loop: false }));
    },
  };
}

interface Question {
  readonly message: string;
  readonly type: "input" | "password" | "confirm" | "select";
  readonly [property: string]: unknown;
}

async function answerTo(question: Question, options: PromptOptions): Promise<unknown> {
  const { stdin, stderr, signal } = options;
  const { createPromptModule } = await import("inquirer");
  const theme = await themeOf(options);
  signal.throwIfAborted();
  const end = endOfInput(stdin);
  const prompt = createPromptModule({
    input: stdin,
    output: await lent(stderr),
    signal: AbortSignal.any([signal, end.signal]),
  });
  try {
    const answers: Record<string, unknown> = await prompt([
      { ...question, message: safe(question.message), name: "answer", theme },
    ]);
    return answers["answer"];
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && INTERRUPTIONS.has(error.name)) {
      throw new InterruptedError("SIGINT", { cause: error });
    }
    throw error;
  } finally {
    end.dispose();
  }
}

/** How the library says that there will be no answer; its classes are not exported. */
const INTERRUPTIONS = new Set(["ExitPromptError", "AbortPromptError", "CancelPromptError"]);

/** When a prompt has ended the library ends its output; stderr has more to say. */
async function lent(stderr: Target): Promise<Target> {
  const { Writable } = await import("node:stream");
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string, encoding, done) {
      stderr.write(chunk, encoding);
      done();
    },
  });
  return Object.assign(stream, {
    isTTY: true,
    ...(stderr.columns === undefined ? {} : { columns: stderr.columns }),
    ...(stderr.rows === undefined ? {} : { rows: stderr.rows }),
  });
}

/**
 * On Ctrl-D, or when the terminal goes away, the library stops reading and would leave the question
 * open for ever.
 */
function endOfInput(stdin: Source): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const end = (): void => controller.abort();
  const key = (
    _text: unknown,
    pressed: { readonly ctrl?: boolean; readonly name?: string },
  ): void => {
    if (pressed.ctrl !== true || pressed.name !== "d") return;
    // In the middle of a line Ctrl-D deletes a character; only where the line was empty does reading stop.
    queueMicrotask(() => {
      if (stdin.isPaused()) end();
    });
  };
  stdin.on("keypress", key).once("end", end).once("close", end);
  return {
    signal: controller.signal,
    dispose: () => stdin.off("keypress", key).off("end", end).off("close", end),
  };
}

/**
 * Everything that the library would colour by the process's environment, coloured as this program
 * was told.
 */
async function themeOf({ color = false, text = en }: PromptOptions): Promise<object> {
  const { paint } = await createStyle({ color });
  return {
    prefix: paint("strong", "?"),
    icon: { cursor: ">" },
    style: {
      answer: (words: string) => paint("good", safe(words)),
      message: (words: string) => paint("strong", words),
      error: (words: string) => paint("bad", `> ${safe(words)}`),
      defaultAnswer: (words: string) => paint("muted", `(${safe(words)})`),
      help: (words: string) => paint("muted", words),
      highlight: (words: string) => paint("strong", words),
      key: (words: string) => paint("strong", words),
      keysHelpTip: () => paint("muted", text.terminal.prompt.selectKeys),
    },
  };
}
