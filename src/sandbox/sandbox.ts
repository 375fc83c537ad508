import { setMaxListeners } from "node:events";
import type { Clock, Random } from "../host.ts";
import { PERMISSIONS } from "../api/names.ts";
import type { Send } from "../api/send/send.ts";
import { openDatabase } from "../database.ts";
import type { Database } from "../database.ts";
import type { Text } from "../text/text.ts";
import { ASSUMED, STORE } from "./assumed.ts";
import type { Assumed } from "./assumed.ts";
import { createControl } from "./control.ts";
import type { Control } from "./control.ts";
import { createCourier } from "./courier.ts";
import { createEmbeddedSend } from "./embedded.ts";
import { createFaults } from "./faults.ts";
import { createHandlers } from "./handlers.ts";
import { createKeys } from "./keys.ts";
import type { Keys } from "./keys.ts";
import { createOutbox } from "./outbox.ts";
import { MIGRATIONS } from "./schema.ts";
import { createService } from "./service.ts";
import type { Service } from "./service.ts";
import { createBooks } from "./store.ts";
import { createTeller } from "./teller.ts";
import type { Teller } from "./teller.ts";

/** What a command waits for notifications, all in all, before it ends. */
const DELIVERY_MS_MAX = 2_000;

export interface ServeOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** As the real service: a notification URL must be public. */
  readonly strict: boolean;
  /** Called once, when requests are answered. */
  readonly ready: (url: string) => void;
  /** Hears of a request that failed inside. */
  readonly failed: (error: unknown) => void;
}

/** The service of the specification on one SQLite file, and the levers that a real one hides. */
export interface Sandbox {
  /** In-process: nothing is listening. */
  readonly send: Send;
  /** The same; rejects with a SendError where a fault closes the connection. */
  readonly fetch: (request: Request) => Promise<Response>;
  readonly control: Control;
  /** The key of the default store, with every permission. */
  defaultKey(): string;
  /** What the default store's notifications are signed with. */
  webhookSecret(): string;
  /** Answers HTTP on this machine until the signal. */
  serve(options: ServeOptions): Promise<void>;
  /** Delivers what is due, for 2 s at most, and closes the file. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  readonly path: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly text: Text;
  readonly signal: AbortSignal;
  /** How notifications are sent; plain HTTP requests unless told otherwise. */
  readonly send?: Send;
  /** In place of the defaults, and of what a reset has stored. */
  readonly assumed?: Partial<Assumed>;
  readonly strict?: boolean;
}

export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { path, clock, random, text } = options;
  const database = await openDatabase({ path, migrations: MIGRATIONS, text });
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  // Every request that a fault holds up listens to it; Node takes eleven listeners for a leak.
  setMaxListeners(0, signal);
  const parts = assemble(database, { ...options, signal });
  const { serviceFor, control, courier, teller, keys, found, defaultStoreId } = parts;
  found();
  const service = serviceFor(options.strict ?? false, (error) => {
    throw error;
  });
  const underWay = new Set<Promise<unknown>>();
  const send = createEmbeddedSend({
    service: (incoming) => tracked(service(incoming), underWay),
    clock,
    answered: () => courier.kick(),
  });
  return {
    send,
    fetch: async (request) => {
      const { createApp } = await import("./app.ts");
      return createApp(service).fetch(request);
    },
    control,
    defaultKey: () => defaultKey(keys, defaultStoreId()),
    webhookSecret: () => keys.storeOf(defaultStoreId())?.webhookSecret ?? "",
    serve: async ({ port, strict, ready, failed }) => {
      const { serve } = await import("./server.ts");
      await serve({
        service: serviceFor(strict, failed),
        tick: () => {
          teller.settle();
          courier.kick();
        },
        ...{ port, ready, text, signal: options.signal, requestId: () => random.uuid() },
      });
    },
    close: async () => {
      try {
        await courier.close(DELIVERY_MS_MAX);
      } finally {
        stop.abort();
        await Promise.allSettled(underWay);
        database.close();
      }
    },
  };
}

function assemble(database: Database, options: SandboxOptions) {
  const { clock, random, signal } = options;
  const assumed = (): Assumed => ({ ...ASSUMED, ...stored(database), ...options.assumed });
  const now = (): number => clock.now().getTime();
  const keys = createKeys({ database, clock, random });
  const books = createBooks(database);
  const faults = createFaults(database);
  const outbox = createOutbox({
    database,
    clock,
    random,
    assumed,
    secretOf: (storeId) => keys.storeOf(storeId)?.webhookSecret,
    send: async () => options.send ?? (await import("../api/send/once.ts")).createOnce(),
  });
  const teller = createTeller({ database, books, keys, outbox, clock, assumed });
  const courier = createCourier({ outbox, signal });
  const defaultStoreId = (): string => setting(database, "default_store") ?? "";
  const found = (given?: Partial<Assumed>): void => foundStore({ database, keys, teller, given });
  const serviceFor = (strict: boolean, failed: (error: unknown) => void): Service => {
    const measure = () => ({ assumed: assumed(), strict });
    const storeCreatedAt = (storeId: string): number => keys.storeOf(storeId)?.createdAt ?? 0;
    const handlers = createHandlers({ teller, random, now, measure, storeCreatedAt });
    return createService({
      ...{ database, keys, faults, handlers, clock, random, assumed, signal, failed },
    });
  };
  const control = createControl({
    ...{ database, keys, faults, outbox, courier, teller, random, defaultStoreId, found },
  });
  return { serviceFor, control, courier, teller, keys, found, defaultStoreId };
}

/** On first use, and after a reset. */
function foundStore(options: {
  readonly database: Database;
  readonly keys: Keys;
  readonly teller: Teller;
  readonly given: Partial<Assumed> | undefined;
}): void {
  const { database, keys, teller, given } = options;
  if (setting(database, "default_store") !== undefined) return;
  database.transaction(() => {
    if (setting(database, "default_store") !== undefined) return;
    if (given !== undefined) set(database, "assumed", JSON.stringify(given));
    const storeId = keys.store(STORE.name, (made) => teller.openAccount(made));
    set(database, "default_store", storeId);
  });
}

/** A new one is made when the last was revoked. */
function defaultKey(keys: Keys, storeId: string): string {
  return keys.kept(storeId) ?? keys.create({ storeId, permissions: PERMISSIONS, kept: true }).key;
}

function stored(database: Database): Partial<Assumed> {
  // Written by `foundStore` from values of this type.
  return JSON.parse(setting(database, "assumed") ?? "{}") as Partial<Assumed>;
}

function setting(database: Database, name: string): string | undefined {
  return database.get<{ readonly value: string }>("SELECT value FROM settings WHERE name = ?", name)
    ?.value;
}

function set(database: Database, name: string, value: string): void {
  database.run("INSERT INTO settings (name, value) VALUES (?, ?)", name, value);
}

function tracked<T>(work: Promise<T>, underWay: Set<Promise<unknown>>): Promise<T> {
  underWay.add(work);
  const forget = (): void => void underWay.delete(work);
  work.then(forget, forget);
  return work;
}
