import { LINK_STATUSES, PAYMENT_STATUSES, WITHDRAWAL_STATUSES } from "../api/names.ts";
import { operations } from "../api/operations.ts";
import type { Operation, OperationName } from "../api/operations.ts";
import {
  BODY_BYTES_MAX,
  CREATED_STATUS,
  ERRORS,
  LIST_LIMIT_DEFAULT,
  LIST_LIMIT_MAX,
  READ_STATUS,
} from "./assumed.ts";
import type { ErrorCode } from "./assumed.ts";
import { operationNames } from "./faults.ts";
import type { SchemaName } from "./openapi-schemas.ts";

export type Json = Readonly<Record<string, unknown>>;

/** Marks what the specification leaves open. */
export const ASSUMED = { "x-assumed": true } as const;

/** What each operation takes and gives, and what else it can answer besides the errors of every operation. */
const SHAPES: Readonly<
  Record<
    OperationName,
    {
      readonly summary: string;
      readonly response: SchemaName;
      readonly request?: SchemaName;
      readonly statuses?: readonly string[];
      readonly errors: readonly ErrorCode[];
    }
  >
> = {
  createPayment: {
    summary: "Creates a standalone PIX charge",
    request: "PaymentRequest",
    response: "Payment",
    errors: [
      ...(["amount_below_minimum", "amount_above_maximum", "invalid_document"] as const),
      ...(["invalid_notification_url", "unsupported_currency"] as const),
    ],
  },
  listPayments: {
    summary: "Lists payments",
    response: "PaymentPage",
    statuses: PAYMENT_STATUSES,
    errors: ["validation_failed"],
  },
  getPayment: { summary: "Reads one payment", response: "Payment", errors: ["not_found"] },
  cancelPayment: {
    summary: "Cancels a PIX charge",
    response: "Payment",
    errors: ["not_found", "invalid_state"],
  },
  createLink: {
    summary: "Creates a payment link",
    request: "PaymentLinkRequest",
    response: "PaymentLink",
    errors: [
      ...(["amount_below_minimum", "amount_above_maximum"] as const),
      ...(["invalid_notification_url", "unsupported_currency"] as const),
    ],
  },
  listLinks: {
    summary: "Lists payment links",
    response: "PaymentLinkPage",
    statuses: LINK_STATUSES,
    errors: ["validation_failed"],
  },
  getLink: { summary: "Reads one payment link", response: "PaymentLink", errors: ["not_found"] },
  getBalance: { summary: "Reads the balance", response: "Balance", errors: [] },
  createWithdrawal: {
    summary: "Creates a withdrawal",
    request: "WithdrawalRequest",
    response: "Withdrawal",
    errors: [
      ...(["amount_below_minimum", "amount_above_maximum", "invalid_pix_key"] as const),
      ...(["pix_key_not_found", "insufficient_balance", "limit_exceeded"] as const),
      "invalid_notification_url",
    ],
  },
  listWithdrawals: {
    summary: "Lists withdrawals",
    response: "WithdrawalPage",
    statuses: WITHDRAWAL_STATUSES,
    errors: ["validation_failed"],
  },
  getWithdrawal: {
    summary: "Reads one withdrawal",
    response: "Withdrawal",
    errors: ["not_found"],
  },
  getAccount: {
    summary: "Validates authentication; creates no charge and moves no balance",
    response: "Account",
    errors: [],
  },
};

const EVERY_OPERATION: readonly ErrorCode[] = [
  ...(["unauthorized", "insufficient_permission", "rate_limited"] as const),
  ...(["internal_error", "provider_unavailable"] as const),
];
const EVERY_BODY: readonly ErrorCode[] = [
  ...(["invalid_json", "payload_too_large", "unsupported_media_type"] as const),
  "validation_failed",
];
const EVERY_KEY: readonly ErrorCode[] = ["idempotency_mismatch", "idempotency_in_progress"];

/** Every operation, under its path and method. */
export function paths(): Json {
  const found = new Map<string, Record<string, Json>>();
  for (const name of operationNames) {
    const { method, path }: Operation = operations[name];
    const methods = found.get(path) ?? {};
    methods[method.toLowerCase()] = operationObject(name);
    found.set(path, methods);
  }
  return Object.fromEntries(found);
}

function operationObject(name: OperationName): Json {
  const operation: Operation = operations[name];
  const { summary, request, response } = SHAPES[name];
  const assumed = operation.permissionSource === "assumed" ? ASSUMED : {};
  return {
    operationId: name,
    summary,
    "x-permission": { name: operation.permission, ...assumed },
    ...withParameters(name),
    ...(request === undefined
      ? {}
      : {
          requestBody: { required: true, content: content(request), "x-bytes-max": BODY_BYTES_MAX },
        }),
    responses: {
      [request === undefined ? READ_STATUS : CREATED_STATUS]: {
        description: summary,
        content: content(response),
        // The specification names no success status.
        ...ASSUMED,
      },
      ...errorResponses(name),
    },
  };
}

function withParameters(name: OperationName): Json {
  const operation: Operation = operations[name];
  const parameters: Json[] = [];
  if (operation.path.includes("{id}")) {
    parameters.push({
      name: "id",
      in: "path",
      required: true,
      schema: { type: "string", format: "uuid" },
    });
  }
  if (operation.idempotent) parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (operation.list) parameters.push(...listParameters(SHAPES[name].statuses ?? []));
  if (name === "listWithdrawals") parameters.push(query("external_id", { type: "string" }));
  return parameters.length > 0 ? { parameters } : {};
}

function listParameters(statuses: readonly string[]): readonly Json[] {
  const limit = {
    type: "integer",
    minimum: 1,
    maximum: LIST_LIMIT_MAX,
    default: LIST_LIMIT_DEFAULT,
  };
  return [
    query("limit", limit),
    query("cursor", { type: "string" }),
    query("status", { type: "string", enum: [...statuses] }),
    query("from", { type: "string", format: "date-time" }),
    query("to", { type: "string", format: "date-time" }),
  ];
}

function query(name: string, schema: Json): Json {
  return { name, in: "query", required: false, schema, ...ASSUMED };
}

function errorResponses(name: OperationName): Json {
  const operation: Operation = operations[name];
  const codes = new Set<ErrorCode>([
    ...SHAPES[name].errors,
    ...EVERY_OPERATION,
    ...(operation.request === undefined ? [] : EVERY_BODY),
    ...(operation.idempotent ? EVERY_KEY : []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [String(status), errorResponse(all)]),
  );
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  const all = codes.map((code) => ({
    code,
    description: ERRORS[code].message,
    ...(ERRORS[code].source === "assumed" ? ASSUMED : {}),
  }));
  const open = codes.every((code) => ERRORS[code].source === "assumed");
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join(" "),
    content: content("Error"),
    "x-error-codes": all,
    ...(open ? ASSUMED : {}),
  };
}

/** A body of that shape. */
export function content(name: SchemaName): Json {
  return { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
}
