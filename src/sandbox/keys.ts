import { createHash } from "node:crypto";
import type { Clock, Random } from "../host.ts";
import { PERMISSIONS } from "../api/names.ts";
import type { Permission } from "../api/names.ts";
import type { Database } from "../database.ts";

/** Each key belongs to one store and carries its own permissions. */
export interface Keyholder {
  readonly store: { readonly id: string; readonly name: string };
  readonly permissions: readonly string[];
}

/** A key as it may be shown: its text is told once, when it is made. */
export interface KeyRecord {
  readonly id: string;
  readonly store: { readonly id: string; readonly name: string };
  readonly hint: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

export interface StoreRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** What its notifications are signed with. */
  readonly webhookSecret: string;
}

export interface Keys {
  holderOf(key: string): Keyholder | undefined;
  /** The store of that name, made when there is none; `opened` is told of a new one. */
  store(name: string, opened: (storeId: string) => void): string;
  create(options: { storeId: string; permissions: readonly Permission[]; kept: boolean }): {
    readonly key: string;
    readonly record: KeyRecord;
  };
  list(): readonly KeyRecord[];
  /** False when there is no such key, or it is revoked already. */
  revoke(id: string): boolean;
  /** The newest key that is kept in full and still works. */
  kept(storeId: string): string | undefined;
  storeOf(storeId: string): StoreRecord | undefined;
}

const KEY_BYTES = 32;
const SECRET_BYTES = 32;
const HINT_CHARACTERS = 4;

interface KeyRow {
  readonly id: string;
  readonly store_id: string;
  readonly name: string;
  readonly hint: string;
  readonly permissions: string;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

const SELECT = `SELECT keys.id, store_id, stores.name, hint, permissions, keys.created_at, revoked_at
  FROM keys JOIN stores ON stores.id = store_id`;

export function createKeys({
  database,
  clock,
  random,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
}): Keys {
  const find = (condition: string, value: string): KeyRow | undefined =>
    database.get<KeyRow>(`${SELECT} WHERE ${condition}`, value);
  return {
    holderOf: (key) => {
      const row = find("revoked_at IS NULL AND hash = ?", hashOf(key));
      if (row === undefined) return undefined;
      return {
        store: { id: row.store_id, name: row.name },
        permissions: wordsOf(row.permissions),
      };
    },
    store: (name, opened) => {
      const known = database.get<{ readonly id: string }>(
        "SELECT id FROM stores WHERE name = ?",
        name,
      );
      if (known !== undefined) return known.id;
      const id = random.uuid();
      const secret = random.bytes(SECRET_BYTES).toString("hex");
      database.run(
        "INSERT INTO stores (id, name, webhook_secret, created_at) VALUES (?, ?, ?, ?)",
        ...[id, name, secret, clock.now().getTime()],
      );
      opened(id);
      return id;
    },
    create: ({ storeId, permissions, kept }) => {
      const id = random.uuid();
      const key = `pix_sandbox_${random.bytes(KEY_BYTES).toString("base64url")}`;
      const hint = `pix_sandbox_...${key.slice(-HINT_CHARACTERS)}`;
      const all = PERMISSIONS.filter((permission) => permissions.includes(permission)).join(" ");
      database.run(
        `INSERT INTO keys (id, store_id, hash, hint, permissions, secret, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[id, storeId, hashOf(key), hint, all, kept ? key : null, clock.now().getTime()],
      );
      const row = find("keys.id = ?", id);
      if (row === undefined) throw new Error("the key that was just made is not there");
      return { key, record: recordOf(row) };
    },
    list: () =>
      database.all<KeyRow>(`${SELECT} ORDER BY keys.created_at, keys.rowid`).map(recordOf),
    revoke: (id) =>
      database.run(
        "UPDATE keys SET revoked_at = ?, secret = NULL WHERE id = ? AND revoked_at IS NULL",
        ...[clock.now().getTime(), id],
      ).changes > 0,
    kept: (storeId) =>
      database.get<{ readonly secret: string }>(
        `SELECT secret FROM keys WHERE store_id = ? AND revoked_at IS NULL AND secret IS NOT NULL
         ORDER BY rowid DESC LIMIT 1`,
        storeId,
      )?.secret,
    storeOf: (storeId) =>
      database.get<StoreRecord>(
        `SELECT id, name, created_at AS createdAt, webhook_secret AS webhookSecret
         FROM stores WHERE id = ?`,
        storeId,
      ),
  };
}

/** A key is 32 random bytes: nothing slower than one hash is needed to keep it from being guessed. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function recordOf(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    store: { id: row.store_id, name: row.name },
    hint: row.hint,
    permissions: wordsOf(row.permissions),
    createdAt: new Date(row.created_at).toISOString(),
    revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at).toISOString(),
  };
}

function wordsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(" ");
}
