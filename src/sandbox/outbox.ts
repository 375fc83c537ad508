import { createHmac } from "node:crypto";
import type { Clock, Random } from "../host.ts";
import type { EventKind } from "../api/names.ts";
import { after } from "../api/send/after.ts";
import { SendError } from "../api/send/send.ts";
import type { Send } from "../api/send/send.ts";
import type { Database } from "../database.ts";
import { inboxHost } from "../domain/web-address.ts";
import type { Assumed } from "./assumed.ts";

/** An event to tell a URL of; written in the transaction of the change it tells of. */
export interface Announcement {
  readonly storeId: string;
  readonly resourceId: string;
  readonly event: EventKind;
  readonly url: string;
  readonly at: number;
  /** The resource as GET returns it, as JSON. */
  readonly data: string;
}

export interface Outbox {
  record(announcement: Announcement): void;
  /**
   * Delivers what is due, for at most that long. What is cut short counts as a failed attempt and is tried
   * again when its next time has come, by whichever process then looks.
   */
  deliverDue(options: { readonly withinMs: number; readonly signal: AbortSignal }): Promise<void>;
  counts(): Readonly<Record<string, number>>;
}

export interface OutboxOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly assumed: () => Assumed;
  readonly secretOf: (storeId: string) => string | undefined;
  /** Loaded when there is something to send and not before. */
  readonly send: () => Promise<Send>;
}

const CONNECT_TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** What one process takes at once; the rest is left to the next look. */
const DELIVERIES_MAX = 64;
const PARALLEL_MAX = 8;
/** A process that died while it was sending is taken for dead this long after its time-out. */
const LEASE_MARGIN_MS = 5_000;

/** `example.com` and its like belong to nobody who waits for a notification (RFC 2606). */
const NEVER_CONTACTED = /(?:^|\.)example\.(?:com|net|org)$/;

interface Row {
  readonly seq: number;
  readonly id: string;
  readonly store_id: string;
  readonly resource_id: string;
  readonly event: string;
  readonly url: string;
  /** Which attempt the next one is, from 1. */
  readonly attempt: number;
  readonly created_at: number;
  readonly data: string;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { database, random } = options;
  return {
    record: (announcement) => {
      const { storeId, resourceId, event, at, data } = announcement;
      // The service says the URL as it was given; what parses it allows spaces around it.
      const url = announcement.url.trim();
      const contacted = isContacted(url);
      database.run(
        `INSERT INTO notifications (id, store_id, resource_id, event, url, status, attempts,
           created_at, due_at, data) VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
        ...[random.uuid(), storeId, resourceId, event, url, contacted ? "pending" : "recorded"],
        ...[at, contacted ? at : null, contacted ? data : null],
      );
    },
    deliverDue: async ({ withinMs, signal }) => {
      const claimed = claim(options);
      if (claimed.length === 0) return;
      const sender = await options.send();
      const limit = new AbortController();
      const stop = after(withinMs, () => limit.abort());
      const limited = AbortSignal.any([signal, limit.signal]);
      try {
        await inOrder(claimed, (row) => deliver(row, { ...options, sender, signal: limited }));
      } finally {
        stop();
      }
    },
    counts: () =>
      Object.fromEntries(
        database
          .all<{ readonly status: string; readonly count: number }>(
            "SELECT status, count(*) AS count FROM notifications GROUP BY status",
          )
          .map(({ status, count }) => [status, count]),
      ),
  };
}

/** `t=<unix>,v1=<hex HMAC-SHA256(secret, t.body)>` */
function signatureOf(secret: string, at: number, body: string): string {
  const seconds = Math.floor(at / 1000);
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

function isContacted(url: string): boolean {
  const host = new URL(url).hostname.replace(/\.$/, "");
  return host !== inboxHost && !NEVER_CONTACTED.test(host);
}

/** Takes what is due, so that no other process sends it as well; it comes back when this one dies. */
function claim({ database, clock, assumed }: OutboxOptions): readonly Row[] {
  const now = clock.now().getTime();
  const due = `SELECT seq, id, store_id, resource_id, event, url, created_at, data, attempts + 1 AS attempt
    FROM notifications WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?`;
  if (database.all<Row>(due, now, 1).length === 0) return [];
  const leaseMs = assumed().deliveryTimeoutMs + CONNECT_TIMEOUT_MS + LEASE_MARGIN_MS;
  return database.transaction(() => {
    const rows = database.all<Row>(due, now, DELIVERIES_MAX);
    for (const { seq } of rows) {
      database.run(
        "UPDATE notifications SET due_at = ?, attempts = attempts + 1 WHERE seq = ?",
        ...[now + leaseMs, seq],
      );
    }
    return rows;
  });
}

/** One round tells what happened to a resource in its order; resources do not wait for each other. */
async function inOrder(rows: readonly Row[], work: (row: Row) => Promise<void>): Promise<void> {
  const lines = new Map<string, Row[]>();
  for (const row of rows) {
    const line = lines.get(row.resource_id);
    if (line === undefined) lines.set(row.resource_id, [row]);
    else line.push(row);
  }
  const next = lines.values();
  const worker = async (): Promise<void> => {
    for (const line of next) for (const row of line) await work(row);
  };
  await Promise.all(Array.from({ length: PARALLEL_MAX }, worker));
}

async function deliver(
  row: Row,
  options: OutboxOptions & { readonly sender: Send; readonly signal: AbortSignal },
): Promise<void> {
  const { database, clock, assumed, secretOf, signal } = options;
  const secret = secretOf(row.store_id);
  // A reset has taken the store away, and this notification with it.
  if (secret === undefined) return;
  if (signal.aborted) return release(row, options);
  const outcome = await attempt(row, secret, options);
  const delivered = outcome.startsWith("2");
  const pauseMs = assumed().deliveryRetryAfterMs[row.attempt - 1];
  const status = delivered ? "delivered" : pauseMs === undefined ? "failed" : "pending";
  database.run(
    "UPDATE notifications SET status = ?, outcome = ?, due_at = ? WHERE seq = ?",
    status,
    outcome,
    status === "pending" ? clock.now().getTime() + (pauseMs ?? 0) : null,
    row.seq,
  );
}

/** Nothing was sent for want of time: it is as if it had never been taken. */
function release(row: Row, { database, clock }: OutboxOptions): void {
  database.run(
    "UPDATE notifications SET due_at = ?, attempts = attempts - 1 WHERE seq = ?",
    ...[clock.now().getTime(), row.seq],
  );
}

/** The status that was answered, or the word for what went wrong; a redirect is an answer like any other. */
async function attempt(
  row: Row,
  secret: string,
  options: OutboxOptions & { readonly sender: Send; readonly signal: AbortSignal },
): Promise<string> {
  const { clock, assumed, sender, signal } = options;
  const body = bodyOf(row);
  try {
    const { status } = await sender({
      method: "POST",
      url: new URL(row.url),
      headers: {
        "content-type": "application/json",
        "user-agent": "pix-sandbox",
        "x-webhook-id": row.id,
        "x-webhook-signature": signatureOf(secret, clock.now().getTime(), body),
      },
      body,
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerTimeoutMs: assumed().deliveryTimeoutMs,
      bodyBytesMax: ANSWER_BYTES_MAX,
      signal,
    });
    return String(status);
  } catch (error) {
    if (error instanceof SendError) return error.fault;
    throw error;
  }
}

/** Written by hand around the stored JSON, so that the resource keeps the very text it had. */
function bodyOf(row: Row): string {
  const head = JSON.stringify({
    id: row.id,
    event: row.event,
    created_at: new Date(row.created_at).toISOString(),
    attempt: row.attempt,
  });
  return `${head.slice(0, -1)},"data":${row.data}}`;
}
