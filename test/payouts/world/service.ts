import type { Withdrawal } from "../../../src/payouts/outcome.ts";
import type { Random } from "./random.ts";
import * as replies from "./replies.ts";
import type { Reply } from "./replies.ts";
import type { Fate } from "./temper.ts";
import { AFTERMATH_MS_MAX } from "./temper.ts";
import type { Time } from "./time.ts";

const KEY_MS = 24 * 3_600_000;
/** How long a payment may be missing from a list that shows others. */
const LAG_MS_MAX = 5_000;

/** A payment in the service's own ledger. */
export interface Made {
  readonly id: string;
  /** Undefined for a payment of somebody else. */
  readonly key: string | undefined;
  readonly reference: string | null;
  readonly amount: number;
  readonly pixKey: string;
  readonly createdMs: number;
  readonly visibleMs: number;
  readonly finalMs: number;
  readonly fails: boolean;
}

/** A request to pay, from its first byte on. */
export interface Request {
  readonly key: string;
  readonly body: string;
  readonly fate: Fate;
  /** Whoever sent it has given up, or is dead; then the work ends soon after. */
  gaveUpMs: number | undefined;
  /** The key is kept after all: of the answer nothing can be known, so a resend must meet the key. */
  isSpared: boolean;
  made: Made | undefined;
}

/** How a service works, in what the specification leaves open. */
export interface Manners {
  /**
   * What an equal request meets while the first is being worked on: 409, the first one's answer, or a service
   * that looks at the key before the work and not after, which pays twice.
   */
  readonly equals: "409" | "same" | "race";
  readonly lagMsMax: number;
  /** The list heeds `external_id`. */
  readonly searches: boolean;
  readonly pageItems: number;
  /** What an item of the list tells beside id, status, amount and reference. */
  readonly tells: { readonly pixKey: boolean; readonly createdAt: boolean };
  /** Until when the list shows nothing, or what cannot be told apart. */
  readonly blind: { readonly how: "empty" | "no references" | "net amounts"; untilMs: number };
}

export function mannersOf(
  random: Random,
  { nowMs, fixed = {} }: { readonly nowMs: number; readonly fixed: Partial<Manners> | undefined },
): Manners {
  const hours = random.pick(0, 0, 0, 0.2, 3, 30, 100);
  return {
    equals: random.pick("409", "same", "race"),
    lagMsMax: random.pick(0, LAG_MS_MAX),
    searches: random.chance(0.7),
    pageItems: random.pick(100, 100, 2),
    tells: random.pick<Manners["tells"]>(
      { pixKey: true, createdAt: true },
      { pixKey: true, createdAt: false },
      { pixKey: false, createdAt: true },
    ),
    blind: {
      how: random.pick("empty", "no references", "net amounts"),
      untilMs: nowMs + hours * 3_600_000,
    },
    ...fixed,
  };
}

interface Parts {
  readonly time: Time;
  readonly random: Random;
  readonly manners: Manners;
  readonly bouncing: number;
  readonly onMade: (made: Made) => void;
}

/** The service of the specification: it pays, keeps keys, forgets them, and has bad moments. */
export class Service {
  readonly made: Made[] = [];
  readonly #keys = new Map<string, { body: string; reply: Reply; untilMs: number }>();
  readonly #working = new Set<string>();
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a request; `reply` is called when its answer leaves, and not at all where it never does. */
  receive(request: Request, reply: (reply: Reply) => void): void {
    const { key, body, fate } = request;
    const { equals } = this.#parts.manners;
    if (fate.gate !== undefined) return reply(fate.gate);
    const kept = this.#keptOf(key, body);
    if (kept !== undefined) return reply(kept);
    if (equals === "409" && this.#working.has(key)) return reply(replies.IN_PROGRESS);
    if (fate.refusal !== undefined) {
      this.#keep(request, fate.refusal);
      return reply(fate.refusal);
    }
    if (!fate.pays) return reply(fate.five ?? replies.LOST);
    this.#working.add(key);
    if (fate.early && fate.five !== undefined) reply(fate.five);
    this.#workOn(request, reply);
  }

  /** Of what is sent nobody will hear: the key is kept, as the world's first assumption says. */
  spare(request: Request): void {
    if (request.isSpared) return;
    request.isSpared = true;
    const { made, key } = request;
    if (made !== undefined && !this.#keys.has(key)) this.#keep(request, this.#answerOf(made));
  }

  /** Somebody pays without this program. */
  seed(made: Pick<Made, "reference" | "amount" | "pixKey">): void {
    this.#make({ ...made, key: undefined, fails: false });
  }

  view(made: Made): Withdrawal {
    const { nowMs } = this.#parts.time;
    const status = nowMs < made.finalMs ? "pending" : made.fails ? "failed" : "paid";
    const failure = status === "failed" ? BOUNCED : null;
    return { id: made.id, status, amount: made.amount, external_id: made.reference, failure };
  }

  /** A page of the list, from new to old. */
  page(reference: string | undefined, from: number): { items: Withdrawal[]; next?: number } {
    const { manners, time } = this.#parts;
    const { blind, searches, pageItems } = manners;
    const isBlind = time.nowMs < blind.untilMs;
    if (isBlind && blind.how === "empty") return { items: [] };
    const shown = this.made.filter(
      (one) => one.visibleMs <= time.nowMs && (!searches || one.reference === reference),
    );
    const page = shown.toReversed().slice(from, from + pageItems);
    const items = page.map((one) => this.#item(one, isBlind));
    const next = from + pageItems;
    return next < shown.length ? { items, next } : { items };
  }

  #item(one: Made, isBlind: boolean): Withdrawal {
    const { tells, blind } = this.#parts.manners;
    const told = this.view(one);
    const item = {
      ...told,
      ...(tells.pixKey ? { pix_key: one.pixKey } : {}),
      ...(tells.createdAt ? { created_at: new Date(one.createdMs).toISOString() } : {}),
    };
    if (!isBlind) return item;
    if (blind.how === "net amounts") return { ...item, amount: one.amount - 0.01 };
    return { ...item, external_id: null };
  }

  #keptOf(key: string, body: string): Reply | undefined {
    const kept = this.#keys.get(key);
    if (kept === undefined) return undefined;
    if (this.#parts.time.nowMs < kept.untilMs) {
      return kept.body === body ? kept.reply : replies.MISMATCH;
    }
    this.#keys.delete(key);
    return undefined;
  }

  #keep({ key, body }: Request, reply: Reply): void {
    this.#keys.set(key, { body, reply, untilMs: this.#parts.time.nowMs + KEY_MS });
  }

  /** Works to its time, or to soon after the client has given up. */
  #workOn(request: Request, reply: (reply: Reply) => void): void {
    const { time } = this.#parts;
    const doneMs = time.nowMs + request.fate.workMs;
    const look = (): void => {
      const endMs = Math.min(doneMs, (request.gaveUpMs ?? Infinity) + AFTERMATH_MS_MAX);
      if (time.nowMs >= endMs) return this.#finish(request, reply);
      time.after(Math.min(endMs - time.nowMs, AFTERMATH_MS_MAX / 2), look);
    };
    look();
  }

  #finish(request: Request, reply: (reply: Reply) => void): void {
    const { key, body, fate } = request;
    this.#working.delete(key);
    // Of a refusal that was kept meanwhile, too.
    const kept = this.#parts.manners.equals === "race" ? undefined : this.#keptOf(key, body);
    if (kept !== undefined) return reply(kept);
    const { reference, amount, pixKey } = readBody(body);
    const fails = this.#parts.random.chance(this.#parts.bouncing);
    request.made = this.#make({ reference, amount, pixKey, key, fails });
    const told = this.#answerOf(request.made);
    if (fate.five === undefined || request.isSpared) this.#keep(request, told);
    if (!fate.early) reply(fate.five ?? (fate.garbled ? replies.GARBLED : told));
  }

  #make(given: Pick<Made, "key" | "reference" | "amount" | "pixKey" | "fails">): Made {
    const { time, random, manners, onMade } = this.#parts;
    const made = {
      ...given,
      id: `w${this.made.length + 1}`,
      createdMs: time.nowMs,
      visibleMs: time.nowMs + random.between(0, manners.lagMsMax),
      finalMs: time.nowMs + random.pick(0, 60_000, 3_600_000),
    };
    this.made.push(made);
    onMade(made);
    return made;
  }

  #answerOf(made: Made): Reply {
    return { ok: true, answer: replies.answer(this.view(made)) };
  }
}

const BOUNCED = { code: "bounced", message: "" };

interface Asked {
  readonly amount: number | string;
  readonly external_id: string;
  readonly pix_key: string;
}

function readBody(body: string): Pick<Made, "amount" | "pixKey"> & { reference: string } {
  // The world's own body, or one that a test has spoiled.
  const { amount, external_id: reference, pix_key: pixKey }: Asked = JSON.parse(body);
  return { amount: Number(amount), reference, pixKey };
}
