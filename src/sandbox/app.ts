import type { Context as HonoContext, Hono as HonoApp } from "hono";
import { Hono } from "hono/quick";
import type { Clock, Random } from "../host.ts";
import { operations } from "../api/operations.ts";
import type { Operation, OperationName } from "../api/operations.ts";
import { SendError } from "../api/send/send.ts";
import type { Database } from "../database.ts";
import { ERRORS } from "./assumed.ts";
import type { Assumed, ErrorCode } from "./assumed.ts";
import { operationNames } from "./faults.ts";
import type { Faults, KeptFault } from "./faults.ts";
import type { Handler } from "./handlers.ts";
import { fingerprintOf } from "./idempotency.ts";
import { answerOnce, idempotencyKeyOf } from "./keyed.ts";
import type { Keyholder, Keys } from "./keys.ts";
import { errorAnswer, Refusal, refusalAnswer } from "./refusal.ts";
import type { Answer } from "./refusal.ts";
import { readJson } from "./request-body.ts";

export interface AppOptions {
  readonly database: Database;
  readonly keys: Keys;
  readonly faults: Faults;
  readonly handlers: Readonly<Record<OperationName, Handler>>;
  readonly clock: Clock;
  readonly random: Random;
  readonly assumed: () => Assumed;
  /** Ends what is held up by a fault. */
  readonly signal: AbortSignal;
  /** Hears of what should not happen; what it throws is thrown to whoever sent the request. */
  readonly failed: (error: unknown) => void;
}

type Env = { Variables: { requestId: string | undefined } };

/** One request on its way through the app. */
interface Visit {
  readonly name: OperationName;
  readonly context: HonoContext<Env>;
  readonly requestId: string;
}

/** What a fault leaves for the operation itself to heed. */
interface Strike {
  /** How long the work is held up, once an idempotency key is taken. */
  readonly heldMs: number;
  /** False where a 5xx will stand in place of the answer. */
  readonly keepsKey: boolean;
}

/**
 * The whole service as one function from Request to Response. It rejects with a SendError where a fault
 * closes the connection; every other failure is an answer with an error object.
 */
export function createApp(options: AppOptions): HonoApp<Env> {
  const { random, failed } = options;
  const app = new Hono<Env>().basePath("/v1");
  for (const name of operationNames) {
    const operation = operations[name];
    app.on(operation.method, honoPath(operation), (context) => {
      const requestId = random.uuid();
      context.set("requestId", requestId);
      return run({ name, context, requestId }, options);
    });
  }
  for (const [path, methods] of methodsByPath()) {
    app.all(path, () => {
      throw new Refusal("method_not_allowed", { headers: { Allow: methods.join(", ") } });
    });
  }
  app.notFound(() => {
    throw new Refusal("not_found");
  });
  app.onError((error, context) => {
    if (error instanceof SendError) throw error;
    const requestId = context.get("requestId") ?? random.uuid();
    if (error instanceof Refusal) return respond(refusalAnswer(error, requestId), requestId);
    failed(error);
    const answer = errorAnswer({ status: 500, code: "internal_error", requestId });
    return respond(answer, requestId);
  });
  return app;
}

/** An answer that never reaches the operations: a request that the server itself turns away. */
export function turnAway(code: ErrorCode, requestId: string): Response {
  return respond(refusalAnswer(new Refusal(code), requestId), requestId);
}

async function run(visit: Visit, options: AppOptions): Promise<Response> {
  const { name, requestId } = visit;
  const fault = options.faults.strike(name);
  if (fault === undefined) {
    return respond(await operate(visit, { heldMs: 0, keepsKey: true }, options), requestId);
  }
  const replaces = fault.drop || fault.status !== null;
  if (fault.afterEffect) {
    const keepsKey = fault.status === null || fault.status < 500;
    const answer = await operate(visit, { heldMs: 0, keepsKey }, options);
    await wait(fault.delayMs, options);
    return respond(replaces ? faultAnswer(fault, requestId) : answer, requestId);
  }
  if (replaces) {
    await wait(fault.delayMs, options);
    return respond(faultAnswer(fault, requestId), requestId);
  }
  const heldMs = fault.delayMs;
  return respond(await operate(visit, { heldMs, keepsKey: true }, options), requestId);
}

/** The operation itself; a Refusal is turned into its answer by whoever calls. */
async function operate(visit: Visit, strike: Strike, options: AppOptions): Promise<Answer> {
  const { name, context, requestId } = visit;
  const { database, clock, assumed, handlers } = options;
  const operation: Operation = operations[name];
  const request = context.req.raw;
  const url = new URL(request.url);
  const held = (): Promise<void> => wait(strike.heldMs, options);
  const holder = letIn(request, operation, options.keys);
  const body = operation.request === undefined ? undefined : await readJson(request);
  const id = (context.req.param("id") ?? "").toLowerCase();
  const prepare = (): ReturnType<Handler> =>
    handlers[name]({ holder, id, query: url.searchParams, body });
  const header = request.headers.get("idempotency-key");
  const key = operation.idempotent ? idempotencyKeyOf(header, body) : undefined;
  if (key === undefined) {
    await held();
    const finish = await prepare();
    return operation.method === "GET" ? finish() : database.transaction(finish);
  }
  const fingerprint = fingerprintOf(operation.method, operation.path, body);
  return answerOnce(
    {
      request: { storeId: holder.store.id, key, fingerprint },
      requestId,
      heldMs: strike.heldMs,
      held,
      keeps: strike.keepsKey,
      prepare,
    },
    { database, now: () => clock.now().getTime(), assumed },
  );
}

/** A service that ends while it holds a request up closes its connection. */
async function wait(milliseconds: number, { clock, signal }: AppOptions): Promise<void> {
  if (milliseconds === 0) return;
  await clock.sleep(milliseconds, signal).catch((error: unknown) => {
    throw new SendError("reset", "unknown", { cause: error });
  });
}

/** `Authorization: Bearer <API_KEY>`: the key alone says which store this is and what it may do. */
function letIn(request: Request, operation: Operation, keys: Keys): Keyholder {
  const key = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  const holder = key === undefined ? undefined : keys.holderOf(key);
  if (holder === undefined) {
    throw new Refusal("unauthorized", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  if (holder.permissions.includes(operation.permission)) return holder;
  throw new Refusal("insufficient_permission", {
    details: [
      {
        field: "permission",
        code: operation.permission,
        message: `the key lacks ${operation.permission}`,
      },
    ],
  });
}

/** What a fault says in place of the service; without a status it says nothing and closes the connection. */
function faultAnswer(fault: KeptFault, requestId: string): Answer {
  const { status, retryAfterSeconds } = fault;
  if (status === null) throw new SendError("reset", "unknown");
  const headers = retryAfterSeconds === null ? {} : { "Retry-After": String(retryAfterSeconds) };
  return errorAnswer({ status, code: codeOf(status), requestId, headers });
}

/** The first error that has this status. */
function codeOf(status: number): ErrorCode {
  // The keys of the table, which `Object.keys` calls plain strings.
  const codes = Object.keys(ERRORS) as readonly ErrorCode[];
  const fallback = status >= 500 ? "internal_error" : "validation_failed";
  return codes.find((code) => ERRORS[code].status === status) ?? fallback;
}

function respond({ status, body, headers = {} }: Answer, requestId: string): Response {
  return new Response(body, {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}

function honoPath(operation: Operation): string {
  return operation.path.replace("{id}", ":id");
}

function methodsByPath(): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const name of operationNames) {
    const path = honoPath(operations[name]);
    methods.set(path, [...(methods.get(path) ?? []), operations[name].method]);
  }
  return methods;
}
