import { besideTheFirst } from "./command.ts";
import type { Command } from "./command.ts";
import { balanceOver, localCommands, sandboxCreate } from "./commands.ts";
import type { Part } from "./part.ts";

const GROWTH_MAX = 1.25;
const SHOWN = ["`pix --version`", "`pix profiles list`"];

/** The peak of a command that does one thing, beside that of a Node that does nothing. */
export const memory: Part = {
  name: "memory",
  about: "the most memory that a command takes, beside `node -e 0`",
  rounds: 11,
  async measure(place, rounds) {
    const local = localCommands(place).filter(({ name }) => SHOWN.includes(name));
    const balance = await balanceOver(place, "http");
    const target = { atMost: GROWTH_MAX };
    const commands = [
      ...local.map((command) => memoryOf(command, { target })),
      memoryOf(balance, { target, isInReadme: true }),
      // A whole service and its books are in it: no target was set for that.
      memoryOf(sandboxCreate(place), {}),
    ];
    const measure = (command: Command): number => place.withPeak(command).peakMiB;
    return besideTheFirst([place.emptyNode(), ...commands], { rounds, unit: "MiB", measure });
  },
};

/** The same command, judged by its memory in place of its time. */
function memoryOf(
  { target: _time, ...command }: Command,
  judged: Pick<Command, "target" | "isInReadme">,
): Command {
  return { ...command, name: `memory of ${command.name}`, isInReadme: false, ...judged };
}
