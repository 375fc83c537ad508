export const links = {
  labels: {
    id: "Link",
    title: "Title",
    description: "Description",
    status: "Status",
    amount: "Amount",
    paymentsMax: "Payable",
    payments: "Payments",
    received: "Received",
    store: "Store",
    created: "Created",
    expires: "Expires",
    url: "Address",
    redirectUrl: "Then goes to",
    notificationUrl: "Notifies",
  },
  askTitle: "What the payer sees it is for",
  missing: "Missing: --title.",
  missingHint: (command: string): string => `Give it as a flag:\n${command}`,
  amountField: "-F: the amount is given with --amount, which knows reais from centavos.",
  unknownHint: (command: string): string =>
    "The service keeps no key for links, so to run this again may create a second one. " +
    `See first whether it is there:\n${command}`,
  otherAmount: (id: string, asked: string, answered: string): string =>
    `The link ${id} says ${answered}; asked for was ${asked}. Look at it before you give it to anybody.`,
  qrDoesNotFit: "The QR code does not fit this window; make it larger.",
  none: "There are no such links.",
};
