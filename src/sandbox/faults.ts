import { createHash } from "node:crypto";
import { operations } from "../api/operations.ts";
import type { OperationName } from "../api/operations.ts";
import type { Database } from "../database.ts";
import { accepted, refused } from "../domain/parsed.ts";
import type { Parsed } from "../domain/parsed.ts";

/** One thing to go wrong: late, with a status in place of the answer, or with no answer at all. */
export interface Fault {
  /** The name of an operation, or `*` for all. */
  readonly on: OperationName | "*";
  readonly status: number | null;
  /** Closes the connection without an answer. */
  readonly drop: boolean;
  readonly delayMs: number;
  /** The work is done first. A status from 500 then keeps the idempotency key from being stored. */
  readonly afterEffect: boolean;
  /** How often it still strikes; null without end. */
  readonly times: number | null;
  /** In how many of a hundred calls. */
  readonly percent: number;
  /** The same seed strikes the same calls. */
  readonly seed: number;
  /** For 429 and 503: the seconds that `Retry-After` says. */
  readonly retryAfterSeconds: number | null;
}

export interface KeptFault extends Fault {
  readonly id: number;
}

export interface Faults {
  add(fault: Fault): KeptFault;
  list(): readonly KeptFault[];
  /** How many there were. */
  clear(): number;
  /** The fault that strikes this call, if any; it counts as having struck. */
  strike(operation: OperationName): KeptFault | undefined;
}

interface Row {
  readonly id: number;
  readonly operation: OperationName | "*";
  readonly status: number | null;
  readonly retry_after_s: number | null;
  readonly drops: number;
  readonly delay_ms: number;
  readonly after_effect: number;
  readonly remaining: number | null;
  readonly percent: number;
  readonly seed: number;
  readonly seen: number;
}

export function createFaults(database: Database): Faults {
  const list = (): readonly KeptFault[] =>
    database.all<Row>("SELECT * FROM faults ORDER BY id").map(faultOf);
  const live = (operation: OperationName): readonly Row[] =>
    database.all<Row>(
      `SELECT * FROM faults WHERE operation IN (?, '*') AND (remaining IS NULL OR remaining > 0)
       ORDER BY id`,
      operation,
    );
  return {
    add: (fault) => {
      const id = database.transaction(() => {
        database.run(
          `INSERT INTO faults (operation, status, retry_after_s, drops, delay_ms, after_effect,
             remaining, percent, seed, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
          ...[fault.on, fault.status, fault.retryAfterSeconds, fault.drop ? 1 : 0, fault.delayMs],
          ...[fault.afterEffect ? 1 : 0, fault.times, fault.percent, fault.seed],
        );
        return database.get<{ readonly id: number }>("SELECT max(id) AS id FROM faults")?.id ?? 0;
      });
      return { ...fault, id };
    },
    list,
    clear: () => database.run("DELETE FROM faults").changes,
    strike: (operation) => {
      if (live(operation).length === 0) return undefined;
      return database.transaction(() => {
        for (const row of live(operation)) {
          database.run("UPDATE faults SET seen = seen + 1 WHERE id = ?", row.id);
          if (chance(row.seed, row.seen) * 100 >= row.percent) continue;
          database.run("UPDATE faults SET remaining = remaining - 1 WHERE id = ?", row.id);
          return faultOf(row);
        }
        return undefined;
      });
    },
  };
}

/** Reads `POST /withdrawals`, a path being one of the specification's, or `*` for every operation. */
export function parseOperation(text: string): Parsed<OperationName | "*", "unknown_operation"> {
  const typed = text.trim();
  if (typed === "*") return accepted("*");
  const [method = "", path = "", ...more] = typed.split(/\s+/);
  const known = Object.entries(operations).find(
    ([, operation]) =>
      operation.method === method.toUpperCase() &&
      operation.path === path.replace(/^\/v1(?=\/)/, ""),
  );
  const name = operationNames.find((one) => one === known?.[0]);
  const read = more.length === 0 && name !== undefined;
  return read ? accepted(name) : refused("unknown_operation");
}

/** `POST /withdrawals`, or `*`. */
export function sayOperation(on: OperationName | "*"): string {
  return on === "*" ? on : `${operations[on].method} ${operations[on].path}`;
}

// The keys of the table, which `Object.keys` calls plain strings.
export const operationNames = Object.keys(operations) as readonly OperationName[];

/** From 0 up to, not including, 1; decided by the seed and the number of the call alone. */
function chance(seed: number, call: number): number {
  return createHash("sha256").update(`${seed}:${call}`).digest().readUInt32BE(0) / 2 ** 32;
}

function faultOf(row: Row): KeptFault {
  return {
    id: row.id,
    on: row.operation,
    status: row.status,
    drop: row.drops === 1,
    delayMs: row.delay_ms,
    afterEffect: row.after_effect === 1,
    times: row.remaining,
    percent: row.percent,
    seed: row.seed,
    retryAfterSeconds: row.retry_after_s,
  };
}
