import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { payBarely, serveAs } from "./far-end.ts";
import { isBusy, machineLine, nodeVersionOf } from "./machine.ts";
import type { Part } from "./part.ts";
import { GROUPS, PARTS } from "./parts.ts";
import { Place } from "./place.ts";
import { payPlanned } from "./runner.ts";
import { fullTable, shortTable } from "./table.ts";
import type { Row } from "./table.ts";

/**
 * `npm run bench` measures the built program and prints a table for each part; `-- --help` tells the words
 * and flags. Started by itself it is also what must run beside it: a server, or a client of one.
 */
const ROLES: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  serve: async (words) => print(await serveAs(words)),
  pay: async ([url = "", count, atOnce]) =>
    print(String(await payBarely(url, Number(count), Number(atOnce)))),
  run: async ([batch = "", atOnce]) => payPlanned(batch, Number(atOnce)),
};

const OPTIONS = {
  help: { type: "boolean", default: false },
  readme: { type: "boolean", default: false },
  peers: { type: "boolean", default: false },
  node: { type: "string", default: process.execPath },
  program: { type: "string", default: "bin/pix.js" },
  rounds: { type: "string" },
} as const;

const STOPPED = 130;

const HOW_TO_READ =
  "A target is met by the ratio of the medians where something stands beside a figure, else by the median. " +
  "With fewer than eleven rounds, or on a busy machine, that is chance.";
const BUSY = "**The machine was busy when this began: take it again.**";

async function main(): Promise<void> {
  const [role = "", ...words] = process.argv.slice(2);
  const part = ROLES[role];
  if (part !== undefined) return part(words);
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  if (values.help) return print(help());
  const parts = chosen(positionals, values.peers);
  const rounds = values.rounds === undefined ? undefined : countOf(values.rounds);
  const node = values.node.includes("/") ? resolve(values.node) : values.node;
  const nodeVersion = nodeVersionOf(node);
  const place = new Place({ program: resolve(values.program), node, nodeVersion });
  // Somebody who has seen enough leaves nothing behind either.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void place.end().finally(() => process.exit(STOPPED)));
  }
  try {
    await show(parts, { place, rounds, isForReadme: values.readme });
  } finally {
    await place.end();
  }
}

interface Showing {
  readonly place: Place;
  readonly rounds: number | undefined;
  readonly isForReadme: boolean;
}

/** Each table as soon as it is there: the whole takes minutes. */
async function show(parts: readonly Part[], given: Showing): Promise<void> {
  const { place, rounds, isForReadme } = given;
  const all: Row[] = [];
  print(`${machineLine(place.nodeVersion)}\n`);
  print(`${HOW_TO_READ}\n`);
  if (isBusy()) print(`${BUSY}\n`);
  for (const part of parts) {
    const times = rounds ?? part.rounds;
    const rows = await part.measure(place, times);
    all.push(...rows);
    if (!isForReadme)
      print(`### ${part.name}: ${part.about}; rounds: ${times}\n\n${fullTable(rows)}\n`);
  }
  if (isForReadme) print(shortTable(all) ?? "None of these figures stands in the README.");
}

function chosen(words: readonly string[], withPeers: boolean): readonly Part[] {
  const named = words.flatMap((word) => {
    const found = GROUPS[word] ?? PARTS.filter(({ name }) => name === word);
    if (found.length === 0) throw new Error(`there is no part ${word}; see --help`);
    return found;
  });
  const extra = withPeers ? PARTS.filter(({ name }) => name === "peers") : [];
  if (named.length > 0) return [...named, ...extra];
  const usual = PARTS.filter(({ isExtra = false }) => !isExtra);
  return [...usual, ...extra];
}

function countOf(given: string): number {
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new Error(`--rounds must be a whole number above 0, not ${given}`);
}

function help(): string {
  const names = PARTS.map(
    ({ name, about, rounds }) => `  ${name.padEnd(14)}${about}; rounds: ${rounds}`,
  );
  const groups = Object.entries(GROUPS).map(
    ([name, parts]) => `  ${name.padEnd(14)}${parts.map((part) => part.name).join(", ")}`,
  );
  return `npm run bench -- [part...] [flag...]   measures the built program; all parts but peers by default

Parts
${[...names, ...groups].join("\n")}

Flags
  --rounds <n>    how often each figure is taken, in place of the rounds above
  --node <path>   another Node, for the program and for what it is compared with
  --program <js>  another build of the program
  --peers         the part peers as well
  --readme        the README's short table instead, of the parts that were named`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  process.stderr.write(`bench: ${message}\n${cause instanceof Error ? `${cause.message}\n` : ""}`);
  process.exitCode = 1;
});
