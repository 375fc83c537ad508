/** What is shown of a figure that was taken several times. */
export interface Summary {
  readonly least: number;
  readonly lower: number;
  readonly median: number;
  readonly upper: number;
}

/** Quartiles and not a mean: one round in which the machine was busy elsewhere moves none of them. */
export function summaryOf(values: readonly number[]): Summary {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    least: quantile(sorted, 0),
    lower: quantile(sorted, 1 / 4),
    median: quantile(sorted, 1 / 2),
    upper: quantile(sorted, 3 / 4),
  };
}

function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error("nothing was measured");
  return below + (above - below) * (place - Math.floor(place));
}
