export const payments = (count: number): string =>
  count === 1 ? "1 payment" : `${count} payments`;
