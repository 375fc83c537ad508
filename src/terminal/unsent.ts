import type { Text } from "../text/text.ts";
import { cell } from "./cell.ts";
import type { Output } from "./output.ts";
import type { Field } from "./table.ts";

/** A request that nobody has sent, its secrets masked. */
interface Unsent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The result of `--dry-run`: the request as one document, or as people know HTTP. */
export async function showUnsent(unsent: Unsent, output: Output, text: Text): Promise<void> {
  const { method, url, headers, body } = unsent;
  output.note(text.dryRun.nothingSent);
  if (output.form === "human") {
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const lines = body === null ? [] : ["", ...body.split("\n")];
    for (const line of [`${method} ${url}`, ...head, ...lines]) output.line(line);
    return;
  }
  const field = (key: string, value: string | null): Field => ({
    key,
    label: key,
    cell: cell.text(value),
  });
  const fields = [
    field("method", method),
    field("url", url),
    ...Object.entries(headers).map(([name, value]) => field(name, value)),
    field("body", body),
  ];
  const raw = { dry_run: true, method, url, headers, body };
  await output.record({ raw, text: JSON.stringify(raw) }, fields);
}
