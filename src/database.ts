import { chmodSync, closeSync, constants, fstatSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as Connection } from "libsql";
import { LocalError } from "./errors.ts";
import type { Text } from "./text/text.ts";

/** How long one process waits for another's transaction before it gives up. */
const BUSY_TIMEOUT_MS = 10_000;

export type SqlValue = string | number | null;

/**
 * The one door to SQLite. Every commit is on the disk when the call returns: the journal is a WAL and
 * `synchronous=FULL`, so a killed process or a lost supply of power takes back nothing that was told.
 */
export interface Database {
  run(sql: string, ...values: readonly SqlValue[]): { readonly changes: number };
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Runs the work in one write transaction: all of it is kept, or none. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/**
 * Opens (and makes) a database file of mode 0600 in a folder of mode 0700, and brings it to the newest of
 * `migrations`: element n takes the schema from version n to n + 1, and one that has run is never edited.
 */
export async function openDatabase(options: {
  path: string;
  migrations: readonly string[];
  text: Text;
}): Promise<Database> {
  const { path, migrations, text } = options;
  const { default: Libsql } = await import("libsql");
  try {
    makePrivateFile(path);
    const connection = new Libsql(path);
    connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
    connection.pragma("journal_mode=WAL");
    connection.exec("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON");
    const explain = (error: unknown): unknown => asLocalError(error, path, text);
    const database = wrap(connection, explain);
    migrate(database, connection, migrations, () => {
      const said = text.database.newer(path);
      return new LocalError(said.message, said);
    });
    return database;
  } catch (error) {
    throw asLocalError(error, path, text);
  }
}

function makePrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // Windows has no O_NOFOLLOW; it counts as 0 there.
  const flags = constants.O_CREAT | constants.O_RDWR | constants.O_NOFOLLOW;
  const descriptor = openSync(path, flags, 0o600);
  try {
    if ((fstatSync(descriptor).mode & 0o077) !== 0) chmodSync(path, 0o600);
  } finally {
    closeSync(descriptor);
  }
}

function migrate(
  database: Database,
  connection: Connection,
  migrations: readonly string[],
  newer: () => LocalError,
): void {
  const version = (): number =>
    database.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
  if (version() === migrations.length) return;
  database.transaction(() => {
    const from = version();
    if (from > migrations.length) throw newer();
    for (const step of migrations.slice(from)) connection.exec(step);
    connection.exec(`PRAGMA user_version=${migrations.length}`);
  });
}

interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number };
  all(...values: readonly SqlValue[]): unknown[];
}

function wrap(connection: Connection, explain: (error: unknown) => unknown): Database {
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement: Statement = connection.prepare<SqlValue[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw explain(error);
    }
  };
  const all = <Row>(sql: string, values: readonly SqlValue[]): Row[] =>
    // The rows of this program's own tables: the shape is the query's, which stands beside the type.
    guarded(() => prepare(sql).all(...values) as Row[]);
  let depth = 0;
  return {
    run: (sql, ...values) => guarded(() => ({ changes: prepare(sql).run(...values).changes })),
    get: <Row>(sql: string, ...values: readonly SqlValue[]) => all<Row>(sql, values)[0],
    all: <Row>(sql: string, ...values: readonly SqlValue[]) => all<Row>(sql, values),
    transaction: (work) => {
      if (depth > 0) return work();
      depth += 1;
      guarded(() => connection.exec("BEGIN IMMEDIATE"));
      try {
        const result = work();
        guarded(() => connection.exec("COMMIT"));
        return result;
      } catch (error) {
        if (connection.inTransaction) connection.exec("ROLLBACK");
        throw error;
      } finally {
        depth -= 1;
      }
    },
    close: () => {
      statements.clear();
      connection.close();
    },
  };
}

/** Whatever SQLite or the file system says becomes one error that names the file. */
function asLocalError(error: unknown, path: string, text: Text): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (error instanceof LocalError || !/^(SQLITE|E[A-Z]+$)/.test(code)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const said = text.database.failed(path, reason, code);
  return new LocalError(said.message, { hint: said.hint, cause: error });
}
