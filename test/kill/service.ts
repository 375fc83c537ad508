import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Libsql from "libsql";
import { run, start } from "./program.ts";
import type { Program } from "./program.ts";

/** A withdrawal as the service itself holds it. */
export interface Withdrawal {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly amountCents: number;
}

/** What the service holds, read from its file past its own program. */
export interface Books {
  readonly withdrawals: readonly Withdrawal[];
  readonly startCents: number;
  readonly availableCents: number;
  readonly blockedCents: number;
}

/** `pix sandbox serve` in a folder of its own. */
export interface Service {
  readonly url: string;
  readonly key: string;
  books(): Books;
  addFault(...flags: readonly string[]): Promise<void>;
  /** Every fault may strike so many times again. */
  renewFaults(times: number): void;
  stop(): Promise<void>;
}

const BALANCE_REAIS = "10000000.00";
const BUSY_TIMEOUT_MS = 60_000;

/** Starts the service on a free port, with money for every payment of a test. */
export async function serve(path: string, folder: string): Promise<Service> {
  mkdirSync(folder, { recursive: true });
  const program: Program = { path, env: { PIX_HOME: folder, HOME: folder, NO_COLOR: "1" } };
  const must = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(program, args);
    if (code !== 0) throw new Error(`pix ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout.trim();
  };
  await must("sandbox", "reset", "--balance", BALANCE_REAIS, "--yes");
  const key = await must("sandbox", "keys", "create", "--query", "key");
  const serving = start(program, ["sandbox", "serve", "--port", "0", "--json"]);
  if (!(await serving.lines(1))) {
    throw new Error(`the sandbox does not serve: ${(await serving.ended).stderr}`);
  }
  const { url } = JSON.parse(serving.stdout());
  const file = join(folder, "sandbox.db");
  return {
    url,
    key,
    books: () => withFile(file, readBooks),
    addFault: async (...flags) => {
      await must("sandbox", "fault", "add", "--on", "POST /withdrawals", ...flags);
    },
    renewFaults: (times) =>
      withFile(file, (connection) => {
        connection.prepare<[number]>("UPDATE faults SET remaining = ?").run(times);
      }),
    stop: async () => {
      serving.child.kill("SIGKILL");
      await serving.ended;
    },
  };
}

function withFile<T>(file: string, work: (connection: Libsql.Database) => T): T {
  const connection = new Libsql(file);
  try {
    connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
    // One moment of the books: the service settles withdrawals while they are read.
    return connection.transaction(() => work(connection))();
  } finally {
    connection.close();
  }
}

function readBooks(connection: Libsql.Database): Books {
  const all = <Row>(sql: string): Row[] => connection.prepare(sql).all() as Row[];
  const withdrawals = all<Withdrawal>(
    `SELECT id, status, json_extract(state, '$.externalId') AS reference,
       json_extract(state, '$.amountCents') AS amountCents
     FROM resources WHERE kind = 'withdrawal'`,
  );
  const [opening] = all<{ cents: number }>(
    "SELECT available_cents AS cents FROM ledger WHERE kind = 'starting_balance'",
  );
  const [balance] = all<{ availableCents: number; blockedCents: number }>(
    `SELECT available_after_cents AS availableCents, blocked_after_cents AS blockedCents
     FROM ledger ORDER BY seq DESC LIMIT 1`,
  );
  if (opening === undefined || balance === undefined) throw new Error("the sandbox has no balance");
  return { withdrawals, startCents: opening.cents, ...balance };
}
