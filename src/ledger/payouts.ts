import type { Database } from "../database.ts";
import type { Clock } from "../host.ts";
import type { Conclusion, Payout, Place, PlannedPayout, Sending, Settlement } from "./payout.ts";

/** The payouts of the ledger. Every change is on the disk when its call returns, or its promise resolves. */
export interface Payouts {
  find(place: Place): Payout | undefined;
  /** The payment of another place that the service knows by the same reference. */
  namesake(payout: Place & Pick<Payout, "reference">): Payout | undefined;
  /** Keeps the payout as planned, or gives the one that stands in its place already. */
  plan(payout: PlannedPayout): Payout;
  /** Planned once more under another key, in the next generation, whose attempts speak for it alone. */
  renew(payout: Payout, key: string): Payout;
  /**
   * Before the first byte: the payout is being sent. Resolves after whatever other payments' ends lead to
   * that came to the disk with it.
   */
  begin(payout: Payout): Promise<Sending>;
  /**
   * After the answer, or what stood for one. What that means is asked in the transaction that keeps it: no
   * other payment's end comes between.
   */
  end(sending: Sending, conclude: () => Conclusion): Promise<Payout>;
  /**
   * What was learnt without sending. Where the payout has gone on meanwhile, what was learnt of it is old:
   * the ledger keeps and gives what it has.
   */
  settle(payout: Payout, settlement: Settlement): Payout;
  /**
   * Whether an attempt of this generation was answered in a way that leaves open whether the money moved, or
   * its process died before anybody knew how it was answered.
   */
  isDoubtful(payout: Payout): boolean;
  /** The status of the last answer to it. */
  lastStatus(payout: Payout): number | undefined;
  /** What has left the store since a moment, or may have, in centavos. */
  sentSince(scope: string, since: string): number;
  /** The payout of this store that was last seen to exist at the service, with the id it has there. */
  knownAccepted(scope: string): Payout | undefined;
  /** The payout whose withdrawal it is now. */
  ofWithdrawal(scope: string, withdrawalId: string): Payout | undefined;
  /** Whether a withdrawal is known as another payout's, or as an earlier generation's of this one. */
  isAnothers(payout: Payout, withdrawalId: string): boolean;
}

export const PAYOUT_COLUMNS = `payouts.id, payouts.scope, batch, row_id AS rowId, reference,
  payouts.generation, key, profile, amount_cents AS amountCents, pix_key AS pixKey, asked, body, line,
  state, payouts.withdrawal_id AS withdrawalId, failure_code AS failureCode,
  failure_message AS failureMessage, created_at AS createdAt, first_sent_at AS firstSentAt,
  last_sent_at AS lastSentAt, last_ended_at AS lastEndedAt`;

/** The payouts of an open ledger. */
export function createPayouts(database: Database, clock: Clock): Payouts {
  return { ...changes(database, clock), ...looks(database) };
}

function findIn(database: Database, { scope, batch, rowId }: Place): Payout | undefined {
  return database.get<Payout>(
    `SELECT ${PAYOUT_COLUMNS} FROM payouts WHERE scope = ? AND batch = ? AND row_id = ?`,
    scope,
    batch,
    rowId,
  );
}

type Changes = Pick<Payouts, "plan" | "renew" | "begin" | "end" | "settle">;

function changes(database: Database, clock: Clock): Changes {
  const now = (): string => clock.now().toISOString();
  return {
    plan: (payout) =>
      database.transaction(() => {
        insert(database, payout, now());
        const kept = findIn(database, payout);
        if (kept === undefined) throw new Error("the ledger did not keep a payout");
        return kept;
      }),
    renew: (payout, key) => renewRow(database, payout, key, now()),
    begin: async (payout) =>
      database.together(() => beginAttempt(database, payout, now()), { toldLast: true }),
    end: async (sending, conclude) =>
      database.together(() => endAttempt(database, { sending, ...conclude(), at: now() })),
    settle: (payout, settlement) =>
      database.transaction(() => settleRow(database, payout, settlement, now())),
  };
}

function insert(database: Database, payout: PlannedPayout, at: string): void {
  database.run(
    `INSERT OR IGNORE INTO payouts (scope, batch, row_id, reference, generation, key, profile,
       amount_cents, pix_key, asked, body, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?)`,
    payout.scope,
    payout.batch,
    payout.rowId,
    payout.reference,
    payout.generation,
    payout.key,
    payout.profile,
    payout.amountCents,
    payout.pixKey,
    payout.asked,
    payout.body,
    at,
    at,
  );
}

function renewRow(database: Database, payout: Payout, key: string, at: string): Payout {
  database.run(
    `UPDATE payouts SET generation = generation + 1, key = ?, state = 'planned', withdrawal_id = NULL,
       failure_code = NULL, failure_message = NULL, first_sent_at = NULL, last_sent_at = NULL,
       last_ended_at = NULL, updated_at = ? WHERE id = ?`,
    key,
    at,
    payout.id,
  );
  return {
    ...payout,
    ...{ generation: payout.generation + 1, key, state: "planned", withdrawalId: null },
    ...{ failureCode: null, failureMessage: null },
    ...{ firstSentAt: null, lastSentAt: null, lastEndedAt: null },
  };
}

function beginAttempt(database: Database, payout: Payout, at: string): Sending {
  const firstSentAt = payout.firstSentAt ?? at;
  database.run(
    `UPDATE payouts SET state = 'sending', first_sent_at = ?, last_sent_at = ?, last_ended_at = NULL,
       updated_at = ? WHERE id = ?`,
    firstSentAt,
    at,
    at,
    payout.id,
  );
  const { lastInsertRowid: attempt } = database.run(
    "INSERT INTO attempts (payout_id, generation, started_at) VALUES (?, ?, ?)",
    payout.id,
    payout.generation,
    at,
  );
  const sent = { state: "sending", firstSentAt, lastSentAt: at, lastEndedAt: null } as const;
  return { payout: { ...payout, ...sent }, attempt: Number(attempt) };
}

const UNSENT = { firstSentAt: null, lastSentAt: null, lastEndedAt: null };

function endAttempt(
  database: Database,
  given: Conclusion & { readonly sending: Sending; readonly at: string },
): Payout {
  const { sending, end, settlement, at } = given;
  database.run(
    "UPDATE attempts SET ended_at = ?, outcome = ?, status = ?, request_id = ? WHERE id = ?",
    at,
    end.outcome,
    end.status ?? null,
    end.requestId ?? null,
    sending.attempt,
  );
  // Planned again: nothing of it can have moved, so it counts as never sent.
  const times = settlement.state === "planned" ? UNSENT : { lastEndedAt: at };
  return settleRow(database, { ...sending.payout, ...times }, settlement, at);
}

function settleRow(database: Database, payout: Payout, settlement: Settlement, at: string): Payout {
  const settled = {
    ...payout,
    state: settlement.state,
    withdrawalId: settlement.withdrawalId ?? payout.withdrawalId,
    failureCode: settlement.failureCode ?? null,
    failureMessage: settlement.failureMessage ?? null,
  };
  const { changes } = database.run(
    `UPDATE payouts SET state = ?, withdrawal_id = ?, failure_code = ?, failure_message = ?,
       first_sent_at = ?, last_sent_at = ?, last_ended_at = ?, updated_at = ?
     WHERE id = ? AND generation = ? AND state = ?`,
    settled.state,
    settled.withdrawalId,
    settled.failureCode,
    settled.failureMessage,
    settled.firstSentAt,
    settled.lastSentAt,
    settled.lastEndedAt,
    at,
    payout.id,
    payout.generation,
    payout.state,
  );
  if (changes === 0) return findIn(database, payout) ?? payout;
  if (settled.withdrawalId !== null) {
    database.run(
      `INSERT OR IGNORE INTO payout_withdrawals (scope, withdrawal_id, payout_id, generation)
       VALUES (?, ?, ?, ?)`,
      payout.scope,
      settled.withdrawalId,
      payout.id,
      payout.generation,
    );
  }
  return settled;
}

type Looks = Omit<Payouts, keyof Changes>;

function looks(database: Database): Looks {
  return {
    find: (place) => findIn(database, place),
    namesake: ({ scope, batch, rowId, reference }) =>
      database.get<Payout>(
        `SELECT ${PAYOUT_COLUMNS} FROM payouts WHERE scope = ? AND reference = ?
           AND NOT (batch = ? AND row_id = ?) LIMIT 1`,
        scope,
        reference,
        batch,
        rowId,
      ),
    isDoubtful: ({ id, generation }) =>
      database.get(
        `SELECT 1 FROM attempts WHERE payout_id = ? AND generation = ?
           AND (outcome = 'doubtful' OR outcome IS NULL) LIMIT 1`,
        id,
        generation,
      ) !== undefined,
    lastStatus: ({ id }) =>
      database.get<{ status: number | null }>(
        "SELECT status FROM attempts WHERE payout_id = ? ORDER BY id DESC LIMIT 1",
        id,
      )?.status ?? undefined,
    sentSince: (scope, since) =>
      database.get<{ cents: number }>(
        `SELECT COALESCE(SUM(amount_cents), 0) AS cents FROM payouts WHERE scope = ? AND first_sent_at >= ?
           AND state IN ('sending', 'unknown', 'accepted', 'paid')`,
        scope,
        since,
      )?.cents ?? 0,
    knownAccepted: (scope) => {
      const row = database.get<Payout & { readonly seenAs: string }>(
        `SELECT ${PAYOUT_COLUMNS}, known.withdrawal_id AS seenAs FROM payout_withdrawals AS known
         JOIN payouts ON payouts.id = known.payout_id
         WHERE known.scope = ? ORDER BY known.id DESC LIMIT 1`,
        scope,
      );
      // Its times may be those of a later generation; it was sent after it was planned.
      return row && { ...row, withdrawalId: row.seenAs, firstSentAt: row.createdAt };
    },
    ofWithdrawal: (scope, withdrawalId) =>
      database.get<Payout>(
        `SELECT ${PAYOUT_COLUMNS} FROM payout_withdrawals AS known
         JOIN payouts ON payouts.id = known.payout_id AND payouts.withdrawal_id = known.withdrawal_id
         WHERE known.scope = ? AND known.withdrawal_id = ? LIMIT 1`,
        scope,
        withdrawalId,
      ),
    isAnothers: ({ scope, id, generation }, withdrawalId) =>
      database.get(
        `SELECT 1 FROM payout_withdrawals WHERE scope = ? AND withdrawal_id = ?
           AND NOT (payout_id = ? AND generation = ?)`,
        scope,
        withdrawalId,
        id,
        generation,
      ) !== undefined,
  };
}
