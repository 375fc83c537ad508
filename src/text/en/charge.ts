import type { Said } from "../text.ts";

export const charge = {
  labels: {
    id: "Charge",
    status: "Status",
    amount: "Amount",
    payer: "Payer",
    document: "CPF/CNPJ",
    store: "Store",
    created: "Created",
    expires: "Expires",
    paid: "Paid",
    copyPaste: "Copy and paste",
  },
  ask: {
    amount: "Amount in reais",
    name: "Payer's full name",
    email: "Payer's e-mail",
    document: "Payer's CPF or CNPJ",
    notificationUrl: "Notification URL (public HTTPS)",
  },
  missing: (flags: readonly string[]): string => `Missing: ${flags.join(", ")}.`,
  missingHint: (command: string): string =>
    `Give them as flags, or keep them with pix profiles set:\n${command}`,
  customerUnreadable: (path: string): string => `--customer: ${path} cannot be read.`,
  customerNotJson: (path: string): string => `--customer: ${path} does not hold a JSON object.`,
  customerUnknown: (path: string, field: string, known: readonly string[]): string =>
    `--customer: ${path} has a field ${field}; known are ${known.join(", ")}.`,
  customerNotText: (path: string, field: string): string =>
    `--customer: the field ${field} of ${path} is not text.`,
  replayed:
    "This charge was created before, with the same idempotency key; nothing new was created.",
  unknownHint: (command: string): string =>
    `Run this: under the same key it gives the first charge, or creates it.\n${command}`,
  cancelUnknownHint: (command: string): string => `See what became of the charge:\n${command}`,
  contradiction: (id: string, found: readonly string[]): string =>
    [`The answer for charge ${id} contradicts what was asked. Do not give its code to the payer.`]
      .concat(found)
      .join("\n"),
  contradictionHint: (cancel: string): string => `The charge exists. Cancel it with:\n${cancel}`,
  exists: (id: string, show: string): string => `The charge ${id} exists. See it with: ${show}`,
  payable: (id: string, code: string): string => `Charge ${id}, copy and paste:\n${code}`,
  notCancelled: (id: string, status: string): string =>
    `The service took the cancelling, and says that the charge ${id} is ${status}.`,
  notCancelledHint: (look: string): string => `See what it is in the end with:\n${look}`,
  pngUnwritable: (path: string): string =>
    `--png: ${path} cannot be written: see that its folder exists and is yours.`,
  qrTaller: "The QR code is higher than this window: make the window larger to scan it whole.",
  contradictions: {
    nothing: (amount: number | string | undefined): string =>
      amount === undefined ? "nothing" : String(amount),
    currency: (answered: string): string => `the currency is ${answered}, not BRL`,
    amount: (asked: string, answered: string): string =>
      `asked for ${asked}, the answer says ${answered}`,
    code: (problem: string): string => `the copy-and-paste code is damaged: ${problem}`,
    codeAmount: (asked: string, carried: string): string =>
      `the charge is ${asked}, the copy-and-paste code takes ${carried}`,
  },
  qrDoesNotFit: "The QR code does not fit this window; make it larger, or use --png FILE.",
  noCode: "The service gave no copy-and-paste code for this charge.",
  pngWritten: (path: string): string => `QR code written to ${path}`,
  pngFailed: (path: string, reason: string): Said => ({
    message: `The QR code could not be written to ${path}: ${reason}`,
    hint: "The charge itself is not affected. Show it again with pix pix get.",
  }),
  copied: "The copy-and-paste code is on the clipboard.",
  notCopied: "There is no clipboard here: the copy-and-paste code was not copied.",
  waiting: "Waiting for the payment",
  statusUnknown: "not known",
  notPaid: (id: string, status: string): string => `The charge ${id} ended ${status}, not paid.`,
  pending: (id: string, status: string): string => `The charge ${id} is not final yet: ${status}.`,
  pendingHint: (command: string): string => `Wait on with: ${command}`,
  notPayable: (id: string, status: string): string =>
    `The charge ${id} is ${status}: its code must not be paid.`,
  none: "There are no such charges.",
};
