/** A file of payments as it was planned; nothing of it changes any more but how far it has come. */
export interface Batch {
  readonly id: number;
  readonly scope: string;
  /** The merchant's own name for it, once in a store. */
  readonly batch: string;
  readonly environment: string;
  readonly profile: string;
  /** The path of the file it was planned from, absolute. */
  readonly file: string;
  /** Of everything that the payments ask for, whatever their order. */
  readonly hash: string;
  readonly rows: number;
  readonly totalCents: number;
  /** 1 where the plan may pay what looks like a payment that was made already, else 0. */
  readonly duplicatesAllowed: 0 | 1;
  readonly createdAt: string;
  /** When it was first run. */
  readonly startedAt: string | null;
  /** When it was last run. */
  readonly ranAt: string | null;
  /** When a run of it last ended before everything was settled, and why; null while none has. */
  readonly stoppedAt: string | null;
  readonly stoppedBy: string | null;
}
