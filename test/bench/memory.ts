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
    const ours = [...local, balance, sandboxCreate(place)];
    const measure = (command: Command): number => place.withPeak(command).peakMiB;
    const commands = ours.map((command) => memoryOf(command, command === balance));
    return besideTheFirst([place.emptyNode(), ...commands], { rounds, unit: "MiB", measure });
  },
};

function memoryOf(command: Command, isInReadme: boolean): Command {
  const name = `memory of ${command.name}`;
  return { ...command, name, target: { atMost: GROWTH_MAX }, isInReadme };
}
