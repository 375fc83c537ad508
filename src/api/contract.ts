import * as v from "valibot";
import { IDEMPOTENCY_KEY_CHARACTERS_MAX, PIX_KEY_TYPES } from "./names.ts";

export * from "./names.ts";

/**
 * Every wire shape of the service, once. The client's decoders, the sandbox's checks and the OpenAPI document
 * all come from these lines. Each field says where it comes from: `specified`, it stands in the service's
 * specification; `assumed`, the specification leaves it open and the sandbox has chosen.
 */
export type Source = "specified" | "assumed";

export type Entry = v.GenericSchema;

const specified = <S extends Entry>(schema: S) =>
  v.pipe(schema, v.metadata({ source: "specified" }));
const assumed = <S extends Entry>(schema: S) => v.pipe(schema, v.metadata({ source: "assumed" }));

/** Objects keep fields that nobody told us of. */
const record = v.looseObject;

const text = v.string();
const uuid = v.pipe(v.string(), v.uuid());
const timestamp = v.pipe(v.string(), v.isoTimestamp());
const absent = <S extends Entry>(schema: S) => v.nullable(schema);
const metadata = v.record(v.string(), v.unknown());

/** Money on the wire: a JSON number in reais, not in cents. An answer may carry a decimal string as well. */
const reais = v.number();
const reaisAnswered = v.union([v.number(), v.string()]);

const idempotencyKey = v.pipe(text, v.minLength(1), v.maxLength(IDEMPOTENCY_KEY_CHARACTERS_MAX));

const store = record({ id: specified(uuid), name: specified(text) });

const customer = record({
  email: specified(text),
  name: specified(text),
  document: specified(text),
  phone: v.optional(specified(text)),
});

// Requests

export const paymentRequest = record({
  customer: specified(customer),
  amount: specified(reais),
  currency: v.optional(specified(text)),
  metadata: v.optional(specified(metadata)),
  partner_checkout_url: v.optional(specified(text)),
  notification_url: specified(text),
  idempotency_key: v.optional(specified(idempotencyKey)),
});

export const linkRequest = record({
  title: assumed(v.pipe(text, v.minLength(1))),
  description: v.optional(assumed(absent(text))),
  amount: v.optional(assumed(absent(reais))),
  currency: v.optional(assumed(text)),
  max_payments: v.optional(assumed(absent(v.pipe(v.number(), v.integer(), v.minValue(1))))),
  expires_at: v.optional(assumed(absent(timestamp))),
  redirect_url: v.optional(assumed(absent(text))),
  notification_url: v.optional(assumed(absent(text))),
  metadata: v.optional(assumed(metadata)),
});

export const withdrawalRequest = record({
  amount: assumed(reais),
  pix_key: assumed(text),
  pix_key_type: v.optional(assumed(v.picklist(PIX_KEY_TYPES))),
  description: v.optional(assumed(absent(text))),
  external_id: v.optional(assumed(absent(v.pipe(text, v.maxLength(128))))),
  notification_url: v.optional(assumed(absent(text))),
  metadata: v.optional(assumed(metadata)),
  idempotency_key: v.optional(specified(idempotencyKey)),
});

// Resources

export const payment = record({
  id: specified(uuid),
  store: specified(store),
  status: specified(text),
  amount: specified(reaisAnswered),
  currency: specified(text),
  qrcode: specified(text),
  copy_paste: specified(text),
  notification_url: specified(text),
  paid_at: specified(absent(timestamp)),
  customer: assumed(absent(customer)),
  metadata: assumed(absent(metadata)),
  partner_checkout_url: assumed(absent(text)),
  fee: assumed(absent(reaisAnswered)),
  net_amount: assumed(absent(reaisAnswered)),
  end_to_end_id: assumed(absent(text)),
  payer: assumed(absent(record({ name: assumed(text), document: assumed(text) }))),
  expires_at: assumed(absent(timestamp)),
  created_at: assumed(timestamp),
  updated_at: assumed(timestamp),
});

export const link = record({
  id: specified(uuid),
  store: assumed(store),
  url: assumed(text),
  title: assumed(text),
  description: assumed(absent(text)),
  amount: assumed(absent(reaisAnswered)),
  currency: assumed(text),
  status: assumed(text),
  max_payments: assumed(absent(v.number())),
  payments_count: assumed(v.number()),
  amount_received: assumed(reaisAnswered),
  expires_at: assumed(absent(timestamp)),
  redirect_url: assumed(absent(text)),
  notification_url: assumed(absent(text)),
  metadata: assumed(absent(metadata)),
  created_at: assumed(timestamp),
  updated_at: assumed(timestamp),
});

export const withdrawal = record({
  id: specified(uuid),
  store: assumed(store),
  status: assumed(text),
  amount: assumed(reaisAnswered),
  fee: assumed(absent(reaisAnswered)),
  net_amount: assumed(absent(reaisAnswered)),
  currency: assumed(text),
  pix_key: assumed(text),
  pix_key_type: assumed(text),
  recipient: assumed(absent(record({ name: assumed(text), document: assumed(text) }))),
  description: assumed(absent(text)),
  external_id: assumed(absent(text)),
  end_to_end_id: assumed(absent(text)),
  receipt_url: assumed(absent(text)),
  failure: assumed(absent(record({ code: assumed(text), message: assumed(text) }))),
  notification_url: assumed(absent(text)),
  metadata: assumed(absent(metadata)),
  created_at: assumed(timestamp),
  updated_at: assumed(timestamp),
  paid_at: assumed(absent(timestamp)),
});

export const balance = record({
  store: assumed(store),
  currency: assumed(text),
  available: assumed(reaisAnswered),
  pending: assumed(reaisAnswered),
  blocked: assumed(reaisAnswered),
  total: assumed(reaisAnswered),
  updated_at: assumed(timestamp),
});

export const account = record({
  id: assumed(uuid),
  store: assumed(store),
  name: assumed(text),
  email: assumed(text),
  document: assumed(text),
  document_type: assumed(text),
  status: assumed(text),
  environment: assumed(text),
  permissions: assumed(v.array(text)),
  limits: assumed(v.record(v.string(), v.unknown())),
  fees: assumed(v.record(v.string(), v.unknown())),
  created_at: assumed(timestamp),
});

export const notification = record({
  id: assumed(uuid),
  event: assumed(text),
  created_at: assumed(timestamp),
  attempt: assumed(v.number()),
  data: assumed(v.looseObject({})),
});

/** Error answers; the list of details is what the sandbox adds. */
export const failure = record({
  error: specified(
    record({
      code: specified(text),
      message: specified(text),
      request_id: specified(text),
      details: v.optional(
        assumed(
          v.array(record({ field: assumed(text), code: assumed(text), message: assumed(text) })),
        ),
      ),
    }),
  ),
});

const pagination = record({
  limit: assumed(v.number()),
  has_more: assumed(v.boolean()),
  next_cursor: assumed(absent(text)),
});

/** A page of a list: newest first. */
export const page = <S extends Entry>(item: S) =>
  record({ data: assumed(v.array(item)), pagination: assumed(pagination) });

export type Payment = v.InferOutput<typeof payment>;
export type Link = v.InferOutput<typeof link>;
export type Withdrawal = v.InferOutput<typeof withdrawal>;
export type Balance = v.InferOutput<typeof balance>;
export type Account = v.InferOutput<typeof account>;
