import type { Link, Payment, Withdrawal } from "../api/contract.ts";
import { PERMISSIONS } from "../api/names.ts";
import type { Permission } from "../api/names.ts";
import type { Database } from "../database.ts";
import type { Random } from "../host.ts";
import { ServiceError } from "../errors.ts";
import { inboxHost } from "../domain/web-address.ts";
import { ERRORS, OPEN_LINK_CENTS, SAMPLE_CUSTOMER, STORE } from "./assumed.ts";
import type { Assumed } from "./assumed.ts";
import { copyPasteOf, qrcodeOf } from "./codes.ts";
import type { Courier } from "./courier.ts";
import type { Fault, Faults, KeptFault } from "./faults.ts";
import type { KeyRecord, Keys } from "./keys.ts";
import type { Outbox } from "./outbox.ts";
import { Refusal } from "./refusal.ts";
import type { Resource } from "./rules/change.ts";
import type { ChargeOrder } from "./rules/charge.ts";
import type { Link as KeptLink } from "./rules/link.ts";
import { WIPE } from "./schema.ts";
import type { Teller } from "./teller.ts";
import { viewOf } from "./views.ts";

export type View = Payment | Link | Withdrawal;

/** How many resources of one kind have one status, and what they come to. */
export interface Total {
  readonly kind: Resource["kind"];
  readonly status: string;
  readonly count: number;
  /** The sum of the amounts, in centavos; of a link, what it has received. */
  readonly cents: number;
}

export interface Summary {
  readonly store: { readonly id: string; readonly name: string };
  readonly balance: { readonly availableCents: number; readonly blockedCents: number };
  readonly totals: readonly Total[];
  /** Notifications by their status: pending, delivered, failed, recorded. */
  readonly notifications: Readonly<Record<string, number>>;
  readonly faults: number;
}

/**
 * What only the sandbox can do: the hand of the payer, the bank and the dashboard. Refusals are
 * ServiceErrors.
 */
export interface Control {
  /** Pays a charge, settles a withdrawal, or pays a link once. Gives the resource as the service says it. */
  pay(id: string): Promise<View>;
  /** A charge or a link expires; a pending withdrawal is cancelled. */
  expire(id: string): Promise<View>;
  /** A charge or a withdrawal fails; a link is switched off. */
  fail(id: string): Promise<View>;
  /** The key is told this once. A store that is named and new is made. */
  createKey(options?: {
    readonly permissions?: readonly Permission[] | undefined;
    readonly store?: string | undefined;
  }): { readonly key: string; readonly record: KeyRecord };
  listKeys(): readonly KeyRecord[];
  revokeKey(id: string): void;
  /** Forgets everything; what is given is assumed from now on in place of the defaults. */
  reset(assumed?: Partial<Assumed>): void;
  addFault(fault: Fault): KeptFault;
  listFaults(): readonly KeptFault[];
  clearFaults(): number;
  /** Delivers the notifications that are due, for at most that long. */
  deliverDue(withinMs: number): Promise<void>;
  /** Lets the clock have its way with charges, links and withdrawals. */
  settle(): void;
  summary(): Summary;
}

export interface ControlOptions {
  readonly database: Database;
  readonly keys: Keys;
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly teller: Teller;
  readonly random: Random;
  readonly courier: Courier;
  readonly defaultStoreId: () => string;
  /** Makes the default store and its key where there are none. */
  readonly found: (assumed?: Partial<Assumed>) => void;
}

export function createControl(options: ControlOptions): Control {
  const { database, keys, faults, courier, teller } = options;
  const shown = (resource: Resource): View => {
    const store = keys.storeOf(resource.storeId);
    if (store === undefined) throw new Refusal("not_found");
    courier.kick();
    return viewOf(resource, store);
  };
  return {
    pay: (id) => asService(async () => shown(await pay(id.toLowerCase(), options))),
    expire: (id) => asService(async () => shown(teller.expire(id.toLowerCase()))),
    fail: (id) => asService(async () => shown(teller.fail(id.toLowerCase()))),
    createKey: ({ permissions = PERMISSIONS, store } = {}) =>
      database.transaction(() => {
        const storeId =
          store === undefined
            ? options.defaultStoreId()
            : keys.store(store, (made) => teller.openAccount(made));
        return keys.create({ storeId, permissions, kept: false });
      }),
    listKeys: () => keys.list(),
    revokeKey: (id) => {
      if (!keys.revoke(id)) throw serviceError(new Refusal("not_found"));
    },
    reset: (assumed) =>
      database.transaction(() => {
        for (const statement of WIPE) database.run(statement);
        options.found(assumed);
      }),
    addFault: (fault) => faults.add(fault),
    listFaults: () => faults.list(),
    clearFaults: () => faults.clear(),
    deliverDue: (withinMs) => courier.deliver(withinMs),
    settle: () => teller.settle(),
    summary: () => summarize(options),
  };
}

async function pay(
  id: string,
  { teller, database, keys, random }: ControlOptions,
): Promise<Resource> {
  const resource = teller.find(id);
  if (resource.kind !== "link") return teller.pay(id);
  if (resource.status !== "active") throw new Refusal("invalid_state");
  const storeName = keys.storeOf(resource.storeId)?.name ?? STORE.name;
  const order = await chargeOfLink(resource, { id: random.uuid(), storeName });
  return database.transaction(() => {
    const charge = teller.openCharge(order);
    teller.pay(charge.id);
    return teller.find(id);
  });
}

/** The charge that somebody who follows a payment link gets. */
async function chargeOfLink(
  link: KeptLink,
  { id, storeName }: { readonly id: string; readonly storeName: string },
): Promise<ChargeOrder> {
  const amountCents = link.amountCents ?? OPEN_LINK_CENTS;
  const copyPaste = copyPasteOf({ id, amountCents, storeName });
  return {
    id,
    storeId: link.storeId,
    amountCents,
    copyPaste,
    qrcode: await qrcodeOf(copyPaste),
    customer: SAMPLE_CUSTOMER,
    notificationUrl: link.notificationUrl ?? `https://${inboxHost}/`,
    metadata: link.metadata,
    partnerCheckoutUrl: null,
    linkId: link.id,
  };
}

function summarize({
  database,
  teller,
  keys,
  faults,
  outbox,
  defaultStoreId,
}: ControlOptions): Summary {
  teller.settle();
  const storeId = defaultStoreId();
  const { availableCents, blockedCents } = teller.balance(storeId);
  return {
    store: { id: storeId, name: keys.storeOf(storeId)?.name ?? STORE.name },
    balance: { availableCents, blockedCents },
    totals: database.all<Total>(
      `SELECT kind, status, count(*) AS count,
         sum(coalesce(state ->> '$.receivedCents', state ->> '$.amountCents')) AS cents
       FROM resources WHERE store_id = ? GROUP BY kind, status ORDER BY kind, status`,
      storeId,
    ),
    notifications: outbox.counts(),
    faults: faults.list().length,
  };
}

async function asService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refusal ? serviceError(error) : error;
  }
}

function serviceError(refusal: Refusal): ServiceError {
  const { status, message } = ERRORS[refusal.code];
  return new ServiceError(message, { status, code: refusal.code, cause: refusal });
}
