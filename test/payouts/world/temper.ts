import * as replies from "./replies.ts";
import type { Reply } from "./replies.ts";
import type { Manners } from "./service.ts";
import type { Random } from "./random.ts";

/** What will become of one request to pay. */
export interface Fate {
  readonly name: string;
  /** Before its first byte leaves. */
  readonly connectMs: number;
  readonly connects: boolean;
  readonly arrives: boolean;
  /** Each way. */
  readonly travelMs: number;
  /** Said before anybody looks at the key: nothing is done and nothing is kept. */
  readonly gate: Reply | undefined;
  /** What is said, and kept under the key, in place of paying. */
  readonly refusal: Reply | undefined;
  readonly pays: boolean;
  /** How long until it is paid. */
  readonly workMs: number;
  /** Said in place of the answer, whether or not it is paid: no key is kept. */
  readonly five: Reply | undefined;
  /** The five goes out before the work is done. */
  readonly early: boolean;
  /** The answer cannot be read, but for its status. */
  readonly garbled: boolean;
  /** When the client hears that no answer will come, from its first byte on; undefined where one comes. */
  readonly lostAfterMs: number | undefined;
}

const GOOD: Fate = {
  ...{ name: "well", connectMs: 0, connects: true, arrives: true, travelMs: 100 },
  ...{ gate: undefined, refusal: undefined, pays: true, workMs: 50, five: undefined },
  ...{ early: false, garbled: false, lostAfterMs: undefined },
};

/** How long a client waits for an answer. */
export const ANSWER_MS_MAX = 60_000;
/** How long a payment may still be made after its client has given up. */
export const AFTERMATH_MS_MAX = 59_000;
/** How long a connection may take, with its tries and pauses. */
const CONNECT_MS_MAX = 23_000;

/** Bad things that happen to a request. */
export const FAULTS: Readonly<Record<string, (random: Random) => Partial<Fate>>> = {
  "nothing sent": (random) => ({ connects: false, connectMs: random.between(0, CONNECT_MS_MAX) }),
  "slow connection": (random) => ({ connectMs: random.between(5_000, CONNECT_MS_MAX) }),
  "request lost": (random) => ({ arrives: false, lostAfterMs: giveUpMs(random) }),
  "answer lost": (random) => ({ lostAfterMs: giveUpMs(random) }),
  "slow, answer lost": (random) => {
    const lostAfterMs = giveUpMs(random);
    return { lostAfterMs, workMs: upTo(lostAfterMs + AFTERMATH_MS_MAX, random) };
  },
  slow: (random) => ({ workMs: upTo(ANSWER_MS_MAX + AFTERMATH_MS_MAX, random) }),
  "5xx before": (random) => ({ pays: false, five: random.pick(...replies.FIVES) }),
  "5xx after": (random) => ({ five: random.pick(...replies.FIVES) }),
  "5xx early": (random) => ({
    ...{ five: random.pick(...replies.FIVES), early: true },
    workMs: upTo(AFTERMATH_MS_MAX, random),
  }),
  "5xx lost": (random) => ({
    ...{ five: random.pick(...replies.FIVES), lostAfterMs: giveUpMs(random) },
    workMs: random.pick(50, random.between(0, ANSWER_MS_MAX)),
  }),
  "garbled answer": () => ({ garbled: true }),
  "refused at the gate": (random) => ({ gate: random.pick(...replies.REFUSALS) }),
  refused: (random) => ({ refusal: random.pick(...replies.REFUSALS) }),
  "refused, answer lost": (random) => ({
    ...{ refusal: random.pick(...replies.REFUSALS), lostAfterMs: giveUpMs(random) },
  }),
  "no balance": () => ({ refusal: replies.POOR }),
  "no balance, answer lost": (random) => ({
    ...{ refusal: replies.POOR, lostAfterMs: giveUpMs(random) },
  }),
  later: (random) => ({ gate: random.pick(...replies.LATER) }),
  unwelcome: (random) => ({ gate: random.pick(...replies.UNWELCOME) }),
};

/** Often as late as can be: that is where waits have to prove themselves. */
function upTo(milliseconds: number, random: Random): number {
  return random.pick(random.between(0, milliseconds), milliseconds - random.between(0, 5_000));
}

function giveUpMs(random: Random): number {
  return random.pick(ANSWER_MS_MAX, random.between(0, 3_000), random.between(0, ANSWER_MS_MAX));
}

interface Fault {
  readonly name: string;
  readonly of: (random: Random) => Partial<Fate>;
}

/** How bad the world of a seed is. */
export interface Temper {
  readonly faults: readonly Fault[];
  /** How likely one of them is, for each request. */
  readonly faulty: number;
  /** How likely a look fails. */
  readonly unreadable: number;
  /** How likely a process dies, and that the power is lost with it. */
  readonly deadly: number;
  readonly powerless: number;
  /** How likely a process is asked to stop. */
  readonly stopped: number;
  /** How likely the payer's clock is set while a process runs. */
  readonly unsteady: number;
  /** How likely a payment that was accepted fails later. */
  readonly bouncing: number;
  /** How likely a run begins with what was refused or failed, in a new generation. */
  readonly retrying: number;
  /** How likely another start follows within minutes, whether or not this one is over. */
  readonly crowded: number;
  readonly slowDisk: boolean;
  readonly concurrency: number;
  readonly rows: number;
}

/** What of a temper is not left to chance. */
export type Climate = Partial<Omit<Temper, "faults">> & {
  /** The names of faults. */
  readonly faults?: readonly string[];
  readonly manners?: Partial<Omit<Manners, "blind">>;
};

/** Few kinds of faults and many times each: rare mixes come of that, and not of a little of everything. */
export function temperOf(random: Random, { faults, manners: _manners, ...fixed }: Climate): Temper {
  const kinds = Object.entries(FAULTS).filter(
    ([name]) => faults?.includes(name) ?? random.chance(0.25),
  );
  return {
    faults: kinds.map(([name, of]) => ({ name, of })),
    faulty: random.pick(0.15, 0.4, 0.7),
    unreadable: random.pick(0, 0, 0.1, 0.4),
    deadly: random.pick(0, 0.4, 0.8),
    powerless: random.pick(0, 0.5),
    stopped: random.pick(0, 0, 0.3),
    unsteady: random.pick(0, 0, 0.6),
    bouncing: random.pick(0, 0, 0.2),
    retrying: random.pick(0, 0.5),
    crowded: random.pick(0, 0.4),
    slowDisk: random.chance(0.2),
    concurrency: random.pick(1, 1, random.between(2, 4)),
    rows: random.pick(1, 2, random.between(1, 5)),
    ...fixed,
  };
}

export function fateOf({ faults, faulty }: Temper, random: Random): Fate {
  const [first, ...others] = faults;
  if (first === undefined || !random.chance(faulty)) return GOOD;
  const fault = random.pick(first, ...others);
  const fate = fault.of(random);
  if (!random.chance(0.3)) return { ...GOOD, ...fate, name: fault.name };
  const more = random.pick(first, ...others);
  return { ...GOOD, ...fate, ...more.of(random), name: `${fault.name} + ${more.name}` };
}

export const WELL = GOOD;
