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

/** Each of the losses once; the worst comes first, so that it meets a payment that nothing else protects. */
export async function addEachFault({ addFault }: Service): Promise<void> {
  const losses = RATES.map(([, flags]) => flags).filter((flags) => !flags.includes("--delay"));
  for (const flags of losses.toReversed()) await addFault("--times", "1", ...flags);
}
