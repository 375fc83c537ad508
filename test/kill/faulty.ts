import type { Service } from "./service.ts";

/** A bad day: of a hundred payments so many meet each of these. */
const RATES: readonly (readonly [number, readonly string[]])[] = [
  // The answer is lost.
  [10, ["--drop", "--after-effect"]],
  // The request is lost.
  [5, ["--drop"]],
  [5, ["--status", "503"]],
  // The money has moved, and the service keeps no key.
  [3, ["--status", "500", "--after-effect"]],
  // The answer is late, so that there is time to die before it.
  [20, ["--delay", "10ms"]],
];

export async function addFaults({ addFault }: Service, seed: number): Promise<void> {
  for (const [index, [percent, flags]] of RATES.entries()) {
    await addFault("--percent", String(percent), "--seed", String(seed + index), ...flags);
  }
}

/** Each of the four losses once, in the order of the payments. */
export async function addEachFault({ addFault }: Service): Promise<void> {
  for (const [, flags] of RATES.slice(0, -1)) await addFault("--times", "1", ...flags);
}
