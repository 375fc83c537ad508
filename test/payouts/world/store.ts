import type { Clock } from "../../../src/host.ts";
import type { AttemptEnd, Payout, PayoutState, Settlement } from "../../../src/ledger/payout.ts";
import type { Payouts } from "../../../src/ledger/payouts.ts";
import type { RunParts } from "../../../src/payouts/run.ts";

interface Attempt {
  readonly id: number;
  readonly payoutId: number;
  readonly generation: number;
  readonly outcome: AttemptEnd["outcome"] | undefined;
  readonly status: number | undefined;
}

interface Known {
  readonly scope: string;
  readonly withdrawalId: string;
  readonly payoutId: number;
  readonly generation: number;
}

interface State {
  readonly rows: readonly Payout[];
  readonly attempts: readonly Attempt[];
  readonly known: readonly Known[];
}

/** What is written at one time: all of it survives a loss of power, or none. */
export type Change = "plan" | "renew" | "begin" | "end" | "settle";

/** The way of what is written to the disk. */
export interface Flush {
  /** Brings it there. */
  now(change: Change): void;
  /** Until those that wait for the disk together are written. */
  turn(): Promise<void> | undefined;
}

/** The ledger's payouts without SQLite: what is written, and what of it is on the disk. */
export class Store {
  #written: State = { rows: [], attempts: [], known: [] };
  #onDisk = this.#written;
  /** What the disk may hold by chance: each state since it was last made sure of. */
  #between: State[] = [];

  get state(): State {
    return this.#written;
  }

  write(state: State): void {
    this.#written = state;
    this.#between.push(state);
  }

  sync(): void {
    this.#onDisk = this.#written;
    this.#between = [];
  }

  /** Only what was synced is sure to be there again; `below` gives a whole number below another. */
  losePower(below: (count: number) => number): void {
    const states = [this.#onDisk, ...this.#between];
    this.#written = states[below(states.length)] ?? this.#onDisk;
    this.sync();
  }

  /** The answer of `Batches.rows` for the store's one batch. */
  rows({ states, afterId, limit }: Parameters<RunParts["rows"]>[0]): readonly Payout[] {
    return this.#written.rows
      .filter(({ id, state }) => id > afterId && states.includes(state))
      .slice(0, limit);
  }
}

/** The store as the program sees it; the same answers as `createPayouts` on a file. */
export function payoutsOf(store: Store, clock: Clock, flush: Flush): Payouts {
  return { ...changes(store, clock, flush), ...looks(store) };
}

type Changes = Pick<Payouts, "plan" | "renew" | "begin" | "end" | "settle">;

function changes(store: Store, clock: Clock, flush: Flush): Changes {
  const now = (): string => clock.now().toISOString();
  return {
    plan: (planned) => {
      const known = find(store, planned);
      if (known !== undefined) return known;
      const { rows } = store.state;
      const payout: Payout = {
        ...planned,
        ...UNSENT,
        id: rows.length + 1,
        line: null,
        createdAt: now(),
      };
      store.write({ ...store.state, rows: [...rows, payout] });
      flush.now("plan");
      return payout;
    },
    renew: (payout, key) => {
      const renewed: Payout = { ...payout, ...UNSENT, generation: payout.generation + 1, key };
      update(store, payout.id, (row) => ({
        ...{ ...row, ...UNSENT },
        ...{ generation: row.generation + 1, key },
      }));
      flush.now("renew");
      return renewed;
    },
    begin: async (payout) => {
      await flush.turn();
      const at = now();
      const { attempts } = store.state;
      const { generation, id: payoutId } = payout;
      const attempt = { id: attempts.length + 1, payoutId, generation };
      store.write({
        ...store.state,
        rows: updated(store, payoutId, (row) => ({ ...row, ...sendingAt(payout, at) })),
        attempts: [...attempts, { ...attempt, outcome: undefined, status: undefined }],
      });
      flush.now("begin");
      return { payout: { ...payout, ...sendingAt(payout, at) }, attempt: attempt.id };
    },
    end: async ({ payout, attempt }, conclude) => {
      await flush.turn();
      const { end, settlement } = conclude();
      const { outcome, status } = end;
      const never = { firstSentAt: null, lastSentAt: null, lastEndedAt: null };
      const times = settlement.state === "planned" ? never : { lastEndedAt: now() };
      const attempts = store.state.attempts.map((one) =>
        one.id === attempt ? { ...one, outcome, status } : one,
      );
      const ended = settle(store, { ...payout, ...times }, settlement, times);
      store.write({ ...ended.state, attempts });
      flush.now("end");
      return ended.payout;
    },
    settle: (payout, settlement) => {
      const settled = settle(store, payout, settlement);
      store.write(settled.state);
      flush.now("settle");
      return settled.payout;
    },
  };
}

const UNSENT = {
  state: "planned",
  withdrawalId: null,
  failureCode: null,
  failureMessage: null,
  firstSentAt: null,
  lastSentAt: null,
  lastEndedAt: null,
} as const;

function sendingAt({ firstSentAt }: Payout, at: string) {
  const sending = { state: "sending", lastSentAt: at, lastEndedAt: null } as const;
  return { ...sending, firstSentAt: firstSentAt ?? at };
}

function updated(store: Store, id: number, change: (row: Payout) => Payout): readonly Payout[] {
  return store.state.rows.map((row) => (row.id === id ? change(row) : row));
}

function update(store: Store, id: number, change: (row: Payout) => Payout): void {
  store.write({ ...store.state, rows: updated(store, id, change) });
}

function settle(
  store: Store,
  payout: Payout,
  { state, withdrawalId = payout.withdrawalId ?? undefined, ...failure }: Settlement,
  more: Partial<Payout> = {},
): { readonly payout: Payout; readonly state: State } {
  const settled = {
    state,
    withdrawalId: withdrawalId ?? null,
    failureCode: failure.failureCode ?? null,
    failureMessage: failure.failureMessage ?? null,
  };
  const rows = updated(store, payout.id, (row) => ({ ...row, ...more, ...settled }));
  const { known } = store.state;
  const { scope, id: payoutId, generation } = payout;
  const isNew =
    withdrawalId !== undefined &&
    !known.some(
      (one) =>
        one.scope === scope &&
        one.withdrawalId === withdrawalId &&
        one.payoutId === payoutId &&
        one.generation === generation,
    );
  const seen = isNew ? [...known, { scope, withdrawalId, payoutId, generation }] : known;
  return { payout: { ...payout, ...settled }, state: { ...store.state, rows, known: seen } };
}

function find(store: Store, place: Parameters<Payouts["find"]>[0]): Payout | undefined {
  return store.state.rows.find(
    ({ scope, batch, rowId }) =>
      scope === place.scope && batch === place.batch && rowId === place.rowId,
  );
}

const MOVING: readonly PayoutState[] = ["sending", "unknown", "accepted", "paid"];

function looks(store: Store): Omit<Payouts, keyof Changes> {
  return {
    find: (place) => find(store, place),
    isDoubtful: ({ id, generation }) =>
      store.state.attempts.some(
        (one) =>
          one.payoutId === id &&
          one.generation === generation &&
          (one.outcome === "doubtful" || one.outcome === undefined),
      ),
    lastStatus: ({ id }) => store.state.attempts.findLast((one) => one.payoutId === id)?.status,
    sentSince: (scope, since) =>
      store.state.rows
        .filter((row) => row.scope === scope && MOVING.includes(row.state))
        .filter(({ firstSentAt }) => firstSentAt !== null && firstSentAt >= since)
        .reduce((cents, { amountCents }) => cents + amountCents, 0),
    knownAccepted: (scope) => {
      const seen = store.state.known.findLast((one) => one.scope === scope);
      const row = store.state.rows.find(({ id }) => id === seen?.payoutId);
      return seen && row && { ...row, withdrawalId: seen.withdrawalId, firstSentAt: row.createdAt };
    },
    namesake: ({ scope, batch, rowId, reference }) =>
      store.state.rows.find(
        (row) =>
          row.scope === scope &&
          row.reference === reference &&
          !(row.batch === batch && row.rowId === rowId),
      ),
    ofWithdrawal: (scope, withdrawalId) =>
      store.state.rows.find((row) => row.scope === scope && row.withdrawalId === withdrawalId),
    isAnothers: ({ scope, id, generation }, withdrawalId) =>
      store.state.known.some(
        (one) =>
          one.scope === scope &&
          one.withdrawalId === withdrawalId &&
          !(one.payoutId === id && one.generation === generation),
      ),
  };
}
