import { spawnSync } from "node:child_process";
import { mkdirSync, openSync, readFileSync, readSync, closeSync } from "node:fs";
import { join } from "node:path";
import { besideTheFirst, ran } from "./command.ts";
import type { Command } from "./command.ts";
import { localCommands } from "./commands.ts";
import type { Part } from "./part.ts";
import { environment, programNamed } from "./place.ts";
import type { Place } from "./place.ts";
import type { Missing } from "./table.ts";

/** Packages of npm, and the name of the command in each. */
const PACKAGES = [
  ["@stripe/cli", "stripe"],
  ["hookdeck-cli", "hookdeck"],
  ["vercel", "vercel"],
  ["wrangler", "wrangler"],
  ["twilio-cli", "twilio"],
] as const;
const INSTALL_MS_MAX = 5 * 60_000;

/** So that they do nothing but what they are asked for. */
const QUIET = {
  ...{ CI: "1", DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1", VERCEL_TELEMETRY_DISABLED: "1" },
  ...{
    WRANGLER_SEND_METRICS: "false",
    GH_NO_UPDATE_NOTIFIER: "1",
    HOOKDECK_CLI_TELEMETRY_OPTOUT: "1",
  },
};

interface Program {
  readonly name: string;
  readonly file: string;
  /** Before its own arguments. */
  readonly before: readonly string[];
}

/**
 * Command lines of other services, measured the same way; installing them takes minutes, and nothing of them
 * stays.
 */
export const peers: Part = {
  name: "peers",
  about: "`--version` and `--help` of other services' command lines, installed from npm",
  rounds: 11,
  isExtra: true,
  async measure(place, rounds) {
    const missing: Missing[] = [];
    const programs = [githubs(missing), ...PACKAGES.map((one) => installed(one, place, missing))];
    const theirs = programs
      .filter((program) => program !== undefined)
      .flatMap((program) => commandsOf(program, place))
      .filter((command) => works(command, missing));
    const commands = [place.emptyNode(), ...localCommands(place).slice(0, 2), ...theirs];
    const measure = (command: Command): number => ran(command).ms;
    return [...(await besideTheFirst(commands, { rounds, unit: "ms", measure })), ...missing];
  },
};

function githubs(missing: Missing[]): Program | undefined {
  const file = programNamed("gh");
  if (file === undefined) missing.push({ name: "gh", missing: "not on this machine" });
  return file === undefined ? undefined : { name: "gh", file, before: [] };
}

/** A package from npm; one that cannot be installed is told, and the others are measured all the same. */
function installed(
  [pack, name]: (typeof PACKAGES)[number],
  place: Place,
  missing: Missing[],
): Program | undefined {
  const folder = join(place.folder, "peers", name);
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--no-audit", "--no-fund", "--loglevel", "error", "--prefix", folder];
  const { status, stderr } = spawnSync("npm", [...args, pack], {
    ...{ encoding: "utf8", timeout: INSTALL_MS_MAX, stdio: ["ignore", "ignore", "pipe"] },
  });
  if (status !== 0) {
    const said = stderr.split("\n").slice(0, 2).join("; ");
    missing.push({ name: pack, missing: `npm could not install it: ${said}` });
    return undefined;
  }
  const own = join(folder, "node_modules", pack);
  const { version, bin } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  const path = join(own, typeof bin === "string" ? bin : bin[name]);
  const isScript = firstBytes(path).startsWith("#!");
  const shown = `${name} ${version}`;
  // What is a script is run as ours is, by the same Node.
  return isScript
    ? { name: shown, file: place.node, before: [path] }
    : { name: shown, file: path, before: [] };
}

function commandsOf({ name, file, before }: Program, place: Place): readonly Command[] {
  const env = { ...environment(place.home()), ...QUIET };
  const proves = (stdout: string): boolean => stdout.trim() !== "";
  return ["--version", "--help"].map((word) => {
    const args = [...before, word];
    return { name: `\`${name} ${word}\``, file, args, env, proves };
  });
}

function works(command: Command, missing: Missing[]): boolean {
  try {
    ran(command);
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    missing.push({ name: command.name, missing: error.message.split("\n").slice(0, 2).join(" ") });
    return false;
  }
}

function firstBytes(path: string): string {
  const bytes = Buffer.alloc(2);
  const file = openSync(path, "r");
  readSync(file, bytes);
  closeSync(file);
  return bytes.toString("latin1");
}
