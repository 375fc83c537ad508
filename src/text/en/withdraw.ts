import type { PixKeyProblem } from "../../domain/pix-key.ts";
import type { Said } from "../text.ts";

export const withdraw = {
  labels: {
    id: "Withdrawal",
    status: "Status",
    amount: "Amount",
    fee: "Fee",
    arrives: "Arrives",
    pixKey: "Pix key",
    reference: "Your id",
    to: "Receiver",
    failure: "Failure",
    created: "Created",
    paid: "Paid",
  },
  ask: { amount: "Amount in reais", pixKey: "Receiver's Pix key" },
  missing: (flags: readonly string[]): string => `Missing: ${flags.join(", ")}.`,
  missingHint: (command: string): string =>
    `--id is your own name for this payment: the same one never pays twice.\n${command}`,
  pixKey: (
    problem: PixKeyProblem | "ambiguous",
    given: string,
    kinds: readonly string[],
  ): string => {
    switch (problem) {
      case "empty":
        return "is empty";
      case "ambiguous": {
        const types = kinds.map((kind) => `--key-type ${kind}`).join(" or ");
        return `${given} can be more than one kind of key: add ${types}`;
      }
      case "email_too_long":
        return "is an e-mail of more than 77 characters, which no Pix key has";
      case "not_a_key":
        return `${given} is no Pix key: not a CPF, CNPJ, e-mail, phone (+5511999998888) or random key`;
      case "cpf":
      case "cnpj":
      case "email":
      case "phone":
      case "evp":
        return `${given} is not a valid key of type ${problem}`;
    }
  },
  fieldTaken: (names: readonly string[]): string =>
    `-F ${names.join(", ")}: that is what the flags already say; leave it out.`,
  reference: (max: number): string => `must be 1 to ${max} characters, with no space at either end`,
  another: (reference: string, at: string, before: string, now: string): string =>
    `--id ${reference} was used on ${at} for another payment (${before}; now ${now}, or another field).`,
  namesake: (reference: string, batch: string): string =>
    `${reference} is what the service knows a payment of batch ${batch} by.`,
  anotherHint: "Ask for exactly the same payment, or give this one an id of its own.",
  overLimit: (amount: string, limit: string, profile: string): Said => ({
    message: `${amount} is over the limit of ${limit} for one withdrawal.`,
    hint: `The limit is the profile's: pix profiles show ${profile}`,
  }),
  overDay: (amount: string, sent: string, limit: string, profile: string): Said => ({
    message: `${amount} would go over the limit of ${limit} a day: ${sent} have left today.`,
    hint: `The limit is the profile's: pix profiles show ${profile}`,
  }),
  productionGuard: (profile: string): Said => ({
    message: `${profile} is production: this would move real money.`,
    hint: "Run it in a terminal, or say --yes.",
  }),
  typeAmount: (amount: string, environment: string): string =>
    `This moves real money (${environment}). Type ${amount} to pay, or no`,
  notTheAmount: (amount: string): string => `type ${amount}, or no`,
  summary: (facts: {
    readonly amount: string;
    readonly fee: string | undefined;
    readonly arrives: string | undefined;
    readonly pixKey: string;
    readonly kind: string;
    readonly store: string | null;
    readonly profile: string;
    readonly environment: string;
  }): string =>
    [
      `Pay     ${facts.amount}`,
      ...(facts.fee === undefined ? [] : [`Fee     ${facts.fee}`]),
      ...(facts.arrives === undefined ? [] : [`Arrives ${facts.arrives}`]),
      `To      ${facts.pixKey} (${facts.kind})`,
      `From    ${facts.store ?? facts.profile}, ${facts.environment}`,
    ].join("\n"),
  keyNotFinal:
    "The idempotency key below is made without the store's id, which only the service can tell.",
  sending: "Sending the withdrawal",
  otherAmount: (id: string, amount: string): string =>
    `The service accepted this as withdrawal ${id} of ${amount}, which is not what was asked for.`,
  notSentAgain: (why: string): string => `It is in doubt, and was not sent again. ${why}`,
  contradiction: (id: string, found: readonly string[]): string =>
    [`The withdrawal ${id} is not what was asked for.`].concat(found).join("\n"),
  contradictionHint: "The money may have gone elsewhere: look at it in the dashboard at once.",
  contradictions: {
    amount: (asked: string, answered: string): string =>
      `asked for ${asked}, the service says ${answered}`,
    receiver: (asked: string, answered: string): string =>
      `asked to pay ${asked}, the service says ${answered}`,
    reference: (asked: string, answered: string): string =>
      `asked for under ${asked}, the service says ${answered}`,
  },
  lookingUp: "The answer was lost: looking the withdrawal up",
  found: "Its answer had been lost; the service has it. Nothing new was sent.",
  notReadAgain: (id: string, why: string): string =>
    `The service has accepted it as withdrawal ${id}; reading that again failed: ${why}`,
  replayed: (at: string): string => `Already requested on ${at}; nothing new was sent.`,
  refused: "The service refused this withdrawal before.",
  refusedHint: "Correct the payment and give it an id of its own.",
  conflictHint:
    "The service knows this payment's key from another request: look for that in its dashboard.",
  stillUnknown: "What became of this withdrawal cannot be found out now.",
  unknownHint: (command: string): string =>
    `Run the same command again in a minute: it looks the payment up and never pays twice.\n${command}`,
  waiting: "Waiting for the withdrawal",
  noStatus: "not known",
  notPaid: (id: string, status: string): string =>
    `The withdrawal ${id} ended ${status}, not paid.`,
  pending: (id: string, status: string): string =>
    `The withdrawal ${id} is not final yet: ${status}. That can be normal for up to 72 hours.`,
  waitOn: (command: string): string => `Wait on with: ${command}`,
  none: "There are no such withdrawals.",
};
