import { stripVTControlCharacters } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { InterruptedError } from "../../src/errors.ts";
import { createPrompt } from "../../src/terminal/prompt.ts";
import { obeyed } from "./hostile.ts";
import { colorsOf, sequencesOf, withoutSequences } from "./sequences.ts";
import { keyboard, memoryStream } from "./streams.ts";

const WINDOW = { isTTY: true, columns: 80, rows: 24 };
const KEY = {
  enter: "\r",
  down: "\u001b[B",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  backspace: "\u007f",
};

function terminal(given: { readonly color?: boolean } = {}) {
  const stdin = keyboard();
  const stderr = memoryStream(WINDOW);
  const controller = new AbortController();
  const { signal } = controller;
  const prompt = createPrompt({ stdin, stderr, allowed: true, signal, ...given });
  /** Types the keys one after the other, each as soon as the text stands on the screen. */
  const type = async (...keys: readonly (readonly [shown: string, key: string])[]) => {
    for (const [shown, key] of keys) {
      await untilShown(stderr, shown);
      stdin.write(key);
    }
  };
  return { stdin, stderr, controller, prompt, type };
}

const SHOW_CURSOR = "\u001b[?25h";
const HIDE_CURSOR = "\u001b[?25l";
const TURNS_MAX = 100_000;

/** Gives way to all that is due until the text stands somewhere in what was written. */
async function untilShown(stream: { text(): string }, shown: string): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    if (stripVTControlCharacters(stream.text()).includes(shown)) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error(`never shown: ${shown} in ${stream.text()}`);
}

/** What the terminal is left as: its cursor visible, colours off, raw mode off, nobody reading it. */
function expectRestored({ stdin, stderr }: ReturnType<typeof terminal>): void {
  const written = stderr.text();
  expect(written.endsWith(SHOW_CURSOR)).toBe(true);
  const modes = sequencesOf(written).filter((sequence) => sequence.includes("?"));
  expect(modes.filter((mode) => mode !== SHOW_CURSOR && mode !== HIDE_CURSOR)).toEqual([]);
  expect(["\u001b[22m", "\u001b[39m", undefined]).toContain(colorsOf(written).at(-1));
  expect(stdin.raw.at(-1)).toBe(false);
  expect(stdin.isPaused()).toBe(true);
  expect(stdin.listenerCount("end")).toBe(restEnd);
  expect(stderr.writableEnded).toBe(false);
}

/** What a stream listens to by itself, before anybody asks anything. */
const restEnd = keyboard().listenerCount("end");

describe("whether somebody can answer", () => {
  it("needs a terminal on stdin and on stderr, and leave to ask", () => {
    const { signal } = new AbortController();
    const stdin = keyboard();
    const piped = Object.assign(keyboard(), { isTTY: false });
    const stderr = memoryStream(WINDOW);
    const available = (options: Partial<Parameters<typeof createPrompt>[0]>): boolean =>
      createPrompt({ stdin, stderr, allowed: true, signal, ...options }).available;
    expect(available({})).toBe(true);
    expect(available({ allowed: false })).toBe(false);
    expect(available({ stdin: piped })).toBe(false);
    expect(available({ stderr: memoryStream() })).toBe(false);
  });

  it("makes a question that nobody can answer a bug, which writes nothing", async () => {
    const stderr = memoryStream();
    const { signal } = new AbortController();
    const stdin = Object.assign(keyboard(), { isTTY: false });
    const prompt = createPrompt({ stdin, stderr, allowed: true, signal });
    await expect(prompt.confirm({ message: "Sure?" })).rejects.toThrow("nobody can answer");
    expect(stderr.text()).toBe("");
    expect(stdin.raw).toEqual([]);
  });
});

describe("a question", () => {
  let asked: ReturnType<typeof terminal> | undefined;
  afterEach(() => {
    if (asked !== undefined) expectRestored(asked);
    asked = undefined;
  });

  it("for text gives what was typed, and an empty answer its initial value", async () => {
    asked = terminal();
    const first = asked.prompt.text({ message: "Amount" });
    await asked.type(["Amount", "19,9"], ["19,9", `0${KEY.enter}`]);
    expect(await first).toBe("19,90");
    const second = asked.prompt.text({ message: "Payer", initial: "João" });
    await asked.type(["Payer (João)", KEY.enter]);
    expect(await second).toBe("João");
    const third = asked.prompt.text({ message: "Optional" });
    await asked.type(["Optional", KEY.enter]);
    expect(await third).toBe("");
  });

  it("for text says what is wrong with an answer and asks on", async () => {
    asked = terminal();
    const validate = (answer: string): string | undefined =>
      answer === "19,90" ? undefined : `not an amount: ${answer}`;
    const answer = asked.prompt.text({ message: "Amount", validate });
    await asked.type(
      ["Amount", `19${KEY.enter}`],
      ["> not an amount: 19", KEY.backspace.repeat(2)],
      ["Amount", `19,90${KEY.enter}`],
    );
    expect(await answer).toBe("19,90");
  });

  it("for a secret never shows it", async () => {
    asked = terminal();
    const answer = asked.prompt.secret({ message: "Key" });
    await asked.type(["Key", "pk_live_canary"], ["**************", KEY.enter]);
    expect(await answer).toBe("pk_live_canary");
    expect(asked.stderr.text()).not.toMatch(/pk_|live|canary/);
  });

  it.each([
    [`y${KEY.enter}`, true],
    [`n${KEY.enter}`, false],
    [KEY.enter, false],
    [`what${KEY.enter}`, false],
  ])("for yes or no takes %j as %s", async (keys, expected) => {
    asked = terminal();
    const answer = asked.prompt.confirm({ message: "Sure?" });
    await asked.type(["Sure? (y/N)", keys]);
    expect(await answer).toBe(expected);
  });

  it("for one of several gives the value of the one under the cursor", async () => {
    asked = terminal();
    const answer = asked.prompt.select({
      message: "Profile",
      choices: [{ value: "a", label: "First" }, { value: "b", label: "Second" }, { value: "c" }],
    });
    await asked.type(["> First", KEY.down], ["> Second", KEY.enter]);
    expect(await answer).toBe("b");
    expect(stripVTControlCharacters(asked.stderr.text())).toContain("? Profile Second\n");
  });

  it.each(["text", "secret", "confirm", "select"] as const)(
    "that is answered by Ctrl-C is interrupted: %s",
    async (kind) => {
      asked = terminal();
      const answer = asked.prompt[kind]({ message: "Well?", choices: [{ value: "a" }] });
      answer.catch(() => undefined);
      await asked.type(["Well?", KEY.ctrlC]);
      await expect(answer).rejects.toMatchObject({ name: "InterruptedError", signal: "SIGINT" });
    },
  );

  it.each(["text", "secret", "confirm", "select"] as const)(
    "that is answered by Ctrl-D is interrupted, not left open for ever: %s",
    async (kind) => {
      asked = terminal();
      const answer = asked.prompt[kind]({ message: "Well?", choices: [{ value: "a" }] });
      answer.catch(() => undefined);
      await asked.type(["Well?", KEY.ctrlD]);
      await expect(answer).rejects.toBeInstanceOf(InterruptedError);
    },
  );

  it("goes on after a Ctrl-D in the middle of a line, which deletes a character there", async () => {
    asked = terminal();
    const answer = asked.prompt.text({ message: "Amount" });
    await asked.type(["Amount", "19"], ["19", KEY.ctrlD], ["19", `,90${KEY.enter}`]);
    expect(await answer).toBe("19,90");
  });

  it("ends with the reason of the signal that stops the program", async () => {
    asked = terminal();
    const answer = asked.prompt.text({ message: "Amount" });
    answer.catch(() => undefined);
    await untilShown(asked.stderr, "Amount");
    const reason = new InterruptedError("SIGTERM");
    asked.controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
  });

  it("is coloured only where the program was told so", async () => {
    asked = terminal();
    const first = asked.prompt.confirm({ message: "Sure?" });
    await asked.type(["Sure?", `y${KEY.enter}`]);
    await first;
    expect(colorsOf(asked.stderr.text())).toEqual([]);
    expectRestored(asked);
    asked = terminal({ color: true });
    const second = asked.prompt.confirm({ message: "Sure?" });
    await asked.type(["Sure?", `y${KEY.enter}`]);
    await second;
    expect(asked.stderr.text()).toContain("\u001b[1mSure?\u001b[22m");
  });

  it("makes what it shows from outside harmless", async () => {
    asked = terminal();
    const hostile = "a\u001b]52;c;AAAA\u0007\u202eb";
    const chosen = asked.prompt.select({
      message: hostile,
      choices: [{ value: hostile, label: hostile }],
    });
    await asked.type(["> a", KEY.enter]);
    expect(await chosen).toBe(hostile);
    const typed = asked.prompt.text({
      message: "Name",
      initial: hostile,
      validate: () => undefined,
    });
    await asked.type(["Name (", KEY.enter]);
    expect(await typed).toBe(hostile);
    expect(obeyed(withoutSequences(asked.stderr.text()).replaceAll("\n", ""))).toEqual([]);
  });
});

describe("a program that is stopping", () => {
  it("asks nothing any more", async () => {
    const { controller, prompt, stderr, stdin } = terminal();
    const reason = new InterruptedError("SIGTERM");
    controller.abort(reason);
    await expect(prompt.text({ message: "Amount" })).rejects.toBe(reason);
    expect(stderr.text()).toBe("");
    expect(stdin.raw).toEqual([]);
  });
});

describe("input that ends", () => {
  it("interrupts the question", async () => {
    const { prompt, stdin, stderr } = terminal();
    const answer = prompt.text({ message: "Amount" });
    answer.catch(() => undefined);
    await untilShown(stderr, "Amount");
    stdin.end();
    await expect(answer).rejects.toBeInstanceOf(InterruptedError);
    expect(stderr.text().endsWith(SHOW_CURSOR)).toBe(true);
  });
});
