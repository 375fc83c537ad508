import { it } from "vitest";

/** Something that not every machine has. */
export interface Means {
  readonly there: boolean;
  /** What is missing where it is not, as the name of the test says it. */
  readonly missing: string;
}

/** Runs where the machine has what the test needs, and says in its name that it did not where it has not. */
export function itWhere(
  { there, missing }: Means,
  behaviour: string,
  test: () => Promise<void>,
  timeoutMs?: number,
): void {
  it.skipIf(!there)(there ? behaviour : `${behaviour} (skipped: ${missing})`, test, timeoutMs);
}
