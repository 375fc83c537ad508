import { barePaymentMs, curlInParallel, twoWritesMs } from "./bare.ts";
import { ran, repeated } from "./command.ts";
import type { Part } from "./part.ts";
import { pay, plan as planned } from "./paying.ts";
import type { Taken } from "./paying.ts";
import type { Place } from "./place.ts";
import type { Figure, Row } from "./table.ts";

const ROWS = 20_000;
const ROWS_FEW = 2_000;
const ROWS_MANY = 1_000_000;
/** With each of those that are under way at once. */
const ROWS_SLOW = 100;
const ROWS_SLOW_FEW = 20;
const SLOW_MS = 50;
/** As many as the command line lets, and as many as the runner is made for. */
const AT_ONCE = [4, 16] as const;
const GROWTH_MAX = 1.3;
const PAYMENTS_A_SECOND = 4_000;
const CURL_TIMES = 5;
const SHARE_OF_IDEAL = 0.95;

/** What a payment takes, and what of it is neither the service's nor the disk's. */
export const cost: Part = {
  name: "cost",
  about: "what a payment of a batch costs, one under way, beside a bare request",
  rounds: 3,
  async measure(place, rounds) {
    const url = await place.server("payments", "0");
    const costs = await repeated(rounds, () => costOf(place, url));
    const of = (name: string, ms: (one: Cost) => number): Figure => {
      return { name, unit: "ms", digits: 3, values: costs.map(ms) };
    };
    const bare = { name: "a bare payment", values: costs.map(({ bareMs }) => bareMs) };
    return [
      of("a bare payment", ({ bareMs }) => bareMs),
      of("two bare writes that reach the disk", ({ diskMs }) => diskMs),
      { ...of("a payment of a run, one under way", ({ rowMs }) => rowMs), beside: bare },
      of("of that the program's own, with its two writes", ({ rowMs, bareMs }) => rowMs - bareMs),
      {
        ...{ name: `memory of a run of ${ROWS} payments`, unit: "MiB" },
        values: costs.map(({ all }) => all.peakMiB),
        beside: { name: `one of ${ROWS_FEW}`, values: costs.map(({ few }) => few.peakMiB) },
        target: { atMost: GROWTH_MAX },
      },
    ];
  },
};

interface Cost {
  readonly bareMs: number;
  readonly diskMs: number;
  readonly rowMs: number;
  readonly few: Taken;
  readonly all: Taken;
}

function costOf(place: Place, url: string): Cost {
  const bareMs = barePaymentMs(place, { url });
  const diskMs = twoWritesMs(place);
  const few = pay(place, { url, rows: ROWS_FEW, atOnce: 1 });
  const all = pay(place, { url, rows: ROWS, atOnce: 1 });
  return { bareMs, diskMs, rowMs: msBetween(few, all, ROWS - ROWS_FEW), few, all };
}

/** Whole runs with several under way, from the start of the process to its end. */
export const throughput: Part = {
  name: "throughput",
  about: `${ROWS} payments with several under way, both writes on the disk, beside \`curl\` with none`,
  rounds: 3,
  async measure(place, rounds) {
    const url = await place.server("payments", "0");
    const curl = curlInParallel(place, { url, rows: ROWS, atOnce: AT_ONCE[1] });
    const runs = await repeated(rounds, () => ({
      curl: curl === undefined ? 0 : ran(curl).ms / 1000,
      four: pay(place, { url, rows: ROWS, atOnce: AT_ONCE[0] }).seconds,
      sixteen: pay(place, { url, rows: ROWS, atOnce: AT_ONCE[1] }).seconds,
    }));
    const rates = (name: string, of: (run: (typeof runs)[number]) => number): Figure => {
      return { name, unit: "a second", digits: 0, values: runs.map((run) => ROWS / of(run)) };
    };
    const sixteen = `payments, ${AT_ONCE[1]} under way`;
    const target = { target: { atLeast: PAYMENTS_A_SECOND }, isInReadme: true };
    const rows: readonly Row[] = [
      { ...rates(`payments, ${AT_ONCE[0]} under way`, ({ four }) => four), isInReadme: true },
      { ...rates(sixteen, ({ sixteen }) => sixteen), ...target },
    ];
    if (curl === undefined) return [...rows, { name: "`curl`", missing: "not on this machine" }];
    const seconds = runs.map(({ sixteen }) => sixteen);
    return [
      ...rows,
      rates(`requests by ${curl.name}, ${AT_ONCE[1]} under way`, ({ curl }) => curl),
      {
        ...{ name: `${ROWS} ${sixteen}`, unit: "s", digits: 2, values: seconds },
        beside: { name: curl.name, values: runs.map(({ curl }) => curl) },
        ...{ target: { atMost: CURL_TIMES }, isInReadme: true },
      },
    ];
  },
};

/** Where the service is what takes the time, as in life. */
export const slow: Part = {
  name: "slow",
  about: `payments at a service that takes ${SLOW_MS} ms for each, as a share of what is possible`,
  rounds: 3,
  async measure(place, rounds) {
    const url = await place.server("payments", String(SLOW_MS));
    const rows: Row[] = [];
    for (const atOnce of [1, ...AT_ONCE]) {
      const shares = await repeated(rounds, () => ({
        ours: shareOfIdeal(place, url, atOnce),
        bare: shareOfBare(place, url, atOnce),
      }));
      const name = `a service that takes ${SLOW_MS} ms, ${atOnce} under way`;
      const form = { unit: "of the ideal", digits: 2 };
      const judged = { target: { atLeast: SHARE_OF_IDEAL }, isInReadme: atOnce === AT_ONCE[1] };
      rows.push(
        { name, ...form, values: shares.map(({ ours }) => ours), ...judged },
        { name: `${name}, bare requests`, ...form, values: shares.map(({ bare }) => bare) },
      );
    }
    return rows;
  },
};

function shareOfIdeal(place: Place, url: string, atOnce: number): number {
  const few = pay(place, { url, rows: ROWS_SLOW_FEW * atOnce, atOnce });
  const all = pay(place, { url, rows: ROWS_SLOW * atOnce, atOnce });
  return SLOW_MS / msBetween(few, all, ROWS_SLOW - ROWS_SLOW_FEW);
}

/** What can be had of the ideal at all: no record, no program, the same server. */
function shareOfBare(place: Place, url: string, atOnce: number): number {
  return SLOW_MS / (barePaymentMs(place, { url, count: ROWS_SLOW * atOnce, atOnce }) * atOnce);
}

/** Once each: a million rows take their time. */
export const plan: Part = {
  name: "plan",
  about: `the plan of ${ROWS_MANY} payments, beside one of ${ROWS}`,
  rounds: 1,
  async measure(place, rounds) {
    const url = await place.server("payments", "0");
    const plans = await repeated(rounds, () => ({
      small: planned(place, { url, rows: ROWS }),
      large: planned(place, { url, rows: ROWS_MANY }),
    }));
    const name = `plan of ${ROWS_MANY} payments`;
    return [
      { name, unit: "s", digits: 0, values: plans.map(({ large }) => large.seconds) },
      {
        ...{ name: `memory of a ${name}`, unit: "MiB" },
        values: plans.map(({ large }) => large.peakMiB),
        beside: { name: `one of ${ROWS}`, values: plans.map(({ small }) => small.peakMiB) },
        ...{ target: { atMost: GROWTH_MAX }, isInReadme: true },
      },
    ];
  },
};

/** Milliseconds of each payment that one run has and the other has not: what a start takes falls out. */
function msBetween(few: Taken, all: Taken, rows: number): number {
  return ((all.seconds - few.seconds) * 1000) / rows;
}
