import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bank, environment } from "../support/bank.ts";
import type { Bank } from "../support/bank.ts";
import { machine } from "../support/pix.ts";
import type { Machine, PixOptions, PixResult } from "../support/pix.ts";

/** A machine with a file of payments, and the service it talks to. */
export interface Place {
  readonly host: Machine;
  readonly at: Bank;
  /** Runs `pix withdraw batch …`. */
  batch(args: readonly string[], more?: PixOptions): Promise<PixResult>;
  file(name: string, lines: readonly string[]): void;
  /** The creations that were asked for. */
  posts(): number;
  /** What was paid, by the merchant's reference, in the order of paying. */
  paid(): readonly unknown[];
}

export const HEADER = "id,amount,pix_key";
export const THREE = [
  HEADER,
  "ana,10.00,ana@example.com",
  "bia,20.50,bia@example.com",
  "caio,5,caio@example.com",
];
export const CONFIRMED = ["--yes", "--expect-count", "3", "--expect-total", "35.50"];

export async function place(lines: readonly string[] = THREE): Promise<Place> {
  const [host, at] = [machine(), await bank()];
  const file = (name: string, rows: readonly string[]): void => {
    writeFileSync(join(host.home, name), `${rows.join("\n")}\n`);
  };
  file("nov.csv", lines);
  return {
    ...{ host, at, file },
    batch: async (args, more = {}) =>
      host.pix(["withdraw", "batch", ...args], {
        ...more,
        env: { ...environment(at), ...more.env },
      }),
    posts: () => at.asked.filter((call) => call === "POST /v1/withdrawals").length,
    paid: () => at.made.map(({ body }) => body["external_id"]),
  };
}

/** So many payments of 1.00, and what a script has to say of them. */
export function many(count: number): {
  readonly lines: readonly string[];
  readonly confirmed: readonly string[];
} {
  const rows = Array.from({ length: count }, (_, index) => `p${index},1.00,p${index}@example.com`);
  const total = `${count}.00`;
  return {
    lines: [HEADER, ...rows],
    confirmed: ["--yes", "--expect-count", String(count), "--expect-total", total],
  };
}
