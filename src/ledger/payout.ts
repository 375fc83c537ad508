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
  /** The store it leaves from: whose money it is, and where the key counts. */
  readonly scope: string;
  /** Empty for a payment that belongs to no batch. */
  readonly batch: string;
  /** The merchant's own name for this payment, once in a batch. */
  readonly rowId: string;
  /** What the service knows it by (`external_id`): the id, of a batch behind the batch's. */
  readonly reference: string;
  /** Rises only after a definitive refusal, or a failure that was seen. */
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
  /** Where it stands in the file of its batch. */
  readonly line: number | null;
  readonly state: PayoutState;
  readonly withdrawalId: string | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly createdAt: string;
  /** Of this generation. */
  readonly firstSentAt: string | null;
  readonly lastSentAt: string | null;
  /** When the last send was over; null where its process died before it could tell. */
  readonly lastEndedAt: string | null;
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

/** What an attempt has come to. */
export interface Conclusion {
  readonly end: AttemptEnd;
  readonly settlement: Settlement;
}

/** What makes a payment the same one, whatever it asks for. */
export type Place = Pick<PlannedPayout, "scope" | "batch" | "rowId">;

/** A payout on its way, and the attempt that its end is told of. */
export interface Sending {
  readonly payout: Payout;
  readonly attempt: number;
}

/** Whether nothing more can become of the money in this generation; `accepted` may still be paid or fail. */
export function isSettled({ state }: Payout): boolean {
  return state !== "planned" && !isInDoubt(state);
}

/** Whether it may have been paid without this ledger knowing. */
export function isInDoubt(state: PayoutState): boolean {
  return state === "sending" || state === "unknown";
}
