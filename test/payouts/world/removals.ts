import type { Payout } from "../../../src/ledger/payout.ts";
import type { Payouts } from "../../../src/ledger/payouts.ts";
import { stepOf } from "../../../src/payouts/step.ts";
import type { Now, Step, StepRules, Task } from "../../../src/payouts/step.ts";
import type { Removed, Withdrawals } from "./process.ts";
import type { Climate } from "./temper.ts";

/** One safeguard that is taken away, and the climate in which that shows soonest. */
export interface Removal {
  readonly name: string;
  readonly removed: Removed;
  readonly climate: Climate;
  /** What has to come of it, where that is not money paid twice or called something else than it is. */
  readonly shows?: RegExp;
}

type Rules = typeof stepOf;

/** The rules, applied to something else than what is true. */
function believing(lie: (task: Task, now: Now) => Task): Rules {
  return (task, now, rules) => stepOf(lie(task, now), now, rules);
}

function withPayout(task: Task, changes: Partial<Payout>): Task {
  return { ...task, payout: { ...task.payout, ...changes } };
}

/** The rules, with another step in place of some. */
function instead(other: (step: Step, task: Task) => Step): Rules {
  return (task: Task, now: Now, rules: StepRules) => other(stepOf(task, now, rules), task);
}

function rowsAs(change: (row: Payout) => Payout): NonNullable<Removed["rows"]> {
  return (rows) => (query) => rows(query).map(change);
}

/** It is recorded together with its outcome, after it was sent. */
function recordedAfter(payouts: Payouts): Payouts {
  return {
    ...payouts,
    begin: async (payout) => ({ payout, attempt: 0 }),
    end: async ({ payout }, conclude) => payouts.end(await payouts.begin(payout), conclude),
  };
}

const SHOWN = { id: "shown", amount: 1, pix_key: "shown", external_id: "shown" };

/** There is always a payment that is known to exist, and the list always shows it. */
const TRUSTING: Removed = {
  payouts: (payouts) => ({
    ...payouts,
    knownAccepted: (scope) => {
      const row = payouts.find({ scope, batch: "november", rowId: "r1" });
      const known = { reference: "shown", pixKey: "shown", amountCents: 100 };
      return row && { ...row, ...known, withdrawalId: "shown" };
    },
  }),
  withdrawals: (withdrawals): Withdrawals => ({
    ...withdrawals,
    list: async (...asked) => {
      const answer = await withdrawals.list(...asked);
      const [query = {}] = asked;
      if (!("external_id" in query) || query["external_id"] !== "shown") return answer;
      const items = [{ value: SHOWN, document: { raw: undefined, text: "" } }];
      return { ...answer, value: { items, nextCursor: undefined, hasMore: false } };
    },
  }),
};

const WAITS = { resendAfterMs: 60_000, lookupGapMs: 10_000 };

/** The body as another version of the program might write it: the same payment, other bytes. */
function rewritten({ body }: Payout): string {
  return body.replace(/"amount":(\d+)/, '"amount":$1.00');
}

export const REMOVALS: readonly Removal[] = [
  {
    name: "the record before the first byte",
    removed: { payouts: recordedAfter },
    climate: { faults: ["5xx lost", "answer lost"], deadly: 0.8 },
  },
  {
    name: "the disk, before the first byte",
    removed: { unsynced: "begin" },
    climate: { faults: ["slow", "5xx lost"], deadly: 0.8, powerless: 0.8 },
  },
  {
    name: "what is found as sending is in doubt",
    removed: {
      rows: rowsAs((row) => (row.state === "sending" ? { ...row, state: "planned" } : row)),
    },
    climate: { faults: ["slow", "5xx lost"], deadly: 0.8 },
  },
  {
    name: "the look before a resend",
    removed: {
      stepOf: instead((step, { sends }) =>
        step.kind === "look" && sends < 4 ? { kind: "send" } : step,
      ),
    },
    climate: { faults: ["5xx after", "5xx lost"] },
  },
  {
    name: "the 23 hours, after which the key may be forgotten",
    removed: {
      stepOf: believing((task, { timeMs }) =>
        task.payout.firstSentAt === null
          ? task
          : withPayout(task, { firstSentAt: new Date(timeMs).toISOString() }),
      ),
    },
    climate: { faults: ["answer lost"], deadly: 0.8 },
  },
  {
    name: "the stored bytes: the same payment in other bytes",
    removed: {
      rows: rowsAs((row) => (row.firstSentAt === null ? row : { ...row, body: rewritten(row) })),
    },
    climate: { faults: ["refused, answer lost"] },
    shows: /in conflict with itself/,
  },
  {
    name: "the stored key: another one for another try",
    removed: {
      rows: rowsAs((row) =>
        row.lastSentAt === null ? row : { ...row, key: `${row.key}${row.lastSentAt}` },
      ),
    },
    climate: { faults: ["answer lost"] },
    shows: /paid twice/,
  },
  {
    name: "the lock of the store",
    removed: { lock: true },
    climate: { faults: ["slow"], crowded: 0.9, slowDisk: true, manners: { equals: "race" } },
  },
  {
    name: "the proof that a list shows what exists",
    removed: TRUSTING,
    climate: { faults: ["5xx after"] },
  },
  {
    name: "the doubt that an answered 5xx leaves",
    removed: { payouts: (payouts) => ({ ...payouts, isDoubtful: () => false }) },
    climate: { faults: ["5xx after"] },
  },
  {
    name: "the rest after a lost answer",
    removed: { waits: { ...WAITS, resendAfterMs: 0 } },
    climate: { faults: ["slow, answer lost", "5xx early"] },
  },
  {
    name: "the gap between the two looks",
    removed: { waits: { ...WAITS, lookupGapMs: 0 } },
    climate: { faults: ["5xx early"], deadly: 0, manners: { lagMsMax: 5_000 } },
  },
  {
    name: "the double rest of what died",
    removed: {
      stepOf: believing((task) => {
        const { lastEndedAt, lastSentAt } = task.payout;
        return withPayout(task, { lastEndedAt: lastEndedAt ?? lastSentAt });
      }),
    },
    climate: { faults: ["slow"], deadly: 0.8, crowded: 0.9, rows: 3, manners: { equals: "race" } },
  },
  {
    name: "the rest that is seen to pass: the time is believed instead",
    removed: {
      stepOf: believing((task, { timeMs, elapsedMs }) => {
        const { lastEndedAt, lastSentAt, createdAt } = task.payout;
        const ageMs = timeMs - Date.parse(lastEndedAt ?? lastSentAt ?? createdAt);
        return { ...task, stillSinceMs: elapsedMs - ageMs };
      }),
    },
    climate: { faults: ["5xx early"], unsteady: 0.9, deadly: 0, stopped: 0 },
  },
  {
    name: "what is known as another's",
    removed: { payouts: (payouts) => ({ ...payouts, isAnothers: () => false }) },
    climate: { faults: ["answer lost"], bouncing: 0.4, retrying: 0.8 },
  },
  {
    name: "the look after a refused resend",
    removed: {
      stepOf: instead((step, { refusal, end }) =>
        refusal === undefined || end !== undefined ? step : { kind: "settle", settlement: refusal },
      ),
    },
    climate: { faults: ["answer lost", "refused at the gate"], faulty: 0.7 },
  },
];
