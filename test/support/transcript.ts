import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { machine } from "./pix.ts";
import type { Answer, Machine, PixOptions } from "./pix.ts";

/**
 * A transcript is a terminal session, one behaviour:
 *
 *     # a comment
 *     @ tty 80x40                     the next command runs in such a terminal
 *     @ env PIX_PROFILE=sandbox       for the next command
 *     @ answer "Payer's e-mail" => maria@example.com
 *     @ stdin some text
 *     @ file people.csv id,amount\n…  a file in the machine's folder; \n is a line feed
 *     @ later 31m                     the clock moves
 *     $ pix pix get $charge --json    a command; $charge was captured above; quotes as in a shell
 *     status	<tone:word>             what stdout must hold, line by line, and <name:kind> captures
 *     ! error: ...                    what stderr must hold
 *     ? 2                             the exit code, 0 unless told
 *
 * `...` at the end of a line is any text, alone on a line any lines. Kinds: uuid, time, word, text, int.
 */
export async function playTranscript(path: string): Promise<void> {
  const steps = parse(readFileSync(path, "utf8"), path);
  expect(steps.length, `${path} holds no command`).toBeGreaterThan(0);
  const host = machine();
  const captured = new Map<string, string>();
  for (const step of steps) await play(step, host, captured);
}

interface Step {
  readonly where: string;
  readonly command: string;
  readonly directives: readonly string[];
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
  readonly code: number;
}

function parse(source: string, path: string): readonly Step[] {
  type Draft = {
    -readonly [K in keyof Step]: Step[K] extends readonly string[] ? string[] : Step[K];
  };
  const steps: Draft[] = [];
  let directives: string[] = [];
  for (const [index, line] of source.split("\n").entries()) {
    const where = `${path}:${index + 1}`;
    const last = steps.at(-1);
    if (line.startsWith("#") || (line === "" && last === undefined)) continue;
    if (line.startsWith("@ ")) directives.push(line.slice(2));
    else if (line.startsWith("$ ")) {
      steps.push({ where, command: line.slice(2), directives, stdout: [], stderr: [], code: 0 });
      directives = [];
    } else if (last === undefined) throw new Error(`${where}: output before any command`);
    else if (line.startsWith("? ")) last.code = Number(line.slice(2));
    else if (line === "!" || line.startsWith("! ")) last.stderr.push(line.slice(2));
    else last.stdout.push(line);
  }
  for (const step of steps) while (step.stdout.at(-1) === "") step.stdout.pop();
  return steps;
}

async function play(step: Step, host: Machine, captured: Map<string, string>): Promise<void> {
  const [program, ...args] = words(step.command, captured, step.where);
  if (program !== "pix") throw new Error(`${step.where}: only pix can be run here`);
  const result = await host.pix(args, optionsOf(step, host));
  const shown = `${step.where}\n$ ${step.command}\n${result.stdout}--- stderr\n${result.stderr}`;
  expect(result.code, shown).toBe(step.code);
  matches(result.stdout, step.stdout, captured, `stdout of ${shown}`);
  matches(plain(result.stderr), step.stderr, captured, `stderr of ${shown}`);
}

/** Without the cursor's movements that a prompt leaves, and ended as a line. */
function plain(screen: string): string {
  const words = stripVTControlCharacters(screen);
  return words === "" || words.endsWith("\n") ? words : `${words}\n`;
}

function optionsOf(step: Step, host: Machine): PixOptions {
  const answers: Answer[] = [];
  const env: Record<string, string> = {};
  let tty: PixOptions["tty"];
  let stdin: string | undefined;
  for (const directive of step.directives) {
    const [name, rest] = [directive.split(" ", 1)[0], directive.slice(directive.indexOf(" ") + 1)];
    const size = /^(\d+)x(\d+)$/.exec(rest);
    const variable = /^([A-Z_]+)=(.*)$/.exec(rest);
    const answer = /^"(.*)" => (.*)$/.exec(rest);
    const file = /^(\S+) (.*)$/.exec(rest);
    const wait = /^(\d+)(s|m|h)$/.exec(rest);
    if (name === "tty" && size) tty = { columns: Number(size[1]), rows: Number(size[2]) };
    else if (name === "env" && variable) env[variable[1] ?? ""] = variable[2] ?? "";
    else if (name === "answer" && answer) {
      answers.push({ prompt: answer[1] ?? "", typed: answer[2] ?? "" });
    } else if (name === "file" && file) {
      writeFileSync(join(host.home, file[1] ?? ""), (file[2] ?? "").replaceAll("\\n", "\n"));
    } else if (name === "stdin") stdin = `${rest}\n`;
    else if (name === "later" && wait) {
      host.later(
        Number(wait[1]) * { s: 1_000, m: 60_000, h: 3_600_000 }[wait[2] as "s" | "m" | "h"],
      );
    } else throw new Error(`${step.where}: no such directive: @ ${directive}`);
  }
  return { answers, env, tty, ...(stdin === undefined ? {} : { stdin }) };
}

/** Splits a command into words as a POSIX shell would, with `$name` from what was captured. */
export function words(
  command: string,
  captured: ReadonlyMap<string, string>,
  where: string,
): string[] {
  const parts = command.match(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g) ?? [];
  return parts.map((part) =>
    part.replace(/'([^']*)'|"([^"]*)"|\$(\w+)/g, (_all, single, double, name) => {
      if (name === undefined) return single ?? double;
      const value = captured.get(name);
      if (value === undefined) throw new Error(`${where}: nothing was captured as $${name}`);
      return value;
    }),
  );
}

const KINDS: Readonly<Record<string, string>> = {
  uuid: "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
  time: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z",
  word: "\\S+",
  text: ".+",
  int: "\\d+",
};

/** Compares whole outputs: a line that nobody expected is as wrong as one that is missing. */
function matches(
  output: string,
  expected: readonly string[],
  captured: Map<string, string>,
  where: string,
): void {
  const names: string[] = [];
  const lines = expected.map((line) =>
    line === "..." ? "(?:.*\\n)*?" : `${lineOf(line, names, captured)}\\n`,
  );
  const found = new RegExp(`^${lines.join("")}$`).exec(output);
  if (found === null) expect(output, where).toBe(`${expected.join("\n")}\n`);
  for (const [index, name] of names.entries()) captured.set(name, found?.[index + 1] ?? "");
}

function lineOf(line: string, names: string[], captured: ReadonlyMap<string, string>): string {
  const open = line.endsWith("...");
  const text = open ? line.slice(0, -3) : line;
  const pattern = text
    .split(/(<\w+(?::\w+)?>|\$\w+)/)
    .map((part) => {
      const [, name, kind] = /^<(\w+)(?::(\w+))?>$/.exec(part) ?? [];
      const pattern = KINDS[kind ?? name ?? ""];
      if (name !== undefined && pattern !== undefined) {
        if (kind === undefined) return pattern;
        names.push(name);
        return `(${pattern})`;
      }
      const value = part.startsWith("$") ? captured.get(part.slice(1)) : undefined;
      return (value ?? part).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    })
    .join("");
  return open ? `${pattern}.*` : pattern;
}
