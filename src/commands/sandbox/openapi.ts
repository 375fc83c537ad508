import type { Context } from "../../context.ts";
import { openapiDocument } from "../../sandbox/openapi.ts";
import { version } from "../../version.ts";

/** Prints the service's contract as OpenAPI 3.1, in whatever form: it has no other than JSON. */
export async function openapi({ output }: Context): Promise<void> {
  const raw = openapiDocument({ version });
  const text = JSON.stringify(raw, undefined, 2);
  if (output.form === "json" || output.form === "jsonl") await output.record({ raw, text }, []);
  else output.raw(`${text}\n`);
}
