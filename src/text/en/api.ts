export const api = {
  method: (given: string, known: readonly string[]): string =>
    `${given} is no method of the service: write ${known.join(", ")}.`,
  elsewhere: (path: string, baseUrl: string): string =>
    `${path} is not below ${baseUrl}: the key is sent nowhere else.`,
  header: (given: string): string => `--header: ${given} is not written as name:value`,
  ownHeader: (name: string): string => `--header: ${name} is written by pix itself.`,
  keyHeader: "--header: the idempotency key is given with --idempotency-key.",
  inputOfGet: "--input: a GET has no body; give its query with -F or in the path.",
  keyOfGet: "--idempotency-key: a GET creates nothing and needs no key.",
  fieldsAgainstInput: "-F and --input contradict each other: both are the body.",
  allOfWrite: (method: string): string => `--all walks the pages of a GET, not of a ${method}.`,
  stdinTwice: "Standard input can be read only once.",
  noKey: "This POST carries no idempotency key: if it fails, a retry is not safe.",
  giveKey: "Give one with --idempotency-key.",
  unknownHint:
    "It carried no idempotency key, so a retry is not safe: look first whether it had its effect.",
  unknownKeyed:
    "Look first whether it had its effect, or send the same request again under the same key.",
  answered: (status: number): string => `The service answered ${status}, with nothing more to say.`,
  limited: (name: string): string =>
    `Profile ${name} limits withdrawals, and a raw call would pass by its limits.`,
  useWithdraw: "Pay with: pix withdraw create",
  guarded: (name: string): string =>
    `${name} is production: a raw call that pays somebody needs a yes.`,
  guardedHint: "Run it again with --yes, or pay with: pix withdraw create",
  confirm: (call: string, name: string): string => `Send ${call} to ${name}, with real money?`,
  none: "The list is empty.",
};
