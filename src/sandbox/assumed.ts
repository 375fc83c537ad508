import type { Source } from "../api/contract.ts";

/**
 * Everything that the specification leaves open and the sandbox had to choose, in this one file: a real
 * service that differs is a change here. The shapes of the records stand in api/contract.ts, marked field
 * by field.
 *
 * Chosen, and not a number:
 * - All four ends of a charge (paid, expired, cancelled, failed) are final.
 * - What a charge brings (amount less fee) is available at once, as Pix settles at once: `pending` stays 0.
 * - The fee of a withdrawal comes out of its amount: the store gives `amount`, the recipient gets
 *   `net_amount`. The amount is `blocked` from the request on and given back when the withdrawal fails or
 *   is cancelled.
 * - "The same JSON body" compares what the JSON says: neither spaces, the order of keys nor how a number is
 *   written count, and neither does the body's own `idempotency_key`. The method and the path count too.
 * - Every answer under 500 that an operation itself gives is stored with its key, a refusal as well. What
 *   is answered before the operation is reached (401, 403, 404, 405, 413, 415, invalid JSON, injected
 *   faults) is not.
 * - `from` and `to` of a list are both included and compared with `created_at`.
 */
export interface Assumed {
  readonly chargeCentsMin: number;
  readonly chargeCentsMax: number;
  readonly chargeExpiresAfterMs: number;
  /** Hundredths of a percent: 99 is 0.99 %. */
  readonly chargeFeeBasisPoints: number;
  readonly withdrawalCentsMin: number;
  readonly withdrawalCentsMax: number;
  /** Null: as much a day as there is. */
  readonly withdrawalDayCentsMax: number | null;
  readonly withdrawalFeeCents: number;
  readonly withdrawalProcessingAfterMs: number;
  readonly withdrawalSettledAfterMs: number;
  readonly startingBalanceCents: number;
  readonly idempotencyKeptMs: number;
  /** A request that never came to its end holds its key no longer than this. */
  readonly inFlightMsMax: number;
  /** The pauses after the first, second, ... failed attempt to deliver; after the last one it is given up. */
  readonly deliveryRetryAfterMs: readonly number[];
  readonly deliveryTimeoutMs: number;
  /** What `GET /account` calls this environment. */
  readonly environment: string;
}

export const ASSUMED: Assumed = {
  chargeCentsMin: 1_00,
  chargeCentsMax: 15_000_00,
  chargeExpiresAfterMs: 30 * 60_000,
  chargeFeeBasisPoints: 99,
  withdrawalCentsMin: 1_00,
  withdrawalCentsMax: 15_000_00,
  withdrawalDayCentsMax: null,
  withdrawalFeeCents: 80,
  withdrawalProcessingAfterMs: 1_000,
  withdrawalSettledAfterMs: 3_000,
  startingBalanceCents: 1_000_00,
  idempotencyKeptMs: 24 * 3_600_000,
  inFlightMsMax: 60_000,
  deliveryRetryAfterMs: [30_000, 60_000, 5 * 60_000, 15 * 60_000],
  deliveryTimeoutMs: 10_000,
  environment: "sandbox",
};

/** Success statuses: "not shown" in the specification. */
export const CREATED_STATUS = 201;
export const READ_STATUS = 200;

export const LIST_LIMIT_DEFAULT = 20;
export const LIST_LIMIT_MAX = 100;

/** The day that a daily limit counts is São Paulo's: UTC-3, no summer time since 2019. */
export const DAY_OFFSET_MS = -3 * 3_600_000;

export const BODY_BYTES_MAX = 1024 * 1024;
export const TEXT_CHARACTERS_MAX = 255;
export const DESCRIPTION_CHARACTERS_MAX = 1_000;
export const METADATA_BYTES_MAX = 16 * 1024;
export const JSON_DEPTH_MAX = 32;

/** Recipients that behave. Every other key is paid after a moment. */
export const PIX_KEY_THAT_FAILS = "falha@sandbox.pix";
export const PIX_KEY_THAT_STAYS_PENDING = "lento@sandbox.pix";
export const PIX_KEY_NOBODY_HAS = "inexistente@sandbox.pix";

/** What a withdrawal that fails says of it. */
export const WITHDRAWAL_FAILURE = {
  code: "rejected_by_recipient",
  message: "The recipient's institution rejected the transfer.",
} as const;

/** The owner of whatever Pix key; the document is masked, as Pix shows it. */
export const RECIPIENT = { name: "Recebedor de Teste", document: "***.982.247-**" } as const;

/** The customer of a charge that the sandbox itself makes, when a payment link is paid. */
export const SAMPLE_CUSTOMER = {
  name: "Cliente de Teste",
  email: "cliente@sandbox.pix.invalid",
  document: "52998224725",
} as const;

/** What a link without an amount of its own is paid with. */
export const OPEN_LINK_CENTS = 10_00;

export const STORE = {
  name: "Loja de Teste",
  email: "loja@sandbox.pix.invalid",
  document: "11222333000181",
  documentType: "cnpj",
  city: "SAO PAULO",
} as const;

/**
 * `.invalid` can never resolve (RFC 6761): a wallet that reads the code finds nobody to pay.
 * The same name keeps the links of payment links and receipts from leading anywhere.
 */
export const UNPAYABLE_HOST = "qr.pix.invalid";
export const PAGES_URL = "https://pages.pix.invalid";

interface ErrorKind {
  readonly status: number;
  readonly message: string;
  readonly source: Source;
}

/** Every error of the service. `specified` are the rows of the specification's table. */
export const ERRORS = {
  bad_request: assumed(400, "The request is not valid HTTP, or broke off."),
  invalid_json: assumed(400, "The body is not valid JSON in UTF-8."),
  unauthorized: assumed(401, "The API key is missing, unknown or revoked."),
  insufficient_permission: assumed(403, "The API key lacks the permission for this operation."),
  host_not_allowed: assumed(403, "The sandbox answers only to the names of this machine."),
  origin_not_allowed: assumed(403, "The sandbox answers no page of another origin."),
  not_found: assumed(404, "There is no such resource."),
  method_not_allowed: assumed(405, "The path exists, but not with this method."),
  idempotency_mismatch: specified(409, "This idempotency key was used with a different JSON body."),
  idempotency_in_progress: assumed(
    409,
    "A request with this idempotency key is still in progress.",
  ),
  invalid_state: assumed(409, "The status of the resource does not allow this."),
  payload_too_large: assumed(413, "The body is larger than 1 MiB."),
  unsupported_media_type: assumed(415, "The body must be sent as application/json."),
  validation_failed: assumed(422, "The request is not valid."),
  invalid_document: assumed(422, "The document is neither a valid CPF nor a valid CNPJ."),
  invalid_notification_url: assumed(422, "The notification URL is not a public HTTPS URL."),
  amount_below_minimum: specified(422, "The amount is below the minimum."),
  amount_above_maximum: specified(422, "The amount is above the maximum."),
  unsupported_currency: assumed(422, "The currency must be BRL."),
  invalid_pix_key: assumed(422, "The Pix key is not valid."),
  pix_key_not_found: assumed(422, "No account has this Pix key."),
  insufficient_balance: assumed(422, "The available balance is lower than the amount."),
  limit_exceeded: assumed(422, "The withdrawals of this day would exceed their limit."),
  rate_limited: assumed(429, "Too many requests."),
  internal_error: assumed(500, "The service failed."),
  provider_unavailable: assumed(503, "The payment provider is unavailable."),
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

function assumed<const Status extends number>(status: Status, message: string) {
  return { status, message, source: "assumed" } as const;
}

function specified<const Status extends number>(status: Status, message: string) {
  return { status, message, source: "specified" } as const;
}
