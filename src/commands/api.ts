import { fieldsOf } from "../api/fields.ts";
import { pages } from "../api/pages.ts";
import type { Context } from "../context.ts";
import { GuardedError, InterruptedError, UnknownOutcomeError } from "../errors.ts";
import { foreignCell, restOf } from "../terminal/foreign.ts";
import type { Form, ListPage, Output } from "../terminal/output.ts";
import type { Column } from "../terminal/table.ts";
import { movesMoneyOut, pageOf, readRequest, takesKey } from "./api/request.ts";
import type { ApiFlags, ApiRequest } from "./api/request.ts";

const NOTHING: ReadonlySet<string> = new Set();

/** Calls any operation of the service and prints its JSON; a table only where CSV or TSV was asked for. */
export async function api(context: Context, flags: ApiFlags): Promise<void> {
  const { output } = context;
  const profile = await context.profile();
  const request = await readRequest(context, flags, profile.baseUrl);
  const form = formOf(context);
  if (request.all) return list(context, request, form);
  const answer =
    request.method === "GET" ? await read(context, request) : await write(context, request);
  // A write may be answered with nothing: its status is all there is to say.
  if (answer.text.trim() === "") return output.note(context.text.api.answered(answer.status));
  const fields = fieldsOf(answer.raw) ?? {};
  await output.record(answer, restOf(fields, NOTHING), { form });
}

async function read(context: Context, { path, headers }: ApiRequest) {
  const client = await context.api();
  return client.raw({ method: "GET", path, headers });
}

/** Every page of a list, one in memory at a time. */
async function list(context: Context, request: ApiRequest, form: Form): Promise<void> {
  const { output, text } = context;
  const client = await context.api();
  const walk = pages(
    (query) => client.rawPage({ path: pageOf(request.path, query), headers: request.headers }),
    {},
    { itemsMax: Number.POSITIVE_INFINITY, text },
  );
  const { columns, found } = await columnsOf(walk, form);
  await output.list(found, columns, { empty: text.api.none, form });
}

async function write(context: Context, request: ApiRequest) {
  const { method, path, body, idempotencyKey, headers } = request;
  const { output, random, text } = context;
  await guard(context, request);
  if (!request.keyed && method === "POST") {
    output.note(takesKey(path) ? `${text.api.noKey} ${text.api.giveKey}` : text.api.noKey);
  }
  const { profile, client, writes } = await context.writer();
  const send = async () => client.raw({ method, path, body, idempotencyKey, headers });
  try {
    if (method !== "POST") return await send();
    const { name, environment, baseUrl } = profile;
    return await writes.record(
      {
        ...{ profile: name, environment, baseUrl, method, path, body: body ?? "" },
        // Without a key this one names the row in the ledger and is not sent.
        idempotencyKey: idempotencyKey ?? random.uuid(),
      },
      send,
      ({ raw, status, requestId }) => ({ resourceId: idOf(raw), status, requestId }),
    );
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    const { status, requestId } = error;
    const hint = request.keyed ? text.api.unknownKeyed : text.api.unknownHint;
    throw new UnknownOutcomeError(error.message, { status, requestId, hint, cause: error });
  }
}

/**
 * A raw call to pay somebody passes by the limits and the ledger of `pix withdraw`: a profile that has
 * limits refuses it, and production asks.
 */
async function guard(context: Context, { method, path }: ApiRequest): Promise<void> {
  const { flags, prompt, text } = context;
  const { name, environment, limits } = await context.profile();
  if (!movesMoneyOut(path)) return;
  if (Object.keys(limits).length > 0) {
    throw new GuardedError(text.api.limited(name), { hint: text.api.useWithdraw });
  }
  if (environment !== "production" || flags.yes) return;
  if (!prompt.available) {
    throw new GuardedError(text.api.guarded(name), { hint: text.api.guardedHint });
  }
  // Nothing will leave: there is nothing to agree to.
  if (flags.dryRun) return;
  const agreed = await prompt.confirm({ message: text.api.confirm(`${method} ${path}`, name) });
  if (!agreed) throw new InterruptedError("SIGINT", { effect: "nothing_sent" });
}

function formOf({ flags, output }: { flags: Context["flags"]; output: Output }): Form {
  if (output.form === "jsonl") return "jsonl";
  return flags.form === "csv" || flags.form === "tsv" ? flags.form : "json";
}

function idOf(raw: unknown): string {
  const fields = fieldsOf(raw) ?? {};
  const id = fields["id"] ?? fieldsOf(fields["data"])?.["id"];
  return typeof id === "string" || typeof id === "number" ? String(id) : "";
}

type Pages = AsyncIterable<ListPage<unknown>>;

/** The columns of a table of anything: the fields of the first thing. */
async function columnsOf(
  walk: AsyncGenerator<ListPage<unknown>, void, undefined>,
  form: Form,
): Promise<{ readonly columns: readonly Column<unknown>[]; readonly found: Pages }> {
  if (form === "json" || form === "jsonl") return { columns: [], found: walk };
  const first = await walk.next();
  if (first.done === true) return { columns: [], found: walk };
  const names = Object.keys(fieldsOf(first.value.items[0]?.value) ?? {});
  const columns = names.map((key) => ({
    key,
    label: key,
    cell: (item: unknown) => foreignCell(key, fieldsOf(item)?.[key]),
  }));
  async function* all(page: ListPage<unknown>): AsyncGenerator<ListPage<unknown>> {
    yield page;
    yield* walk;
  }
  return { columns, found: all(first.value) };
}
