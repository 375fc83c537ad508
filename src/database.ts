import { chmodSync, closeSync, constants, existsSync, fstatSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Database as Connection } from "libsql";
import { LocalError } from "./errors.ts";
import { Group } from "./group.ts";
import { makePrivateFolder } from "./private-folder.ts";
import type { Text } from "./text/text.ts";

/** How long one process waits for another's transaction before it gives up. */
const BUSY_TIMEOUT_MS = 10_000;

/** How many faults of a damaged file are told. */
const PROBLEMS_MAX = 5;

const IN_MEMORY = ":memory:";

export type SqlValue = string | number | null;

/** What a statement that gives no rows has done. */
interface Ran {
  readonly changes: number;
  /** The id of the row that was inserted last. */
  readonly lastInsertRowid: number | bigint;
}

/**
 * The one door to SQLite. Every commit is on the disk when the call returns: the journal is a WAL and
 * `synchronous=FULL`, so a killed process or a lost supply of power takes back nothing that was told.
 */
export interface Database {
  run(sql: string, ...values: readonly SqlValue[]): Ran;
  get<Row>(sql: string, ...values: readonly SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly SqlValue[]): readonly Row[];
  /** Runs the work in one write transaction: all of it is kept, or none. */
  transaction<T>(work: () => T): T;
  /**
   * Runs the work soon, in a write transaction that it shares with whatever else waits then, and resolves
   * when that is on the disk. A work that throws takes back only itself; where the disk fails, all fail. It
   * may be run more than once, and then only its last run counts. `toldLast` lets whatever the others lead to
   * happen before this one resolves. What waits when the file is closed is not done, and fails.
   */
  together<T>(work: () => T, options?: { readonly toldLast?: boolean }): Promise<T>;
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
  /** Keeps nothing: a file that is there is read, and all that is written is forgotten at the end. */
  forget?: boolean;
}): Promise<Database> {
  const { migrations, text, forget = false } = options;
  const path = forget && !existsSync(options.path) ? IN_MEMORY : options.path;
  const Libsql = await loadLibsql(text);
  try {
    if (path !== IN_MEMORY) makePrivateFile(path);
    const connection = new Libsql(path);
    connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
    connection.pragma("journal_mode=WAL");
    // This build of SQLite keeps temporary tables in memory unless it is told otherwise.
    connection.exec("PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=FILE");
    const explain = (error: unknown): unknown => asLocalError(error, path, text);
    const database = wrap(connection, explain, { forget });
    migrate(database, connection, migrations, () => {
      const said = text.database.newer(path);
      return new LocalError(said.message, said);
    });
    return database;
  } catch (error) {
    throw asLocalError(error, path, text);
  }
}

/**
 * Takes a file for this process alone and gives what lets it go again; undefined where another has it.
 * It is SQLite's own lock on an empty database: the operating system drops it with the process.
 */
export async function openExclusive(options: {
  path: string;
  text: Text;
}): Promise<(() => void) | undefined> {
  const { path, text } = options;
  const Libsql = await loadLibsql(text);
  let connection: Connection | undefined;
  try {
    makePrivateFile(path);
    const opened = new Libsql(path);
    connection = opened;
    opened.exec("PRAGMA busy_timeout=0");
    opened.exec("BEGIN EXCLUSIVE");
    return () => {
      opened.exec("ROLLBACK");
      opened.close();
    };
  } catch (error) {
    connection?.close();
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return undefined;
    throw asLocalError(error, path, text);
  }
}

/** What SQLite finds wrong in a file that exists, read without changing it; nothing where it is whole. */
export async function integrity(options: { path: string; text: Text }): Promise<readonly string[]> {
  const { path, text } = options;
  const Libsql = await loadLibsql(text);
  let connection: Connection | undefined;
  try {
    connection = new Libsql(path, { readonly: true, fileMustExist: true });
    connection.exec(`PRAGMA busy_timeout=${BUSY_TIMEOUT_MS}`);
    const rows: unknown[] = connection.prepare(`PRAGMA quick_check(${PROBLEMS_MAX})`).all();
    const said = rows.flatMap((row) =>
      typeof row === "object" && row !== null ? Object.values(row).map(String) : [],
    );
    return said.filter((problem) => problem !== "ok");
  } catch (error) {
    throw asLocalError(error, path, text);
  } finally {
    connection?.close();
  }
}

/** A package for each platform has the native part; npm may have left it out. */
async function loadLibsql(text: Text) {
  try {
    const { default: Libsql } = await import("libsql");
    return Libsql;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const said = text.database.noLibrary(error.message.split("\n", 1).join(""));
    throw new LocalError(said.message, { hint: said.hint, cause: error });
  }
}

function makePrivateFile(path: string): void {
  makePrivateFolder(dirname(path));
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
  run(...values: readonly SqlValue[]): Ran;
  all(...values: readonly SqlValue[]): unknown[];
}

function wrap(
  connection: Connection,
  explain: (error: unknown) => unknown,
  { forget }: { readonly forget: boolean },
): Database {
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
  // One transaction around everything, which closing the file rolls back.
  if (forget) guarded(() => connection.exec("BEGIN"));
  const transaction = transactionOf(connection, guarded, { forget });
  const group = new Group(transaction);
  return {
    run: (sql, ...values) => guarded(() => prepare(sql).run(...values)),
    get: <Row>(sql: string, ...values: readonly SqlValue[]) => all<Row>(sql, values)[0],
    all: <Row>(sql: string, ...values: readonly SqlValue[]) => all<Row>(sql, values),
    transaction,
    together: async (work, options) => group.join(work, options),
    close: () => {
      group.close();
      if (forget && connection.inTransaction) connection.exec("ROLLBACK");
      statements.clear();
      connection.close();
    },
  };
}

/** One transaction within another is a part of it; where all is to be forgotten, each is a part of that. */
function transactionOf(
  connection: Connection,
  guarded: <T>(work: () => T) => T,
  { forget }: { readonly forget: boolean },
): Database["transaction"] {
  const [begin, keep, takeBack] = forget
    ? ["SAVEPOINT work", "RELEASE work", "ROLLBACK TO work; RELEASE work"]
    : ["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK"];
  let isUnderWay = false;
  return (work) => {
    if (isUnderWay) return work();
    guarded(() => connection.exec(begin));
    isUnderWay = true;
    try {
      const result = work();
      guarded(() => connection.exec(keep));
      return result;
    } catch (error) {
      if (connection.inTransaction) connection.exec(takeBack);
      throw error;
    } finally {
      isUnderWay = false;
    }
  };
}

/** Whatever SQLite or the file system says becomes one error that names the file. */
function asLocalError(error: unknown, path: string, text: Text): unknown {
  if (error instanceof LocalError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  // The library lets some errors of SQLite through under their own name.
  const isKnown = /^(SQLITE|E[A-Z]+$)/.test(code) || "libsqlError" in error;
  if (!isKnown && !/readonly database/.test(error.message)) return error;
  const damaged = /NOTADB|CORRUPT/.test(code) || /not a database|malformed/.test(error.message);
  const say = damaged ? text.database.damaged : text.database.failed;
  const said = say(path, error.message, code);
  return new LocalError(said.message, { hint: said.hint, cause: error });
}
