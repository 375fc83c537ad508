import type { Clock } from "../host.ts";
import type { Database } from "../database.ts";
import { DAY_OFFSET_MS } from "./assumed.ts";
import type { Assumed, ErrorCode } from "./assumed.ts";
import { advance, expire, fail, pay } from "./bank.ts";
import type { Keys } from "./keys.ts";
import type { Outbox } from "./outbox.ts";
import { Refusal } from "./refusal.ts";
import type { Change, Resource, Ruled } from "./rules/change.ts";
import type { ChargeOrder, Charge } from "./rules/charge.ts";
import { cancelCharge, openCharge } from "./rules/charge.ts";
import type { Balance } from "./rules/ledger.ts";
import { openLink } from "./rules/link.ts";
import type { Link, LinkOrder } from "./rules/link.ts";
import { requestWithdrawal } from "./rules/withdrawal.ts";
import type { Withdrawal, WithdrawalOrder } from "./rules/withdrawal.ts";
import type { Books, Listed, ListQuery } from "./store.ts";
import { viewOf } from "./views.ts";

/**
 * What can be asked of the bank. Every call is one transaction, or a part of the one it is called in: the
 * resource, the money and the events of a change are kept together or not at all. What the bank's rules
 * forbid is a Refusal.
 */
export interface Teller {
  openCharge(order: ChargeOrder): Charge;
  cancelCharge(storeId: string, id: string): Resource;
  openLink(order: LinkOrder): Link;
  requestWithdrawal(order: WithdrawalOrder): Withdrawal;
  /** A resource of any store and kind, whoever asks. */
  find(id: string): Resource;
  get(storeId: string, kind: Resource["kind"], id: string): Resource;
  list(query: ListQuery): Listed;
  balance(storeId: string): Balance & { readonly at: number };
  /** What happens to a resource from outside, by the word of whoever drives the sandbox. */
  pay(id: string): Resource;
  expire(id: string): Resource;
  fail(id: string): Resource;
  /** Lets the clock have its way with everything that is due. */
  settle(): void;
  /** The money that a new store begins with. */
  openAccount(storeId: string): void;
}

/** How many resources one look moves on; what is beyond that waits for the next. */
const SETTLED_AT_ONCE_MAX = 10_000;
const SETTLED_BATCH = 200;

export interface TellerOptions {
  readonly database: Database;
  readonly books: Books;
  readonly keys: Keys;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly assumed: () => Assumed;
}

export function createTeller(options: TellerOptions): Teller {
  const { database, books, clock, assumed } = options;
  const now = (): number => clock.now().getTime();
  const keep = <R extends Resource>(change: Change<R>): R => keepChange(change, options);
  const transacted = <T>(work: () => T): T => database.transaction(work);
  const current = (id: string): Resource => {
    const found = books.find(id);
    if (found === undefined) throw new Refusal("not_found");
    if (found.dueAt === null || found.dueAt > now()) return found;
    return transacted(() => {
      const fresh = books.find(id) ?? found;
      const moved = advance(fresh, now(), assumed());
      return moved === undefined ? fresh : keep(moved);
    });
  };
  const get: Teller["get"] = (storeId, kind, id) => {
    const found = current(id);
    // The key alone decides the store: another store's resources are not there at all.
    if (found.storeId !== storeId || found.kind !== kind) throw new Refusal("not_found");
    return found;
  };
  const settle = (): void => settleDue(options, now());
  const read = <T>(work: () => T): T => {
    settle();
    return work();
  };
  return {
    openCharge: (order) => transacted(() => keep(openCharge(order, now(), assumed()))),
    cancelCharge: (storeId, id) =>
      transacted(() => {
        const charge = get(storeId, "charge", id);
        if (charge.kind !== "charge") throw new Refusal("not_found");
        return keep(allowed(cancelCharge(charge, now())));
      }),
    openLink: (order) => transacted(() => keep(openLink(order, now()))),
    requestWithdrawal: (order) =>
      transacted(() => {
        settle();
        const { storeId } = order;
        const day = assumed().withdrawalDayCentsMax;
        const requestedTodayCents =
          day === null ? 0 : books.requestedSince(storeId, startOfDay(now()));
        const means = { balance: books.balance(storeId), requestedTodayCents };
        return keep(allowed(requestWithdrawal(order, means, now(), assumed())));
      }),
    find: (id) => read(() => current(id)),
    get: (storeId, kind, id) => read(() => get(storeId, kind, id)),
    list: (query) => read(() => books.list(query)),
    balance: (storeId) => read(() => books.balance(storeId)),
    pay: (id) =>
      transacted(() => {
        const resource = current(id);
        if (resource.kind === "link") throw new Refusal("invalid_state");
        const link = resource.kind === "charge" ? linkOf(resource, books) : undefined;
        return keep(allowed(pay(resource, { now: now(), assumed: assumed(), link })));
      }),
    expire: (id) => transacted(() => keep(allowed(expire(current(id), now())))),
    fail: (id) => transacted(() => keep(allowed(fail(current(id), now(), assumed())))),
    settle,
    openAccount: (storeId) => {
      const { startingBalanceCents: availableCents } = assumed();
      const opening = { availableCents, blockedCents: 0, at: now() };
      books.post({ kind: "starting_balance", storeId, referenceId: storeId, ...opening });
    },
  };
}

function keepChange<R extends Resource>(
  change: Change<R>,
  { books, keys, outbox }: TellerOptions,
): R {
  books.save(change.resource);
  for (const resource of change.others) books.save(resource);
  for (const entry of change.entries) books.post(entry);
  for (const { kind, at, resource } of change.events) {
    const { id, storeId, notificationUrl: url } = resource;
    const store = keys.storeOf(storeId);
    if (url === null || store === undefined) continue;
    const data = JSON.stringify(viewOf(resource, store));
    outbox.record({ storeId, resourceId: id, event: kind, url, at, data });
  }
  return change.resource;
}

function settleDue(options: TellerOptions, now: number): void {
  const { database, books, assumed } = options;
  if (books.due(now, 1).length === 0) return;
  for (let settled = 0; settled < SETTLED_AT_ONCE_MAX; settled += SETTLED_BATCH) {
    const count = database.transaction(() => {
      const due = books.due(now, SETTLED_BATCH);
      for (const resource of due) {
        const change = advance(resource, now, assumed());
        if (change !== undefined) keepChange(change, options);
      }
      return due.length;
    });
    if (count < SETTLED_BATCH) return;
  }
}

function linkOf(charge: Charge, books: Books): Link | undefined {
  const found = charge.linkId === null ? undefined : books.find(charge.linkId);
  return found?.kind === "link" ? found : undefined;
}

function allowed<R extends Resource>(ruled: Ruled<R>): Change<R> {
  if (ruled.ok) return ruled.value;
  throw new Refusal(ruled.problem satisfies ErrorCode);
}

function startOfDay(now: number): number {
  const dayMs = 24 * 3_600_000;
  return Math.floor((now + DAY_OFFSET_MS) / dayMs) * dayMs - DAY_OFFSET_MS;
}
