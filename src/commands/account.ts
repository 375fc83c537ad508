import { fieldsOf } from "../api/fields.ts";
import type { Context } from "../context.ts";
import { environmentMismatch } from "../profiles/environment.ts";
import { foreignCell } from "../terminal/foreign.ts";
import type { Field } from "../terminal/table.ts";
import type { Text } from "../text/text.ts";

/** Shows whose key this is, with every field the service gave, known or not. */
export async function account(context: Context): Promise<void> {
  const { output, text } = context;
  const profile = await context.profile();
  const client = await context.api(profile);
  const { value, raw, text: document } = await client.account.get();
  const said = environmentMismatch(value, profile);
  if (said !== undefined) {
    const { message, hint } = text.profiles.mismatch(profile.name, profile.environment, said);
    output.warn(`${message}\n${hint}`);
  }
  await output.record({ raw, text: document }, viewOf(raw, text));
}

/** Every field of the answer in its order; those of an object inside `data` where it came so. */
function viewOf(raw: unknown, text: Text): readonly Field[] {
  const outer = fieldsOf(raw) ?? {};
  const labels: Readonly<Record<string, string>> = text.account.labels;
  return Object.entries(fieldsOf(outer["data"]) ?? outer).map(([key, value]) => {
    const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return { key, label: label ?? key, cell: foreignCell(key, value) };
  });
}
