import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { Figure } from "./table.ts";

/** A command line to measure, and how to know that it did its work. */
export interface Command extends Pick<Figure, "target" | "isInReadme"> {
  readonly name: string;
  readonly file: string;
  readonly args: readonly string[];
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it printed what it is for. */
  readonly proves: (stdout: string) => boolean;
  /** Where its output goes when it is long; a pipe would have to be read while the clock runs. */
  readonly outputFile?: string;
}

interface Ran {
  readonly ms: number;
  readonly stdout: string;
}

const TIMEOUT_MS = 20 * 60_000;
const WORDS_SHOWN_MAX = 500;

/** Runs a command to its end. Fails where it did not do its work: there is no figure for that. */
export function ran(command: Command): Ran {
  const { file, args, env, outputFile } = command;
  const output = outputFile === undefined ? undefined : openSync(outputFile, "w");
  const begunAt = performance.now();
  const { error, status, signal, stdout, stderr } = spawnSync(file, args, {
    env: { ...env },
    stdio: ["ignore", output ?? "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    timeout: TIMEOUT_MS,
  });
  const ms = performance.now() - begunAt;
  if (output !== undefined) closeSync(output);
  if (error !== undefined) throw new Error(`${command.name} was not run`, { cause: error });
  const said = outputFile === undefined ? stdout : readFileSync(outputFile, "utf8");
  if (status !== 0 || !command.proves(said)) {
    const words = `${said.slice(0, WORDS_SHOWN_MAX)}\n${stderr.slice(0, WORDS_SHOWN_MAX)}`;
    throw new Error(`${command.name} did not do its work (${status ?? signal}):\n${words}`);
  }
  return { ms, stdout: said };
}

/**
 * A figure of each command, taken so many times, beside those of the first one. A round runs every command
 * once, and each round begins with another one, so that what the machine does meanwhile falls on all of
 * them; the first round is not counted.
 */
export async function besideTheFirst(
  commands: readonly Command[],
  given: {
    readonly rounds: number;
    readonly unit: string;
    readonly measure: (command: Command) => number;
  },
): Promise<readonly Figure[]> {
  const { rounds, unit, measure } = given;
  const taken = new Map<Command, number[]>(commands.map((command) => [command, []]));
  for (const command of commands) measure(command);
  for (let round = 0; round < rounds; round += 1) {
    await heard();
    const first = round % commands.length;
    for (const command of [...commands.slice(first), ...commands.slice(0, first)]) {
      taken.get(command)?.push(measure(command));
    }
  }
  const [[first, values] = [undefined, []]] = taken;
  const beside = { name: first?.name ?? "", values };
  return commands.map((command) =>
    figureOf(
      command,
      { unit, values: taken.get(command) ?? [] },
      command === first ? {} : { beside },
    ),
  );
}

function figureOf(
  { name, target, isInReadme = false }: Command,
  figure: Pick<Figure, "unit" | "values">,
  beside: Pick<Figure, "beside">,
): Figure {
  const judged = target === undefined ? {} : { target };
  return { name, isInReadme, ...figure, ...judged, ...beside };
}

/** What a piece of work gives, so many times. */
export async function repeated<T>(times: number, work: () => T): Promise<readonly T[]> {
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) {
    await heard();
    results.push(work());
  }
  return results;
}

/** Commands are waited for with all else at rest; in between a signal to stop is heard. */
async function heard(): Promise<void> {
  await setImmediate();
}
