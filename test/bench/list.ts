import { join } from "node:path";
import { repeated } from "./command.ts";
import type { Command } from "./command.ts";
import { serviceAt } from "./commands.ts";
import type { Part } from "./part.ts";
import type { Place } from "./place.ts";

const FEW = 2_000;
const MANY = 200_000;
const GROWTH_MAX = 1.3;

/** A list of two thousand pages beside one of twenty. */
export const list: Part = {
  name: "list",
  about: `\`pix pix list --all --output jsonl\` over ${MANY} charges, beside ${FEW}`,
  rounds: 3,
  async measure(place, rounds) {
    const [few, many] = [await listOf(FEW, place), await listOf(MANY, place)];
    const taken = await repeated(rounds, () => ({
      few: place.withPeak(few),
      many: place.withPeak(many),
    }));
    const perSecond = taken.map(({ few, many }) => ((MANY - FEW) * 1000) / (many.ms - few.ms));
    return [
      { name: "charges listed", unit: "a second", digits: 0, values: perSecond, isInReadme: true },
      {
        ...{ name: `memory of a list of ${MANY} charges`, unit: "MiB" },
        values: taken.map(({ many }) => many.peakMiB),
        beside: { name: `one of ${FEW}`, values: taken.map(({ few }) => few.peakMiB) },
        ...{ target: { atMost: GROWTH_MAX }, isInReadme: true },
      },
    ];
  },
};

async function listOf(count: number, place: Place): Promise<Command> {
  const env = serviceAt(await place.server("charges", String(count)));
  return place.pix(`\`pix pix list --all\` of ${count}`, {
    ...{ home: place.home(), env, args: ["pix", "list", "--all", "--output", "jsonl"] },
    outputFile: join(place.folder, `listed-${count}`),
    proves: (stdout) => stdout.split("\n").length - 1 === count,
  });
}
