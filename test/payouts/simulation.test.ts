import { describe, expect, it } from "vitest";
import { FAULTS } from "./world/temper.ts";
import { live } from "./world/world.ts";

const SEEDS = 50_000;
const RANGES = 10;
/** So many are enough to have met everything. */
const SAMPLE = 2_000;

/** `PIX_SEED=n` lives through one seed again, and tells its story. */
const ONE = process.env["PIX_SEED"];

describe("every row of a batch is paid at most once, whatever dies and whenever", () => {
  for (const [from, to] of ranges()) {
    it(`in the worlds of the seeds ${from} to ${to - 1}`, async () => {
      for (let seed = from; seed < to; seed += 1) {
        const { fault } = await live(seed);
        if (fault !== undefined) expect.fail(`PIX_SEED=${seed}: ${fault}\n${await storyOf(seed)}`);
      }
      if (ONE !== undefined) process.stderr.write(`${await storyOf(from)}\n`);
    });
  }

  it("in worlds that are as bad as they are meant to be, and where most is paid all the same", async () => {
    const counts = new Map<string, number>();
    const count = (what: string): void => {
      counts.set(what, (counts.get(what) ?? 0) + 1);
    };
    for (let seed = 0; seed < SAMPLE; seed += 1) await live(seed, { count });
    const times = (what: string): number => counts.get(what) ?? 0;
    const events = ["died", "power lost", "interrupted", "clock set", "busy", "retried", "well"];
    const rare = [...Object.keys(FAULTS), ...events].filter((what) => times(what) < 20);
    expect(rare).toEqual([]);
    const ends = ["paid", "failed", "refused", "unknown", "accepted"];
    const rows = ends.reduce((sum, end) => sum + times(`in the end ${end}`), 0);
    expect(times("in the end paid") / rows).toBeGreaterThan(0.6);
    expect(times("in the end unknown") / rows).toBeLessThan(0.2);
  });
});

function ranges(): readonly (readonly [number, number])[] {
  if (ONE !== undefined) return [[Number(ONE), Number(ONE) + 1]];
  const length = SEEDS / RANGES;
  return Array.from({ length: RANGES }, (_, index) => [index * length, (index + 1) * length]);
}

async function storyOf(seed: number): Promise<string> {
  const { story } = await live(seed, { tells: true });
  return story.join("\n");
}
