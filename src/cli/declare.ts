import type { Command } from "commander";
import type { Text } from "../text/text.ts";

export type Say = Text["help"];

export const collect = (
  value: string,
  before: readonly string[] | undefined,
): readonly string[] => [...(before ?? []), value];

export function leaf(parent: Command, usage: string, description: string): Command {
  return parent.command(usage).description(description);
}

/** What every list takes. */
export function listed(command: Command, say: Say): Command {
  return command
    .option("--status <status>", say.status)
    .option("--from <date>", say.from)
    .option("--to <date>", say.to)
    .option("--limit <count>", say.limit)
    .option("--all", say.all)
    .option("--header", say.header);
}
