import type { EventKind } from "../../api/names.ts";
import type { ErrorCode } from "../assumed.ts";
import type { Parsed } from "../../domain/parsed.ts";
import type { Charge } from "./charge.ts";
import type { Entry } from "./ledger.ts";
import type { Link } from "./link.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** What the bank keeps of one thing. Money is whole centavos, a time is milliseconds since 1970. */
export type Resource = Charge | Link | Withdrawal;

/** What every resource has. */
export interface Kept {
  readonly id: string;
  readonly storeId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the clock alone moves it on; null when only somebody else can. */
  readonly dueAt: number | null;
  readonly notificationUrl: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

export interface BankEvent {
  readonly kind: EventKind;
  readonly at: number;
  /** The resource as it was right after the event. */
  readonly resource: Resource;
}

/** What a rule wants to be kept, all of it or none: the new resources, the money that moved, what to tell. */
export interface Change<R extends Resource = Resource> {
  readonly resource: R;
  readonly others: readonly Resource[];
  readonly entries: readonly Entry[];
  readonly events: readonly BankEvent[];
}

export type Ruled<R extends Resource = Resource> = Parsed<Change<R>, ErrorCode>;

/** A change of one resource: what is left out did not happen. */
export function change<R extends Resource>(
  resource: R,
  also: Partial<Omit<Change, "resource">> = {},
): Change<R> {
  return { resource, others: [], entries: [], events: [], ...also };
}

/** Two changes of the same resource, one after the other. */
export function after<R extends Resource>(first: Change<R>, second: Change<R>): Change<R> {
  return {
    resource: second.resource,
    others: [...first.others, ...second.others],
    entries: [...first.entries, ...second.entries],
    events: [...first.events, ...second.events],
  };
}
