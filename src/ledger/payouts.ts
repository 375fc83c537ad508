import type { Database } from "../database.ts";
import type { Clock } from "../host.ts";

/**
 * `planned → sending → accepted → paid | failed`, `sending → refused`, `sending → unknown → accepted |
 * refused | planned`. A `sending` row found by the one holder of the store's lock belongs to a process
 * that died: it counts as unknown.
 */
export type PayoutState =
  | "planned"
  | "sending"
  | "accepted"
  | "paid"
  | "failed"
  | "refused"
  | "unknown";

/** A payment to one person, as it was asked for; its body is built once and sent byte for byte for ever. */
export interface PlannedPayout {
  /** The address and the store it leaves from: whose money it is, and where the key counts. */
  readonly scope: string;
  /** Empty for a payment that belongs to no batch. */
  readonly batch: string;
  /** The merchant's own name for this payment, once in a batch. */
  readonly reference: string;
  /** Rises only after a definitive refusal. */
  readonly generation: number;
  readonly key: string;
  readonly profile: string;
  readonly amountCents: number;
  readonly pixKey: string;
  /** What was asked for, under this program's own names: what makes another payment of it. */
  readonly asked: string;
  /** The exact bytes, under the service's names. */
  readonly body: string;
}

/** A payout as the ledger holds it. */
export interface Payout extends PlannedPayout {
  readonly id: number;
  readonly state: PayoutState;
  readonly withdrawalId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly createdAt: string;
  readonly firstSentAt: string | null;
  readonly lastSentAt: string | null;
}

/** How an attempt ended. */
export interface AttemptEnd {
  /** `lost`: no answer arrived. `doubtful`: an answer arrived that leaves open whether the money moved. */
  readonly outcome: "accepted" | "refused" | "not_sent" | "lost" | "doubtful" | "later";
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
}

export interface Settlement {
  readonly state: PayoutState;
  readonly withdrawalId?: string | undefined;
  readonly failureCode?: string | undefined;
  readonly failureMessage?: string | undefined;
}

/** What makes a payment the same one, whatever it asks for. */
export type Place = Pick<PlannedPayout, "scope" | "batch" | "reference">;

/** The payouts of the ledger. Every change is on the disk when its call returns. */
export interface Payouts {
  find(place: Place): Payout | undefined;
  /** Keeps the payout as planned, or gives the one that stands in its place already. */
  plan(payout: PlannedPayout): Payout;
  /** Another key for a planned payout: the service repeats its refusal to the old one. */
  renew(payout: Payout, key: string): Payout;
  /** Before the first byte: the payout is being sent. Gives the attempt. */
  begin(payout: Payout): number;
  /** After the answer, or what stood for one. */
  end(payout: Payout, attempt: number, end: AttemptEnd, settlement: Settlement): Payout;
  /** What was learnt without sending. */
  settle(payout: Payout, settlement: Settlement): Payout;
  /** Whether an attempt was answered in a way that leaves open whether the money moved. */
  isDoubtful(payout: Payout): boolean;
  /** The status of the last answer to it. */
  lastStatus(payout: Payout): number | undefined;
  /** What has left the store since a moment, or may have, in centavos. */
  sentSince(scope: string, since: string): number;
  /** A payout of this store that is known to exist at the service, the newest. */
  knownAccepted(scope: string): Payout | undefined;
  isLookupTrusted(scope: string): boolean;
  trustLookup(scope: string): void;
}

const COLUMNS = `id, scope, batch, reference, generation, key, profile, amount_cents AS amountCents,
  pix_key AS pixKey, asked, body,
  state, withdrawal_id AS withdrawalId, failure_code AS failureCode, failure_message AS failureMessage,
  created_at AS createdAt, first_sent_at AS firstSentAt, last_sent_at AS lastSentAt`;

/** The payouts of an open ledger. */
export function createPayouts(database: Database, clock: Clock): Payouts {
  return { ...changes(database, clock), ...looks(database), ...trust(database, clock) };
}

function findIn(database: Database, { scope, batch, reference }: Place): Payout | undefined {
  return database.get<Payout>(
    `SELECT ${COLUMNS} FROM payouts WHERE scope = ? AND batch = ? AND reference = ?`,
    scope,
    batch,
    reference,
  );
}

function again(database: Database, place: Place): Payout {
  const found = findIn(database, place);
  if (found === undefined) throw new Error("a payout has gone from the ledger");
  return found;
}

type Changes = Pick<Payouts, "plan" | "renew" | "begin" | "end" | "settle">;

function changes(database: Database, clock: Clock): Changes {
  const now = (): string => clock.now().toISOString();
  return {
    plan: (payout) =>
      database.transaction(() => {
        insert(database, payout, now());
        return again(database, payout);
      }),
    renew: (payout, key) => {
      database.run(
        "UPDATE payouts SET generation = generation + 1, key = ?, updated_at = ? WHERE id = ?",
        key,
        now(),
        payout.id,
      );
      return again(database, payout);
    },
    begin: (payout) => database.transaction(() => beginAttempt(database, payout, now())),
    end: (payout, attempt, { outcome, status, requestId }, settlement) =>
      database.transaction(() => {
        database.run(
          "UPDATE attempts SET ended_at = ?, outcome = ?, status = ?, request_id = ? WHERE id = ?",
          now(),
          outcome,
          status ?? null,
          requestId ?? null,
          attempt,
        );
        settleRow(database, payout, settlement, now());
        return again(database, payout);
      }),
    settle: (payout, settlement) => {
      settleRow(database, payout, settlement, now());
      return again(database, payout);
    },
  };
}

function insert(database: Database, payout: PlannedPayout, at: string): void {
  database.run(
    `INSERT OR IGNORE INTO payouts (scope, batch, reference, generation, key, profile, amount_cents,
       pix_key, asked, body, state, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'planned', ?, ?)`,
    payout.scope,
    payout.batch,
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

function beginAttempt(database: Database, payout: Payout, at: string): number {
  database.run(
    `UPDATE payouts SET state = 'sending', first_sent_at = COALESCE(first_sent_at, ?), last_sent_at = ?,
       updated_at = ? WHERE id = ?`,
    at,
    at,
    at,
    payout.id,
  );
  const attempt = database.get<{ id: number }>(
    "INSERT INTO attempts (payout_id, started_at) VALUES (?, ?) RETURNING id",
    payout.id,
    at,
  );
  if (attempt === undefined) throw new Error("the ledger did not keep an attempt");
  return attempt.id;
}

function settleRow(database: Database, payout: Payout, settlement: Settlement, at: string): void {
  database.run(
    `UPDATE payouts SET state = ?, withdrawal_id = COALESCE(?, withdrawal_id), failure_code = ?,
       failure_message = ?, updated_at = ? WHERE id = ?`,
    settlement.state,
    settlement.withdrawalId ?? null,
    settlement.failureCode ?? null,
    settlement.failureMessage ?? null,
    at,
    payout.id,
  );
}

type Looks = Pick<Payouts, "find" | "isDoubtful" | "lastStatus" | "sentSince" | "knownAccepted">;

function looks(database: Database): Looks {
  return {
    find: (place) => findIn(database, place),
    isDoubtful: ({ id }) =>
      database.get(
        "SELECT 1 FROM attempts WHERE payout_id = ? AND outcome = 'doubtful' LIMIT 1",
        id,
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
    knownAccepted: (scope) =>
      database.get<Payout>(
        `SELECT ${COLUMNS} FROM payouts WHERE scope = ? AND withdrawal_id IS NOT NULL
         ORDER BY id DESC LIMIT 1`,
        scope,
      ),
  };
}

function trust(database: Database, clock: Clock): Pick<Payouts, "isLookupTrusted" | "trustLookup"> {
  return {
    isLookupTrusted: (scope) =>
      database.get("SELECT 1 FROM trusted_lookups WHERE scope = ?", scope) !== undefined,
    trustLookup: (scope) => {
      const at = clock.now().toISOString();
      database.run("INSERT OR IGNORE INTO trusted_lookups VALUES (?, ?)", scope, at);
    },
  };
}
