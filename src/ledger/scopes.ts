import type { Database } from "../database.ts";

const TABLES = ["payouts", "payout_withdrawals", "batches"];

/**
 * The payments of one store under one name. A store is known by its address until the service names it, and
 * was by both in ledgers of before; what such a ledger holds must not be paid again under the store's new
 * name. Each payment keeps the key that it was first sent with.
 */
export function adoptScopes(database: Database, to: string, others: readonly string[]): void {
  const known = others.filter((scope) => scope !== to && isUsed(database, scope));
  if (known.length === 0) return;
  database.transaction(() => {
    for (const scope of known) {
      for (const table of TABLES) {
        database.run(`UPDATE OR IGNORE ${table} SET scope = ? WHERE scope = ?`, to, scope);
      }
    }
  });
}

function isUsed(database: Database, scope: string): boolean {
  return database.get("SELECT 1 FROM payouts WHERE scope = ? LIMIT 1", scope) !== undefined;
}
