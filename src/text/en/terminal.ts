import type { Said } from "../text.ts";

export const terminal = {
  queryFailed: (reason: string): Said => ({
    message: `The request was done, but --query does not fit its answer: ${reason}`,
    hint: "Look at the whole answer with --json (after a create: with get or list) and correct the query.",
  }),
  outputFailed: (reason: string): Said => ({
    message: `The result could not be written: ${reason}`,
    hint: "It was done nevertheless. Make room where stdout goes, then read the result with get or list.",
  }),
  prompt: {
    yes: "yes",
    no: "no",
    selectKeys: "arrow keys to move, Enter to choose",
  },
};
