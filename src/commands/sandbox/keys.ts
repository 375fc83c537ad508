import type { Context } from "../../context.ts";
import type { Permission } from "../../api/names.ts";
import type { KeyRecord } from "../../sandbox/keys.ts";
import { cell } from "../../terminal/cell.ts";
import type { ListPage } from "../../terminal/output.ts";
import type { Column } from "../../terminal/table.ts";
import type { Text } from "../../text/text.ts";
import { sandboxOf } from "./open.ts";

export interface CreateKeyInput {
  /** All of them when there is none. */
  readonly permission?: readonly Permission[];
  /** The name of another store, which is made when it is new. */
  readonly store?: string;
}

export interface RevokeKeyInput {
  readonly id: string;
}

/** Makes a key and prints it: the only time that it is shown. */
export async function create(context: Context, input: CreateKeyInput): Promise<void> {
  const { output, text } = context;
  const { control } = await sandboxOf(context);
  const { key, record } = control.createKey({ permissions: input.permission, store: input.store });
  const raw = { ...documentOf(record), key };
  const label = text.sandbox.labels;
  await output.record({ raw, text: JSON.stringify(raw) }, [
    { key: "id", label: label.id, cell: cell.text(record.id) },
    { key: "key", label: label.key, cell: cell.text(key) },
    { key: "store", label: label.store, cell: cell.text(record.store.name) },
    {
      key: "permissions",
      label: label.permissions,
      cell: cell.text(record.permissions.join(" ")),
    },
  ]);
  output.note(text.sandbox.keyOnce);
}

export async function list(context: Context): Promise<void> {
  const { output, text } = context;
  const { control } = await sandboxOf(context);
  const records = control.listKeys();
  await output.list(onePage(records), columnsOf(text), { empty: text.sandbox.noKeys });
}

export async function revoke(context: Context, { id }: RevokeKeyInput): Promise<void> {
  const { control } = await sandboxOf(context);
  control.revokeKey(id);
  context.output.note(context.text.sandbox.revoked(id));
}

async function* onePage(records: readonly KeyRecord[]): AsyncGenerator<ListPage<KeyRecord>> {
  const items = records.map((value) => {
    const raw = documentOf(value);
    return { value, document: { raw, text: JSON.stringify(raw) } };
  });
  const raw = { data: items.map(({ document }) => document.raw) };
  yield { document: { raw, text: JSON.stringify(raw) }, items };
}

function documentOf(record: KeyRecord) {
  return {
    id: record.id,
    hint: record.hint,
    store: record.store,
    permissions: record.permissions,
    created_at: record.createdAt,
    revoked_at: record.revokedAt,
  };
}

function columnsOf(text: Text): readonly Column<KeyRecord>[] {
  const label = text.sandbox.labels;
  return [
    { key: "id", label: label.id, cell: ({ id }) => cell.text(id) },
    { key: "hint", label: label.hint, cell: ({ hint }) => cell.text(hint) },
    { key: "store", label: label.store, cell: ({ store }) => cell.text(store.name) },
    {
      key: "permissions",
      label: label.permissions,
      cell: ({ permissions }) => cell.text(permissions.join(" ")),
    },
    { key: "created_at", label: label.created, cell: ({ createdAt }) => cell.time(createdAt) },
    { key: "revoked_at", label: label.revoked, cell: ({ revokedAt }) => cell.time(revokedAt) },
  ];
}
