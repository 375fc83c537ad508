export const payouts = {
  busy: {
    message: "Another payment from this store is under way in another process.",
    hint: "Run it again when that one has ended.",
  },
};
