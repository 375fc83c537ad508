import type { Command } from "commander";
import type { Context } from "../context.ts";
import type { Text } from "../text/text.ts";

type Work<Input> = (context: Context, input: Input) => Promise<void>;

/** Binds a command to its body, which is loaded when the command runs and not before. */
export type Bind = <Input>(
  load: () => Promise<Work<Input>>,
) => (...received: unknown[]) => Promise<void>;

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
