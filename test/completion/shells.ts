import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { it } from "vitest";

/** Every shell is a real one, found on this machine. */
export type ShellName = "bash" | "zsh" | "fish";

const KEYS_TIMEOUT_MS = 60_000;

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Runs where the shell is installed, and says in its name that it did not where it is not. */
export function itIn(shell: ShellName, behaviour: string, test: () => Promise<void> | void): void {
  const installed = isInstalled(shell);
  const name = installed ? behaviour : `${behaviour} (skipped: ${shell} is not installed here)`;
  it.skipIf(!installed)(name, test);
}

/** What a program that is given to a shell prints; `settings` reads those of its user's home as well. */
export function runIn(
  shell: ShellName,
  program: string,
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
    readonly settings?: boolean;
  },
): string {
  const { env, cwd, settings = false } = options;
  const bare = { bash: ["--norc", "--noprofile"], zsh: ["-f"], fish: ["--no-config"] }[shell];
  const args = [...(settings ? [] : bare), "-c", program];
  const ran = spawnSync(shell, args, { env: clean(env), cwd, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${shell} ended with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
}

/** Keys, and what stands on the screen when they have done their work. */
export interface Typed {
  readonly keys: string;
  readonly until: RegExp;
}

/**
 * Types into an interactive shell in a terminal of its own (util-linux's `script` makes one) and gives
 * what each of the keys brought onto the screen.
 */
export async function typeInto(
  shell: "bash" | "zsh",
  {
    setup,
    steps,
    env,
    cwd,
  }: {
    readonly setup: string;
    readonly steps: readonly Typed[];
    readonly env: Readonly<Record<string, string>>;
    readonly cwd: string;
  },
): Promise<readonly string[]> {
  const command = { bash: "bash --norc --noprofile -i", zsh: "zsh -f -i" }[shell];
  const child = spawn("script", ["-qec", command, "/dev/null"], { env: clean(env), cwd });
  let screen = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    screen += chunk;
  });
  const ended = new Promise<void>((done) => {
    child.on("close", () => {
      done();
    });
  });
  const type = async ({ keys, until }: Typed): Promise<string> => {
    screen = "";
    child.stdin.write(keys);
    await shown(() => until.test(stripVTControlCharacters(screen)));
    return stripVTControlCharacters(screen);
  };
  try {
    await type({ keys: `${setup}\necho REA''DY\n`, until: /READY/ });
    const screens: string[] = [];
    for (const step of steps) screens.push(await type(step));
    return screens;
  } catch (error) {
    throw new Error(`${shell} showed:\n${screen}`, { cause: error });
  } finally {
    // The shell goes with its terminal.
    child.kill("SIGKILL");
    await ended;
  }
}

async function shown(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + KEYS_TIMEOUT_MS;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("not on the screen in time");
    await sleep(20);
  }
}

/** Nothing of the tester's own settings, and no history, which a shell would still write as it is killed. */
function clean(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], TERM: "xterm", LC_ALL: "C.UTF-8", HISTFILE: "", ...env };
}
