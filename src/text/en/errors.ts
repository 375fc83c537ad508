import type { Said } from "../text.ts";

export const errors = {
  label: "error",
  requestId: (id: string): string => `request id: ${id}`,
  bug: (message: string): string => `pix failed in a way it should not: ${message}`,
  bugHint: "Run the command again with --debug to see where, and report it with that output.",
  unavailableHint:
    "Check the connection and the address with pix profiles show, then run it again.",
  interrupted: "Interrupted.",
  oldNode: (version: string, wanted: string): Said => ({
    message: `Node ${version} is too old.`,
    hint: `Install Node ${wanted} or newer.`,
  }),
  noCurrentFolder: {
    message: "The folder that this shell is in does not exist any more.",
    hint: "Go to another one: cd ~",
  },
  effect: {
    nothing_sent: "Nothing was sent.",
    refused: "The service refused it: nothing was created.",
    unknown: "The request was sent and its outcome is unknown.",
  },
  statusHint: (status: number): string | undefined => {
    if (status === 401)
      return "Store a valid key with pix login, or mend the variable it comes from.";
    if (status === 403) return "Give the key this permission in the dashboard, or use another key.";
    if (status === 404)
      return "Check the id, and that this profile is the environment it lives in.";
    if (status === 429)
      return "The service asks for fewer requests: wait a minute and run it again.";
    if (status >= 500) return "The service has a fault of its own: run it again in a moment.";
    return undefined;
  },
};
