import type { Clock, Random } from "../host.ts";
import { operations } from "../api/operations.ts";
import type { Operation, OperationName } from "../api/operations.ts";
import { SendError } from "../api/send/send.ts";
import type { Database } from "../database.ts";
import { ERRORS } from "./assumed.ts";
import type { Assumed, ErrorCode } from "./assumed.ts";
import type { Faults, KeptFault } from "./faults.ts";
import type { Handler } from "./handlers.ts";
import { fingerprintOf } from "./idempotency.ts";
import { answerOnce, idempotencyKeyOf } from "./keyed.ts";
import type { Keyholder, Keys } from "./keys.ts";
import { errorAnswer, Refusal, refusalAnswer } from "./refusal.ts";
import type { Answer } from "./refusal.ts";
import { readJson } from "./request-body.ts";
import type { IncomingBody } from "./request-body.ts";
import { findRoute } from "./routes.ts";

export interface ServiceOptions {
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

/** A request as it comes in, over HTTP or from this process. */
export interface Incoming extends IncomingBody {
  readonly method: string;
  readonly url: URL;
}

/** What goes out; a name of a header is in lower case. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The whole service as one function. It rejects with a SendError where a fault closes the connection; every
 * other failure is an answer with an error object.
 */
export type Service = (incoming: Incoming) => Promise<Outgoing>;

/** One request on its way through the service. */
interface Visit {
  readonly name: OperationName;
  /** In the path; empty where there is none. */
  readonly id: string;
  readonly incoming: Incoming;
  readonly requestId: string;
}

/** What a fault leaves for the operation itself to heed. */
interface Strike {
  /** How long the work is held up, once an idempotency key is taken. */
  readonly heldMs: number;
  /** False where a 5xx will stand in place of the answer. */
  readonly keepsKey: boolean;
}

export function createService(options: ServiceOptions): Service {
  return async (incoming) => {
    const requestId = options.random.uuid();
    try {
      const { name, id } = findRoute(incoming.method, incoming.url.pathname);
      return outgoing(await run({ name, id, incoming, requestId }, options), requestId);
    } catch (error) {
      if (error instanceof SendError) throw error;
      if (error instanceof Refusal) return outgoing(refusalAnswer(error, requestId), requestId);
      options.failed(error);
      return outgoing(errorAnswer({ status: 500, code: "internal_error", requestId }), requestId);
    }
  };
}

/** An answer that never reaches the operations: a request that the server itself turns away. */
export function turnAway(code: ErrorCode, requestId: string): Outgoing {
  return outgoing(refusalAnswer(new Refusal(code), requestId), requestId);
}

async function run(visit: Visit, options: ServiceOptions): Promise<Answer> {
  const { name, requestId } = visit;
  const fault = options.faults.strike(name);
  if (fault === undefined) return operate(visit, { heldMs: 0, keepsKey: true }, options);
  const replaces = fault.drop || fault.status !== null;
  if (fault.afterEffect) {
    const keepsKey = fault.status === null || fault.status < 500;
    const answer = await operate(visit, { heldMs: 0, keepsKey }, options);
    await wait(fault.delayMs, options);
    return replaces ? faultAnswer(fault, requestId) : answer;
  }
  if (replaces) {
    await wait(fault.delayMs, options);
    return faultAnswer(fault, requestId);
  }
  return operate(visit, { heldMs: fault.delayMs, keepsKey: true }, options);
}

/** The operation itself; a Refusal is turned into its answer by whoever calls. */
async function operate(visit: Visit, strike: Strike, options: ServiceOptions): Promise<Answer> {
  const { name, id, incoming, requestId } = visit;
  const { database, clock, assumed, handlers } = options;
  const operation: Operation = operations[name];
  const held = (): Promise<void> => wait(strike.heldMs, options);
  const holder = letIn(incoming, operation, options.keys);
  const body = operation.request === undefined ? undefined : await readJson(incoming);
  const prepare = (): ReturnType<Handler> =>
    handlers[name]({ holder, id, query: incoming.url.searchParams, body });
  const header = incoming.header("idempotency-key");
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
async function wait(milliseconds: number, { clock, signal }: ServiceOptions): Promise<void> {
  if (milliseconds === 0) return;
  await clock.sleep(milliseconds, signal).catch((error: unknown) => {
    throw new SendError("reset", "unknown", { cause: error });
  });
}

/** `Authorization: Bearer <API_KEY>`: the key alone says which store this is and what it may do. */
function letIn(incoming: Incoming, operation: Operation, keys: Keys): Keyholder {
  const key = /^Bearer +(\S+)$/i.exec(incoming.header("authorization") ?? "")?.[1];
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

function outgoing({ status, body, headers = {} }: Answer, requestId: string): Outgoing {
  const own = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value,
  ]);
  return {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-request-id": requestId,
      ...Object.fromEntries(own),
    },
    body,
  };
}
