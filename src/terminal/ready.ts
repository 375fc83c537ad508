import type { Text } from "../text/text.ts";

/**
 * What tells how a run has ended is loaded when it is needed, and by then an update may have taken the
 * program's files away. Who moves money, or takes long, has it ready before: what became of it must be told.
 */
export async function beReadyToTell(text: Text): Promise<void> {
  await Promise.all([import("./report.ts"), import("./table.ts")]);
  // A section of the catalogue is loaded when it is looked at.
  Object.values(text);
}
