import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../src/database.ts";
import type { Database } from "../src/database.ts";
import { LocalError } from "../src/errors.ts";
import { en } from "../src/text/en.ts";

const MIGRATIONS = [
  `CREATE TABLE notes (name TEXT PRIMARY KEY);
   CREATE TABLE replies (note TEXT REFERENCES notes (name) DEFERRABLE INITIALLY DEFERRED);`,
];

let folder = "";
let database: Database;
/** Another process, as far as SQLite can tell: it sees only what was committed. */
let other: Database;
const opened: Database[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-database-"));
  database = await openAgain();
  other = await openAgain();
});

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
  rmSync(folder, { recursive: true, force: true });
});

async function openAgain({ forget = false } = {}): Promise<Database> {
  const path = join(folder, "notes.db");
  const one = await openDatabase({ path, migrations: MIGRATIONS, text: en, forget });
  opened.push(one);
  return one;
}

function add(name: string, into = database): string {
  into.run("INSERT INTO notes VALUES (?)", name);
  return name;
}

/** Breaks a rule that SQLite looks at only as the transaction is committed. */
function breakCommit(): void {
  database.run("INSERT INTO replies VALUES ('to nothing')");
}

function namesIn(seen: Database): readonly string[] {
  return seen
    .all<{ name: string }>("SELECT name FROM notes ORDER BY rowid")
    .map(({ name }) => name);
}

describe("works that wait for the disk together", () => {
  it("are kept in one transaction, and each is told when everybody else can see it", async () => {
    const seen: (readonly string[])[] = [];
    const works = ["one", "two", "three"].map(async (name) => {
      const told = await database.together(() => add(name));
      seen.push(namesIn(other));
      return told;
    });
    expect(namesIn(database)).toEqual([]);
    expect(await Promise.all(works)).toEqual(["one", "two", "three"]);
    const all = ["one", "two", "three"];
    expect(seen).toEqual([all, all, all]);
  });

  it("see what was done before them", async () => {
    const first = database.together(() => add("one"));
    const second = database.together(() => namesIn(database));
    await first;
    expect(await second).toEqual(["one"]);
  });

  it("do not fall with one that fails, which takes back all of its own and nothing else", async () => {
    const ended = await Promise.allSettled([
      database.together(() => add("one")),
      database.together(() => {
        add("half of it");
        throw new Error("it fails");
      }),
      database.together(() => add("one")),
      database.together(() => add("two")),
    ]);
    expect(ended.map(({ status }) => status)).toEqual([
      ...["fulfilled", "rejected", "rejected", "fulfilled"],
    ]);
    expect(ended[1]).toMatchObject({ reason: { message: "it fails" } });
    expect(ended[2]).toMatchObject({ reason: expect.any(LocalError) });
    expect(namesIn(other)).toEqual(["one", "two"]);
  });

  it("do not fall with one that ends the transaction, as some errors of SQLite do", async () => {
    const ended = await Promise.allSettled([
      database.together(() => add("one")),
      database.together(() => {
        add("half of it");
        database.run("INSERT OR ROLLBACK INTO notes VALUES ('half of it')");
      }),
      database.together(() => add("two")),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(namesIn(other)).toEqual(["one", "two"]);
  });

  it("fail all where the commit does: nobody is told that his was kept", async () => {
    const ended = await Promise.allSettled([
      database.together(() => add("one")),
      database.together(breakCommit),
      database.together(() => add("two")),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(ended[0]).toMatchObject({ reason: expect.any(LocalError) });
    expect(namesIn(other)).toEqual([]);
    expect(await database.together(() => add("later"))).toBe("later");
    expect(namesIn(other)).toEqual(["later"]);
  });

  it("are not done where the file is closed before their turn, or was", async () => {
    const work = database.together(() => add("one"));
    database.close();
    opened.splice(opened.indexOf(database), 1);
    await expect(work).rejects.toThrow("closed");
    await expect(database.together(() => add("two"))).rejects.toThrow("closed");
    expect(() => database.transaction(() => add("three"))).toThrow("not open");
    expect(namesIn(other)).toEqual([]);
  });

  it("leave nothing behind where everything is to be forgotten", async () => {
    const dry = await openAgain({ forget: true });
    expect(await dry.together(() => add("one", dry))).toBe("one");
    expect(namesIn(dry)).toEqual(["one"]);
    const failing = (): never => {
      add("half of it", dry);
      throw new Error("it fails");
    };
    const ended = await Promise.allSettled([
      dry.together(() => add("two", dry)),
      dry.together(failing),
      dry.together(() => add("three", dry)),
    ]);
    expect(ended.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(namesIn(dry)).toEqual(["one", "two", "three"]);
    expect(namesIn(other)).toEqual([]);
  });
});

describe("a transaction", () => {
  it("is one again after one that could not begin", async () => {
    database.all("PRAGMA busy_timeout=0");
    other.run("BEGIN IMMEDIATE");
    expect(() => database.transaction(() => add("one"))).toThrow(LocalError);
    other.run("ROLLBACK");
    expect(() =>
      database.transaction(() => {
        add("two");
        throw new Error("it fails");
      }),
    ).toThrow("it fails");
    expect(namesIn(other)).toEqual([]);
  });
});
