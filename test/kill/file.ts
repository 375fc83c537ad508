import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A payment that a file asks for. */
export interface Row {
  readonly id: string;
  readonly amountCents: number;
  readonly pixKey: string;
}

/** A payout file of this machine. */
export interface PayoutFile {
  readonly path: string;
  readonly batch: string;
  readonly rows: readonly Row[];
  /** What a script has to say of it before anything is paid. */
  readonly confirmed: readonly string[];
}

/** Every so many payments one goes to a receiver whose bank sends it back, and one to nobody. */
const ODD_EVERY = 40;
const FAILS = "falha@sandbox.pix";
const NOBODY = "inexistente@sandbox.pix";
const FIRST_CENTS = 1_00;

/**
 * Writes a file of `count` payments. No two of them are of one amount, nor are those of two files where
 * `from` counts the payments of the files before.
 */
export function writePayoutFile(
  folder: string,
  given: {
    readonly batch: string;
    readonly count: number;
    readonly from?: number;
    /** Whether some of the receivers cannot be paid. */
    readonly odd?: boolean;
  },
): PayoutFile {
  const { batch, count, from = 0, odd = false } = given;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `row-${index + 1}`,
    amountCents: FIRST_CENTS + from + index,
    pixKey: odd ? receiver(batch, index) : `${batch}-${index}@example.com`,
  }));
  const path = join(folder, `${batch}.csv`);
  const lines = rows.map(({ id, amountCents, pixKey }) => `${id},${reais(amountCents)},${pixKey}`);
  writeFileSync(path, `id,amount,pix_key\n${lines.join("\n")}\n`);
  const cents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const confirmed = ["--yes", "--expect-count", String(count), "--expect-total", reais(cents)];
  return { path, batch, rows, confirmed };
}

export function isRefused({ pixKey }: Row): boolean {
  return pixKey === NOBODY;
}

function receiver(batch: string, index: number): string {
  const place = index % ODD_EVERY;
  if (place === ODD_EVERY - 1) return FAILS;
  return place === ODD_EVERY / 2 ? NOBODY : `${batch}-${index}@example.com`;
}

function reais(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}
