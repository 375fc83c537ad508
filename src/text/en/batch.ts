import type { Said } from "../text.ts";
import { payments } from "./words.ts";

export const batch = {
  labels: {
    batch: "Batch",
    state: "State",
    rows: "Payments",
    total: "Total",
    largest: (place: number): string => (place === 1 ? "Largest" : `Largest, ${place}`),
    newReceivers: "New receivers",
    balance: "Balance now",
    fees: "Fees",
    after: "Balance after",
    hash: "Plan",
    file: "File",
    started: "Started",
    stoppedBy: "Stopped",
    approval: "Approval",
    id: "Your id",
    amount: "Amount",
    pixKey: "Pix key",
    withdrawal: "Withdrawal",
    reference: "Reference",
    sent: "Sent",
    failure: "Failure",
    line: "Line",
  },
  stateLabel: (state: string): string => {
    const labels: Readonly<Record<string, string>> = {
      planned: "Not sent yet",
      sending: "Being sent",
      unknown: "Unknown",
      accepted: "Accepted",
      paid: "Paid",
      failed: "Failed",
      refused: "Refused",
    };
    return labels[state] ?? state;
  },
  stoppedBy: (kind: string): string => {
    const reasons: Readonly<Record<string, string>> = {
      interrupted: "somebody stopped it",
      blocked: "the service refused the key or the balance",
      conflict: "a key was used for another payment",
      contradiction: "the service accepted another payment than was asked for",
      unavailable: "the service could not be reached",
      refused: "too many in a row were refused",
      unknown: "too many answers in a row were lost",
    };
    return reasons[kind] ?? kind;
  },
  tally: (count: number, total: string): string => `${count} (${total})`,
  payment: (id: string, amount: string, pixKey: string): string => `${id}, ${amount} to ${pixKey}`,
  name: (given: string, max: number): string =>
    `${given} is no name for a batch: up to ${max} letters, digits, dots, dashes and underscores`,
  fileName: (name: string): string => `The file's name, ${name}, cannot be the batch's name.`,
  fileNameHint: "Name the batch: --batch salaries-2026-11",
  concurrency: (given: string, max: number): string => `must be 1 to ${max}, not ${given}`,
  expectBoth: "--expect-count and --expect-total go together.",
  onlyForFiles: (flags: readonly string[]): string =>
    `${flags.join(", ")}: only where a file is named; this batch is planned already.`,
  ending: (file: string): string =>
    `${file} is no payout file: its name must end in .csv or .jsonl.`,
  reading: (file: string): string => `Reading ${file}`,
  repeatedId: (id: string, first: number): string =>
    `the id ${id} stands in line ${first} already: give every payment an id of its own`,
  moreFaults: (count: number): string => `and ${count} more`,
  moreOfThem: (count: number): string => `and ${count} more`,
  faults: (count: number, file: string): string =>
    count === 0
      ? `${file} was not read to its end.`
      : `${file} has ${count} ${count === 1 ? "fault" : "faults"}, and none of it was planned:`,
  faultsHint: "Correct the file and plan it again.",
  tooManyRows: (file: string, max: number): string => `${file} has more than ${max} payments`,
  tooManyRowsHint: "If that is meant, say how many may be read: --max-rows 20000",
  emptyFile: (file: string): string => `${file} holds no payment.`,
  emptyFileHint: "The first line of a CSV file is id,amount,pix_key, and each payment has a line.",
  unreadable: (path: string, reason: string): Said => ({
    message: `${path} cannot be read: ${reason}.`,
    hint: "Give the path of a CSV or JSON Lines file that this user may read.",
  }),
  unreadableReason: {
    ENOENT: "there is no such file",
    EACCES: "this user may not read it",
    other: "it is no plain file",
  },
  duplicates: (count: number, days: number): string =>
    [
      `${count} ${count === 1 ? "payment looks" : "payments look"} like one that is made already:`,
      `the same amount to the same key, in this file or in the last ${days} days.`,
    ].join(" "),
  twiceInFile: (line: number, payment: string, firstLine: number, firstId: string): string =>
    `line ${line}: ${payment}; also line ${firstLine} (${firstId})`,
  paidBefore: (line: number, payment: string, reference: string, at: string): string =>
    `line ${line}: ${payment}; sent on ${at} as ${reference}`,
  namesakes: (count: number): string =>
    `The service knows ${count === 1 ? "a payment" : `${count} payments`} by these references already:`,
  namesake: (line: number, id: string, reference: string): string =>
    `line ${line}: ${id}, as ${reference}`,
  namesakesHint: "Give the batch another name: --batch NAME",
  duplicatesHint: "If all of them are meant, say so: --allow-duplicates",
  differs: (batch: string, count: number): string =>
    `${batch} is planned already, and the file differs from its plan (${count}):`,
  changed: (
    file: string,
    line: number,
    id: string,
    fields: readonly {
      readonly field: string;
      readonly planned: string;
      readonly asked: string;
    }[],
  ): string =>
    [
      `${file}:${line}: ${id}:`,
      fields.map(({ field, planned, asked }) => `${field} was ${planned}, now ${asked}`).join("; "),
    ].join(" "),
  added: (file: string, line: number, id: string): string =>
    `${file}:${line}: ${id} is not in the plan`,
  gone: (id: string): string => `${id} is planned and not in the file`,
  differsHint:
    "A plan never changes: bring the file back to it, or put what is new into a file of its own.",
  dryPlan: "Nothing was kept and nothing was sent.",
  wouldBeRefused: (why: string): string => `A run would be refused: ${why}`,
  needsApproval: "A run needs the approval of another user: pix withdraw batch approve FILE",
  notEnough: (missing: string): string => `The balance is ${missing} short of that.`,
  noSuchBatch: (name: string, known: readonly string[]): Said => ({
    message: `There is no batch ${name} here.`,
    hint:
      known.length === 0
        ? "No batch is planned for this profile's store: pix withdraw batch plan FILE.csv"
        : `The newest are: ${known.join(", ")}`,
  }),
  overOne: (amount: string, limit: string): string =>
    `${amount} is over the limit of ${limit} for one withdrawal.`,
  overRun: (amount: string, limit: string): string =>
    `${amount} is over the limit of ${limit} for one run.`,
  overDay: (amount: string, sent: string, limit: string): string =>
    `${amount} would go over the limit of ${limit} a day: ${sent} have left today.`,
  limitHint: (profile: string): string =>
    `The limits are the profile's or a flag's: pix profiles show ${profile}`,
  unconfirmed: (count: number, total: string): Said => ({
    message: `Nobody has confirmed ${payments(count)} of ${total} in all.`,
    hint: "Run it in a terminal, or say what is expected:",
  }),
  unconfirmedApproval: (count: number, total: string): string =>
    `Nobody has confirmed that ${payments(count)} of ${total} in all may be made.`,
  unexpected: (
    expected: { readonly count: number; readonly total: string },
    planned: { readonly count: number; readonly total: string },
  ): string =>
    [
      `Expected ${payments(expected.count)} of ${expected.total} in all;`,
      `the plan has ${planned.count} of ${planned.total}.`,
    ].join(" "),
  unexpectedHint: (batch: string): string =>
    `See what the plan holds: pix withdraw batch report ${batch}`,
  aboutToPay: (count: number, total: string, store: string, environment: string): string =>
    `Pay ${count} ${count === 1 ? "person" : "people"}, ${total} in all, from ${store} (${environment}).`,
  typeTotal: (total: string): string => `Type ${total} to pay, or no`,
  aboutToApprove: (count: number, total: string, batch: string, environment: string): string =>
    `Approve ${payments(count)} of ${total} in all, as batch ${batch} (${environment}).`,
  typeTotalToApprove: (total: string): string => `Type ${total} to approve, or no`,
  approved: (path: string): string => `Approved for a day, in ${path}.`,
  dryApproval: "Nothing was approved.",
  approvalNotKept: (path: string, reason: string): string =>
    `The approval could not be written to ${path}: ${reason}.`,
  approvalNotKeptHint: "Say where it shall lie: --approval FILE, and give the run the same flag.",
  notApproved: (batch: string, path: string, problem: string): string =>
    `${batch} needs the approval of another user, and ${path} ${problem}.`,
  approveHint: (count: number, total: string, command: string): string =>
    [
      `Let another user of this machine look at it (${payments(count)}, ${total}) and run, with a`,
      `profile of the same environment:\n${command}`,
    ].join(" "),
  approvalProblem: {
    noUsers: "cannot be trusted: this system does not tell whose a file is",
    missing: "is not there or cannot be read",
    notAFile: "is no plain file",
    own: "is your own",
    writable: "can be written by others than its owner",
    another: "approves something else",
    old: (hours: number): string => `is not of the last ${hours} hours`,
  },
  dryRun: (count: number, total: string): string =>
    `Would send ${payments(count)}, ${total} in all. Nothing was sent.`,
  progress: (bar: string, done: string, total: string): string => `[${bar}] ${done}  ${total}`,
  inDoubt: "its answer was lost",
  unpaid: (id: string, state: string, why: string): string =>
    `${id}: ${state}${why === "" ? "" : `, ${why}`}`,
  resting: (count: number, seconds: number): string =>
    `${count} in doubt, looked up again in ${seconds} s`,
  stopping: "Stopping after what is under way. Press Ctrl-C again to stop at once.",
  ended: (
    batch: string,
    state: string,
    totals: readonly (readonly [string, number, string])[],
  ): string =>
    `${batch}: ${state} (${totals.map(([name, count, total]) => `${count} ${name}, ${total}`).join("; ")})`,
  doubts: (batch: string, count: number, total: string): string =>
    count === 1
      ? `${batch}: whether 1 payment was made is not known (${total}).`
      : `${batch}: whether ${count} payments were made is not known (${total}).`,
  partial: (batch: string, count: number, total: string): string =>
    count === 0
      ? `${batch}: not everything was sent.`
      : `${batch}: ${count} ${count === 1 ? "payment was" : "payments were"} refused or failed (${total}).`,
  stops: {
    refused: (count: number): string =>
      `${count} in a row were refused, so nothing more was sent: is it the right file and profile?`,
    unknown: (count: number): string =>
      `The outcome of ${count} in a row is not known, so nothing more was sent: the service is not well.`,
    conflict: (id: string): string =>
      `${id}: the service knows the payment's key from another request. Nothing more was sent.`,
    contradiction: (id: string): string =>
      `${id}: the service has accepted another payment than was asked for. Nothing more was sent.`,
    at: (id: string, message: string): string => `Stopped at ${id}: ${message}`,
  },
  blocked: (status: number, code: string | undefined, profile: string): string | undefined => {
    if (code === "insufficient_balance") return "Add money to the account, then go on.";
    if (status === 401) return `Store a valid key: pix login --profile ${profile}`;
    return status === 403 ? "Use a key that may create withdrawals." : undefined;
  },
  notRefreshed: (why: string): string =>
    `How the accepted payments stand by now could not be asked: ${why}`,
  sendingStopped: "Sending has stopped: nothing leaves that is not on the disk first.",
  checking: "Asking how the payments stand",
  allDone: "There is nothing left to pay in it.",
  goOn: (command: string): string => `Go on with:\n${command}`,
  seeReport: (report: string, retry: string): string =>
    `See why: ${report}\nTry them again, each under a new key: ${retry}`,
  nextOf: (batch: string, next: string): string => `${batch}: ${next}`,
  nothingToDo: "No batch needs anything.",
  attention: (batches: readonly string[]): string =>
    `Not everybody was paid: ${batches.join(", ")}.`,
  attentionUnknown: (batches: readonly string[], total: string): string =>
    `Whether some payments were made is not known: ${batches.join(", ")} (${total}).`,
};
