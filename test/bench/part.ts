import type { Place } from "./place.ts";
import type { Row } from "./table.ts";

/** What one word after `npm run bench --` measures. */
export interface Part {
  readonly name: string;
  /** For `--help`, and above its table. */
  readonly about: string;
  /** How often each figure is taken where nobody says. */
  readonly rounds: number;
  /** Only where it is asked for by name. */
  readonly isExtra?: boolean;
  readonly measure: (place: Place, rounds: number) => Promise<readonly Row[]>;
}
