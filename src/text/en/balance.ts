export const balance = {
  labels: {
    at: "At",
    available: "Available",
    pending: "Pending",
    blocked: "Blocked",
    total: "Total",
    updated: "Updated",
  },
  interval: (given: string, seconds: number): string =>
    `--watch ${given}: not a time of at least ${seconds} seconds. Write such as 10s or 1m.`,
};
