import { list } from "./list.ts";
import { memory } from "./memory.ts";
import type { Part } from "./part.ts";
import { cost, plan, slow, throughput } from "./payouts.ts";
import { peers } from "./peers.ts";
import { start } from "./start.ts";

/** In the order in which they are measured and shown. A new part is a file of its own and a word here. */
export const PARTS: readonly Part[] = [start, memory, peers, list, cost, throughput, slow, plan];

/** Words that stand for several parts. */
export const GROUPS: Readonly<Record<string, readonly Part[]>> = {
  payouts: [cost, throughput, slow, plan],
};
