import type { Said } from "../text.ts";

export const sandbox = {
  labels: {
    id: "Id",
    status: "Status",
    amount: "Amount",
    updated: "Updated",
    key: "Key",
    hint: "Key",
    store: "Store",
    permissions: "Permissions",
    created: "Created",
    revoked: "Revoked",
    on: "On",
    what: "What happens",
    times: "Times left",
    percent: "Percent",
  },
  wrongProfile: (name: string): Said => ({
    message: `pix sandbox drives the sandbox of this machine, not the profile ${name}.`,
    hint: "Leave --profile out, or write --profile sandbox.",
  }),
  cannotListen: (port: number, reason: string): Said => ({
    message: `The sandbox cannot listen on port ${port}: ${reason}`,
    hint: "Choose another port with --port; 0 takes any free one.",
  }),
  serving: (url: string): string =>
    `The sandbox answers at ${url} until Ctrl-C. Give your application:\n` +
    `  base URL  ${url}\n` +
    "  API key   made by: pix sandbox keys create --query key",
  requestFailed: (message: string): string => `A request failed inside the sandbox: ${message}`,
  keyOnce: "Keep the key: it is shown this once.",
  noKeys: "There is no key.",
  revoked: (id: string): string => `The key ${id} is revoked.`,
  resetQuestion: "Forget every charge, link, withdrawal, key and fault of the sandbox?",
  resetGuarded: "A reset forgets everything in the sandbox: it needs a yes.",
  resetGuardedHint: "Run it again with --yes.",
  resetDone: (balance: string): string => `The sandbox is new again, with a balance of ${balance}.`,
  noFaults: "There is no fault: everything is answered as it should be.",
  faultsCleared: (count: number): string =>
    count === 1 ? "1 fault removed." : `${count} faults removed.`,
  fault: {
    status: (status: number): string => `answers ${status}`,
    drop: "closes the connection",
    delay: (milliseconds: number): string => `${milliseconds} ms late`,
    afterEffect: "after the work is done",
    always: "always",
  },
  badPort: (given: string): string => `--port ${given}: not a port. Write 0 to 65535.`,
  badOperation: (given: string): string => `--on "${given}": there is no such operation.`,
  badOperationHint: (known: readonly string[]): string =>
    `Write * for all of them, or one of:\n${known.map((one) => `  ${one}`).join("\n")}`,
  badNumber: (flag: string, given: string, low: number, high: number): string =>
    `${flag} ${given}: not a whole number from ${low} to ${high}.`,
  badPercent: (given: string): string => `--percent ${given}: not a number over 0 and up to 100.`,
  badBalance: (given: string): string => `--balance ${given}: not an amount.`,
  noFaultGiven: "A fault needs --status, --drop or --delay.",
  statusAndDrop: "--status and --drop contradict each other: a dropped connection answers nothing.",
  refusedAfterEffect:
    "--after-effect goes with a --status of 500 or above: below it a service says that it did nothing.",
};
