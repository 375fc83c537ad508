import type { BrCodeProblem, BrCodeWarning } from "../domain/brcode.ts";
import type { DocumentProblem } from "../domain/document.ts";
import type { MoneyProblem } from "../domain/money.ts";
import type { PayoutFault, PayoutFaultFacts, PayoutFaultKind } from "../domain/payout-fault.ts";
import type { PixKeyProblem } from "../domain/pix-key.ts";
import type { WebAddressProblem } from "../domain/web-address.ts";

/** An error's two sentences: what and why, then what to do. */
export interface Said {
  readonly message: string;
  readonly hint: string;
}

const payments = (count: number): string => (count === 1 ? "1 payment" : `${count} payments`);

/**
 * Every sentence that a person reads, in English. A value is a sentence or a function that builds one;
 * codes, field names, JSON and exit codes never come from here, so they do not change with the language.
 */
export const en = {
  errors: {
    label: "error",
    requestId: (id: string): string => `request id: ${id}`,
    bug: (message: string): string => `pix failed in a way it should not: ${message}`,
    bugHint: "Run the command again with --debug to see where, and report it with that output.",
    unavailableHint:
      "Check the connection and the address with pix profiles show, then run it again.",
    interrupted: "Interrupted.",
    effect: {
      nothing_sent: "Nothing was sent.",
      refused: "The service refused it: nothing was created.",
      unknown: "The request was sent and its outcome is unknown.",
    },
    statusHint: (status: number): string | undefined => {
      if (status === 401)
        return "Store a valid key with pix login, or mend the variable it comes from.";
      if (status === 403)
        return "Give the key this permission in the dashboard, or use another key.";
      if (status === 404)
        return "Check the id, and that this profile is the environment it lives in.";
      if (status === 429)
        return "The service asks for fewer requests: wait a minute and run it again.";
      if (status >= 500) return "The service has a fault of its own: run it again in a moment.";
      return undefined;
    },
  },
  database: {
    newer: (path: string): Said => ({
      message: `${path} was written by a newer pix.`,
      hint: "Update pix, or point PIX_HOME to another folder.",
    }),
    damaged: (path: string, reason: string, code: string): Said => ({
      message: `${path} is damaged: ${reason} (${code})`,
      hint: `Put a backup in its place, or begin with an empty one:\nmv ${path} ${path}.damaged`,
    }),
    failed: (path: string, reason: string, code: string): Said => ({
      message: `${path}: ${reason} (${code})`,
      hint: "See that the disk has room, and that the folder and the file are yours and writable.",
    }),
  },
  help: {
    pix: "Create PIX charges, show their QR codes, watch them being paid, and pay people.",
    version: "print the version",
    helpFlag: "show help for a command",
    helpCommand: "show help for a command",
    profile: "the profile to talk as (pix profiles list shows them; sandbox always works)",
    json: "print what the service said, as JSON",
    output: "how to print the result",
    query: "print what this JMESPath expression picks from the JSON",
    header: "print the names of the columns above TSV",
    timeout: "how long to wait for an answer, in seconds, or such as 500ms or 2m",
    yes: "answer yes to every confirmation",
    noInput: "never prompt, not even in a terminal",
    noColor: "no colour",
    apiKeyStdin: "read the API key from standard input",
    debug: "show requests and answers on stderr, secrets masked",
    quiet: "no notes and no progress",
    dryRun: "print the request that would be sent, and send nothing",
    caFile: "a PEM file of certificate authorities to trust beside the system's",
    links: "create, show and list payment links",
    linksCreate: "create a payment link and show its QR code",
    linkTitle: "what the payer sees it is for",
    linkAmount: "the amount; without one the payer chooses it",
    linkDescription: "more words for the payer",
    linkMaxPayments: "how often it can be paid",
    linkExpiresAt: "when it ends, such as 2026-12-24 or 2026-12-24T18:00:00-03:00",
    linkRedirectUrl: "where the payer goes after paying",
    linkNotificationUrl: "the public HTTPS URL that receives its notifications",
    linksGet: "show a payment link",
    linksList: "list payment links, the newest first",
    field: "a further field of the request, as the service names it; can be repeated",
    withdraw: "pay people: create, show and list withdrawals",
    withdrawCreate: "pay somebody by Pix, at most once for each --id",
    withdrawAmount: "how much to pay, such as 150.00 or 1.234,56",
    pixKey: "the receiver's Pix key",
    keyType: "what kind of key it is, where that is not plain",
    withdrawId: "your own reference for this payment: the same one never pays twice",
    withdrawDescription: "what it is for",
    withdrawWait: "wait until it is paid or final, 15m unless told",
    withdrawGet: "show a withdrawal",
    withdrawList: "list withdrawals, the newest first",
    withdrawListId: "only the one with this reference of yours",
    batch: "pay a file of people, each exactly once",
    batchPlan: "check a file of payments and keep the plan; nothing is sent",
    batchRun: "pay a file or a planned batch; the same file again goes on where it stopped",
    batchResume: "go on with a batch",
    batchStatus: "show a batch, or every batch that needs somebody (exit 8 or 11)",
    batchApprove: "approve exactly the payments of a file, as a second user of this machine",
    batchRetryFailed: "try again what was refused or has failed, each under a new key",
    batchReport: "show every payment of a batch and what became of it",
    batchCheck: "ask the service first how the payments stand that it has accepted",
    batchName: "the batch's name, that of the file unless told",
    maxRows: "how many payments a file may hold, 5000 unless told",
    allowDuplicates: "also pay what looks like one payment made twice",
    expectCount: "how many payments the plan must hold; a script has to say it",
    expectTotal: "what they must come to; a script has to say it",
    batchConcurrency: "how many payments are under way at once, up to 4; 1 unless told",
    limitWithdrawal: "refuse to run with a payment over this, in reais",
    limitRun: "refuse to pay more than this in one run, in reais",
    limitDay: "refuse to pay more than this in a day, in reais",
    lockWait: "how long to wait for another run of this store, such as 60s; not at all unless told",
    approval: "the file with the approval, FILE.approval unless told",
    balance: "show the balance",
    balanceWatch: "show it again and again, every 10s unless told",
    keyStore: "where to keep the key: the system's keyring, or a file only you can read",
    api: "call any operation of the service, with the same key, retries and output",
    apiField: "a field of the request: numbers, true, false, null, @file; can be repeated",
    apiInput: "a file with the request's body, - for standard input",
    apiHeader: "a further header; can be repeated",
    apiAll: "all pages of a list",
    completion: "print a script that completes pix commands in your shell",
    shell: "your shell",
    completionInstall: "put it where the shell finds it",
    completionUninstall: "take it away again",
    commands: "list every command and flag, for tools and agents",
    doctor:
      "see what works here and what does not; exits 1 for this machine, 4 for a key, 7 for a service",
    pixPix: "create, show, list, cancel and await charges",
    pixCreate: "create a charge and show its QR code",
    amount: "how much to charge, such as 19.90 or 1.234,56",
    customerName: "the payer's full name",
    customerEmail: "the payer's e-mail",
    customerDocument: "the payer's CPF or CNPJ, formatted or not",
    customerPhone: "the payer's phone",
    customerFile: "a JSON file with the payer's name, email, document and phone",
    notificationUrl: "the public HTTPS URL that receives the notifications of this charge",
    checkoutUrl: "the HTTPS URL of your checkout",
    metadata: "something of your own to keep with the charge; can be repeated",
    currency: "the currency, BRL",
    idempotencyKey:
      "the same key and the same charge again create nothing new (up to 128 characters)",
    wait: "wait until the charge is paid or final, 15m unless told",
    qr: "the size of the QR code in the terminal",
    png: "write the QR code to this PNG file",
    copy: "put the copy-and-paste code on the clipboard",
    pixGet: "show a charge",
    pixList: "list charges, the newest first",
    status: "only those with this status",
    from: "only those created from this date on, such as 2026-11-01",
    to: "only those created up to this date",
    limit: "how many, 20 unless told",
    all: "all of them",
    pixCancel: "cancel a charge that waits for its payment",
    pixWait: "wait until a charge is paid or final; --timeout says how long (15m)",
    pixQr: "show the QR code of a charge or of a copy-and-paste code",
    decode: "show what a copy-and-paste code says, offline; reads stdin without a code",
    login: "store the API key of a profile, after the service has accepted it",
    env: "the environment of the key",
    baseUrl: "the address of the service, ending in /v1",
    logout: "forget the API key of a profile",
    account: "show whose key this is",
    profiles: "list, show and change profiles",
    profilesList: "list the profiles",
    check: "ask the service about every key, side by side",
    profilesShow: "show a profile",
    profilesUse: "make a profile the one that is used when none is named",
    profilesSet: "set a field of a profile; an empty value unsets it",
    profilesRemove: "remove a profile and its key",
    sandbox: "drive the embedded sandbox",
    sandboxMove: {
      pay: "pay a charge, or settle a withdrawal",
      expire: "let a charge expire",
      fail: "let a charge or a withdrawal fail",
    },
    sandboxServe: "serve the sandbox over HTTP on this machine, for your own application",
    port: "the port, 4010 unless told; 0 for any free one",
    strict: "accept no loopback notification URL, as the real service",
    sandboxReset: "forget everything in the sandbox",
    startingBalance: "the balance to begin with, 1000.00 unless told",
    sandboxOpenapi: "print the service's contract as OpenAPI 3.1",
    sandboxKeys: "the API keys of the sandbox",
    sandboxKeysCreate: "create a key; it is printed this once",
    permission: "a permission of the key; all of them unless told",
    store: "the store the key belongs to; a new name makes a new store",
    sandboxKeysList: "list the keys, without the secret part",
    sandboxKeysRevoke: "revoke a key",
    sandboxFault: "rehearse bad days: faults that the sandbox answers with",
    sandboxFaultAdd: "add a fault",
    faultOn: 'the operation it strikes, such as "POST /withdrawals"',
    faultStatus: "answer with this status",
    faultDrop: "close the connection without an answer",
    faultDelay: "answer late, such as 2s",
    faultAfterEffect: "strike after the work is done",
    faultTimes: "how many times",
    faultPercent: "in how many of a hundred calls",
    faultRetryAfter: "the Retry-After header of the answer, in seconds",
    faultSeed: "where the chance of --percent begins, to have the same run again",
    sandboxFaultList: "list the faults",
    sandboxFaultClear: "remove all faults",
  },
  flags: {
    seeHelp: "See the flags with: pix help <command>, or pix <command> --help",
    unknownCommand: (name: string): string => `unknown command '${name}'`,
    jsonAgainstOutput: (form: string): string =>
      `--json and --output ${form} contradict each other.`,
    queryAgainstOutput: (form: string): string =>
      `--query picks from JSON: it does not go with --output ${form}.`,
    query: (query: string, reason: string): string => `--query ${query}: ${reason}`,
    duration: (flag: string, given: string): string =>
      `${flag} ${given}: not a time. Write seconds, or such as 500ms, 30s, 15m.`,
  },
  dryRun: {
    nothingSent: "Dry run: this is the request; nothing was sent.",
    local: {
      message:
        "--dry-run shows a request, and this command sends none: it changes what is kept here.",
      hint: "Nothing was changed. Run it without --dry-run.",
    },
  },
  terminal: {
    queryFailed: (reason: string): Said => ({
      message: `The request was done, but --query does not fit its answer: ${reason}`,
      hint: "Look at the whole answer with --json (after a create: with get or list) and correct the query.",
    }),
    outputFailed: (reason: string): Said => ({
      message: `The result could not be written: ${reason}`,
      hint: "It was done nevertheless. Make room where stdout goes, then read the result with get or list.",
    }),
    prompt: {
      yes: "yes",
      no: "no",
      selectKeys: "arrow keys to move, Enter to choose",
    },
  },
  values: {
    empty: "is empty",
    money: (problem: MoneyProblem, given: string): string => {
      switch (problem) {
        case "empty":
          return "is empty";
        case "sign":
          return `${given} has a sign: write the amount alone, such as 19.90`;
        case "exponent":
          return `${given} has an exponent: write it out, such as 1000.00`;
        case "ambiguous":
          return `${given} can be thousands or decimals: write two decimals, as in 1234.00 or 1.23`;
        case "too_many_decimals":
          return `${given} has more than two decimals: the smallest unit is the centavo`;
        case "zero":
          return "must be more than zero";
        case "too_large":
          return `${given} is too large`;
        case "not_money":
          return `${given} is not an amount in reais: write 19.90, 19,90 or 1.234,56`;
      }
    },
    document: (problem: DocumentProblem, given: string): string => {
      switch (problem) {
        case "empty":
          return "is empty";
        case "characters":
          return `${given} is not written as a CPF or CNPJ`;
        case "length":
          return `${given} is neither a CPF (11 digits) nor a CNPJ (14): is a leading zero missing?`;
        case "repeated":
          return `${given} repeats one digit and belongs to nobody`;
        case "check_digit":
          return `${given} has a wrong check digit: see that it was typed right`;
      }
    },
    email: (given: string): string => `${given} is not an e-mail address`,
    url: (problem: WebAddressProblem, given: string): string => {
      switch (problem) {
        case "empty":
          return "is empty";
        case "too_long":
          return "is longer than 2048 characters";
        case "not_a_url":
          return `${given} is not an address: write it whole, such as https://example.com/pix`;
        case "not_https":
          return `${given} is not HTTPS: the address must begin with https://`;
        case "has_credentials":
          return "carries a user name or a password: take it out of the address";
      }
    },
    urlNotPublic: (given: string): string =>
      `${given} is not public: the service could not deliver to it`,
    currency: (given: string): string => `${given} is not BRL, the only currency there is`,
    idempotencyKey: (length: number, max: number): string =>
      length > max
        ? `has ${length} characters; at most ${max} are allowed`
        : "must be visible ASCII characters, with no space at either end",
    metadata: (pair: string): string => `${pair} is not written as key=value`,
    count: (given: string): string => `${given} is not a whole number from 1 up`,
    field: (pair: string): string => `-F: ${pair} is not written as name=value`,
    fieldName: (name: string): string =>
      `-F: ${name} is no field's name, or is two things at once: write name, name[part] or name[]`,
    stdin: "standard input",
    fileUnreadable: (path: string): string => `${path} cannot be read.`,
    fileTooLong: (path: string, bytes: number): string => `${path} is longer than ${bytes} bytes.`,
    fileNotText: (path: string): string => `${path} is not UTF-8 text.`,
    moment: (given: string): string =>
      `${given} is no date: write 2026-11-01, or a time such as 2026-11-01T12:00:00-03:00`,
    limitAgainstAll: "--limit and --all contradict each other.",
  },
  brcode: {
    labels: {
      type: "Type",
      key: "Pix key",
      url: "Location",
      recurrence: "Recurrence",
      amount: "Amount",
      name: "Name",
      city: "City",
      txid: "Transaction id",
      description: "Description",
      postalCode: "Postal code",
      crc: "CRC",
    },
    noCode: "Which code? Give it as an argument (in quotes) or on standard input.",
    inputTooLong: (bytes: number): string =>
      `Standard input is longer than ${bytes} bytes: that is no copy-and-paste code.`,
    invalid: (problem: string): string => `This is not a valid Pix copy-and-paste code: ${problem}`,
    problem: (problem: BrCodeProblem): string => {
      const sentences: Readonly<Record<BrCodeProblem, string>> = {
        empty: "it is empty.",
        too_long: "it is longer than 512 bytes.",
        no_crc: "it does not end in a checksum (6304 and four hexadecimal digits).",
        crc: "its checksum is wrong: a character was changed or lost.",
        charset: "it holds control characters.",
        tlv: "a field has no readable length.",
        tlv_truncated: "it ends inside a field.",
        dup: "a field occurs twice.",
        pfi: "it does not begin with 000201.",
        initiation: "field 01 is neither 11 nor 12.",
        mcc: "the merchant category (field 52) is not four digits.",
        currency: "the currency (field 53) is not 986, the real.",
        amount: "the amount (field 54) is malformed.",
        country: "the country (field 58) is not BR.",
        name: "the receiver's name (field 59) is missing.",
        name_len: "the receiver's name (field 59) has more than 25 characters.",
        city: "the city (field 60) is missing.",
        city_len: "the city (field 60) has more than 15 characters.",
        txid: "the transaction id (field 62-05) is malformed.",
        not_pix: "no account in it belongs to Pix (br.gov.bcb.pix).",
        no_key_url: "it has neither a Pix key nor a location.",
        key_and_url: "it has both a Pix key and a location.",
        url_scheme: "its location must be written without https://.",
        url_shape: "its location is no host with a path.",
      };
      return sentences[problem];
    },
    warning: (warning: BrCodeWarning): string => {
      const sentences: Readonly<Record<BrCodeWarning, string>> = {
        txid_charset: "The transaction id holds a hyphen, which some banks refuse.",
        single_use_static: "A static code is marked for one payment only; nobody enforces that.",
        non_ascii: "It holds letters outside ASCII, which some banks read wrongly.",
        amount_zero: "Its amount is zero.",
        crc_lower_case: "Its checksum is written in lower case.",
      };
      return sentences[warning];
    },
  },
  charge: {
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
    pending: (id: string, status: string): string =>
      `The charge ${id} is not final yet: ${status}.`,
    pendingHint: (command: string): string => `Wait on with: ${command}`,
    notPayable: (id: string, status: string): string =>
      `The charge ${id} is ${status}: its code must not be paid.`,
    none: "There are no such charges.",
  },
  profiles: {
    // What is wrong with one value; the field's name and a colon stand before it.
    wait: (given: string): string => `${given} is no time: give it as 90s or 5m`,
    approvals: (given: string): string => `must be 0 or 1, not ${given}`,
    environmentValue: (given: string): string => `must be staging or production, not ${given}`,
    baseUrl: {
      empty: "is empty",
      too_long: "is longer than 2048 characters",
      not_a_url: "is not an address: write it whole, such as https://api.example.com/v1",
      not_https: "is not HTTPS: only an address of this machine may begin with http://",
      has_credentials: "carries a user name or a password: a key never stands in an address",
      has_query: "must end in /v1, without ? or #",
      not_v1: "must end in /v1",
    },
    didYouMean: (problem: string, meant: string): string => `${problem}; did you mean ${meant}?`,
    phone: (given: string): string => `${given} is not a phone number: write +55 11 99999-8888`,
    relativePath: (given: string): string =>
      `${given} is another file in every folder: write its whole path`,
    wireName: (given: string): string =>
      `${given} is not a field's name: letters, digits, - and _, beginning with a letter`,
    notText: "must be text in quotes",
    notObject: "must be an object in braces",
    notAddress: "is not an address",
    emptyValue: "is empty",
    tooLong: (max: number): string => `is longer than ${max} characters`,
    controlCharacter: "holds a control character",
    missing: "is missing",
    version: (known: number): string => `must be ${known}`,
    unknown: (name: string): string => `there is no profile ${name}`,
    unknownField: (near: string | undefined): string =>
      near === undefined ? "is not a known field" : `is not a known field; did you mean ${near}?`,
    nameValue: (name: string): string =>
      `${name} is not a profile's name: up to 32 of a-z, 0-9, - and _, beginning with a letter or digit, ` +
      "and neither sandbox nor environment",
    command: {
      not_words: 'must be a JSON array of words, such as ["op", "read", "op://vault/pix/key"]',
      too_many: "has more than 32 words",
      empty_word: "names no program, or has a word that is too long",
      one_word: "is one word with spaces, and no shell splits it: write each word by itself",
      relative: "names a program beside the current folder: write its whole path",
    },
    cannotUnset: (field: string): string => `${field}: a profile cannot be without it.`,
    oneValue: (field: string): string => `${field}: takes one value; put it in quotes.`,
    knownFields: (names: readonly string[]): string =>
      `The fields are: ${names.join(", ")}, and field.<resource>.<name>.`,
    rename: {
      unknownResource: (resource: string, known: readonly string[]): string =>
        `${resource} is not a resource; known are ${known.join(", ")}.`,
      unknownField: (resource: string, field: string, known: readonly string[]): string =>
        `${field} is not a field of ${resource} that can be renamed; those are ${known.join(", ")}.`,
      specified: (resource: string, field: string): string =>
        `The specification names ${field} of ${resource}: it cannot be renamed.`,
      taken: (resource: string, wire: string): string =>
        `${wire} already is the name of another field of ${resource}.`,
    },

    // Files that are refused.
    notJson: (path: string): Said => ({
      message: `${path} is not a JSON object; nothing was changed in it.`,
      hint: "Correct it, or move it away and log in again with: pix login",
    }),
    wrongFile: (path: string, field: string, problem: string): Said => ({
      message: `${path}: ${field} ${problem}.`,
      hint: "Correct the file; nothing was changed in it.",
    }),
    unsafe: {
      link: (path: string): Said => ({
        message: `${path} is a symbolic link, behind which anybody's file may be.`,
        hint: "Replace it by the file or folder itself, or point PIX_HOME to that folder.",
      }),
      notFile: (path: string): Said => ({
        message: `${path} is not a file.`,
        hint: "Move it away and run the command again.",
      }),
      notFolder: (path: string): Said => ({
        message: `${path} is not a folder.`,
        hint: "Move it away, or point PIX_HOME to a folder.",
      }),
      owner: (path: string): Said => ({
        message: `${path} belongs to another user, who could change it.`,
        hint: "Run pix as that user (sudo may keep HOME), or point PIX_HOME to a folder of your own.",
      }),
      fileMode: (path: string, mode: string, command: string): Said => ({
        message: `${path} is open to other users (mode ${mode}).`,
        hint: `Run: ${command}\nIf a key was in it, create a new one: others may have read it.`,
      }),
      folderMode: (path: string, mode: string, command: string): Said => ({
        message: `Other users can write to the folder ${path} (mode ${mode}).`,
        hint: `Run: ${command}\nOr point PIX_HOME to a folder inside it, which pix makes for you alone.`,
      }),
      tooLarge: (path: string, bytesMax: number): Said => ({
        message: `${path} is larger than ${bytesMax} bytes.`,
        hint: "Move it away and log in again with: pix login",
      }),
      notUtf8: (path: string): Said => ({
        message: `${path} is not UTF-8 text.`,
        hint: "Move it away and log in again with: pix login",
      }),
    },
    unreadable: (path: string, code: string): Said => ({
      message: `${path} cannot be read (${code}).`,
      hint: "See that the file and its folder are yours, or point PIX_HOME to another folder.",
    }),
    unwritable: (folder: string, code: string): Said => ({
      message: `The profiles in ${folder} cannot be written (${code}).`,
      hint: "See that the disk has room and the folder is yours, or point PIX_HOME to another folder.",
    }),
    locked: (path: string): Said => ({
      message: `Another pix keeps changing the profiles; nothing was changed (${path}).`,
      hint: "Run the command again.",
    }),

    // Which profile.
    noneStored: {
      message: "No profile is chosen, and none is stored.",
      hint: "Log in with pix login, or try pix right away, without a key, with: --profile sandbox",
    },
    severalStored: (names: readonly string[]): Said => ({
      message: `No profile is chosen; stored are ${names.join(", ")}.`,
      hint: "Name one with --profile, or make one the default with: pix profiles use <name>",
    }),
    addressWithoutKey: {
      message:
        "PIX_BASE_URL is set, but neither PIX_API_KEY nor PIX_API_KEY_FILE, and no profile is stored.",
      hint: "Set one of them, or log in with: pix login",
    },
    keyWithoutAddress: {
      message: "There is a key, but no address to send it to: no profile is stored.",
      hint: "Set PIX_BASE_URL to the service's address, or log in with: pix login",
    },
    noSuchProfile: (options: {
      readonly name: string;
      readonly origin: string;
      readonly known: readonly string[];
      readonly near: string | undefined;
    }): Said => ({
      message:
        `${options.origin}: there is no profile ${options.name}; ` +
        `known are ${options.known.join(", ")}.`,
      hint:
        options.near === undefined
          ? "See them with pix profiles list, or store this one with pix login."
          : `Did you mean ${options.near}?`,
    }),
    baseUrlElsewhere: (name: string, was: string, given: string): Said => ({
      message:
        `PIX_BASE_URL (${given}) is not where profile ${name} belongs (${was}): ` +
        "its key must not go there.",
      hint: "Unset PIX_BASE_URL, or log in to that address under another name: pix login --profile <name>",
    }),
    otherOrigin: (name: string, was: string, now: string): Said => ({
      message: `The key of profile ${name} was given for ${was} and is not sent to ${now}.`,
      hint: `Store a key for the new address with: pix login --profile ${name}`,
    }),
    mismatch: (name: string, environment: string, said: string): Said => ({
      message: `Profile ${name} is ${environment}, but the service says that its key belongs to ${said}.`,
      hint: `Use the right key, or log in under another name: pix login --env ${
        said.toLowerCase() === "production" ? "production" : "staging"
      }`,
    }),
    notStored: (name: string): Said => ({
      message: `Profile ${name} is not stored, so it cannot be changed.`,
      hint: "Name a stored one with --profile; see them with: pix profiles list",
    }),

    // Where a key comes from, and why it is refused. None of it shows any of a key.
    key: {
      typed: "The key",
      storedKey: "The stored key",
      none: (name: string): Said => ({
        message: `Profile ${name} has no key.`,
        hint: `Store one with: pix login --profile ${name}`,
      }),
      notNeeded: (name: string): Said => ({
        message: `Profile ${name} needs no key.`,
        hint: "Leave the key out, or name another profile with --profile.",
      }),
      emptyVariable: (name: string): Said => ({
        message: `${name} is set, but empty.`,
        hint: `Give it a value, or unset it so that the next source is used: unset ${name}`,
      }),
      problem: {
        empty: "is empty",
        too_long: "is too long for a key",
        lines: "has more than one line",
        characters: "has characters that no key has (spaces, accents, control characters)",
      },
      malformed: (source: string, problem: string): Said => ({
        message: `${source} ${problem}.`,
        hint: "Copy the key again from the Integrations area of the dashboard, alone on one line.",
      }),
      stdinIsTerminal: {
        message: "--api-key-stdin reads a key from a pipe, and standard input is a terminal.",
        hint: "Leave the flag out: pix login asks for the key without showing it.",
      },
      stdinFailed: (code: string): Said => ({
        message: `--api-key-stdin: standard input cannot be read (${code}).`,
        hint: "Pipe the key in, or redirect it from a file.",
      }),
      stdinTimedOut: (seconds: number): Said => ({
        message: `--api-key-stdin: no key came within ${seconds} seconds.`,
        hint: "Pipe the key in, and close the pipe behind it.",
      }),
      file: {
        unreadable: (path: string, code: string): Said => ({
          message: `PIX_API_KEY_FILE: ${path} cannot be read (${code}).`,
          hint: "Correct the path or the file's owner, or unset the variable.",
        }),
        not_file: (path: string): Said => ({
          message: `PIX_API_KEY_FILE: ${path} is not a file.`,
          hint: "Name a file that holds the key alone.",
        }),
        writable: (path: string, command: string): Said => ({
          message: `PIX_API_KEY_FILE: other users can write to ${path}, and put another key in.`,
          hint: `Run: ${command}`,
        }),
        readable: (path: string, command: string): Said => ({
          message: `PIX_API_KEY_FILE: other users can read ${path}.`,
          hint: `Run: ${command}\nThen create a new key in the dashboard: others may have read this one.`,
        }),
      },
      command: {
        not_started: (program: string, code: string): Said => ({
          message: `credential_command: ${program} could not be started (${code}).`,
          hint: "See that it is installed and on PATH; pix profiles show prints the whole command.",
        }),
        failed: (program: string, status: number | string): Said => ({
          message: `credential_command: ${program} ended with ${status}.`,
          hint: "Run the command by itself to see what it says; pix profiles show prints it.",
        }),
        timed_out: (program: string, seconds: number): Said => ({
          message: `credential_command: ${program} gave no key within ${seconds} seconds.`,
          hint: "Run the command by itself: it may wait for a password or hold its output open.",
        }),
        too_long: (program: string): Said => ({
          message: `credential_command: ${program} printed more than a key.`,
          hint: "It must print the key on its first line and nothing else.",
        }),
      },
    },

    // The system's keyring. A problem ends a sentence.
    keyring: {
      notInstalled: "its package, @napi-rs/keyring, is not installed here",
      unavailable: (reason: string): string =>
        reason === "" ? "it is not available here" : `it is not available here (${reason})`,
      timedOut: (seconds: number): string =>
        `it did not answer within ${seconds} seconds; it may be locked, and ask on the screen`,
      empty: "it holds no such key",
      noKey: (name: string, problem: string): Said => ({
        message: `The key of profile ${name} is in the system's keyring: ${problem}.`,
        hint:
          `Unlock the keyring and run the command again, or store the key anew with: ` +
          `pix login --profile ${name}\nWhere there is no keyring, as in cron: --store file`,
      }),
      left: (account: string, problem: string): Said => ({
        message: `pix has forgotten the key, but the system's keyring still holds it: ${problem}.`,
        hint: `Delete the entry "${account}" of pix-cli with the keyring's own program.`,
      }),
    },

    // The commands.
    labels: {
      name: "Profile",
      default: "Default",
      environment: "Environment",
      baseUrl: "Address",
      key: "Key",
      source: "Kept",
      store: "Store",
      result: "Result",
      message: "Message",
      notificationUrl: "Notification URL",
      customerName: "Payer's name",
      customerEmail: "Payer's e-mail",
      customerDocument: "Payer's CPF/CNPJ",
      customerPhone: "Payer's phone",
      limitWithdrawal: "Limit per withdrawal",
      limitRun: "Limit per run",
      limitDay: "Limit per day",
      resendAfter: "Rest of a payment in doubt",
      lookupGap: "Gap between two looks for it",
      approvals: "Approvals of a batch",
      credentialCommand: "Key command",
      caFile: "Authorities",
      field: (field: string): string => `Name of ${field}`,
    },
    noProfiles: "No profile.",
    checking: (count: number): string => `Asking about ${count} profiles`,
    checkFailed: (names: readonly string[]): Said => ({
      message: `These profiles do not work: ${names.join(", ")}.`,
      hint: "See each line above; store a new key with: pix login --profile <name>",
    }),
    used: (name: string): string => `${name} is the default profile now.`,
    usedSandbox:
      "sandbox is the default profile now: no command without --profile moves real money.",
    changed: (name: string, field: string, value: string): string =>
      `Profile ${name}: ${field} is ${value} now.`,
    unset: (name: string, field: string): string => `Profile ${name}: ${field} is unset now.`,
    addressMoved: (name: string): string =>
      `The stored key was given for another address and is not sent to this one: pix login --profile ${name}`,
    removed: (name: string): string => `Profile ${name} and its key are removed from this machine.`,
    removedDefault: "It was the default; choose another with: pix profiles use <name>",
  },
  login: {
    ask: {
      profile: "Name of the profile",
      baseUrl: "Address of the service, ending in /v1",
      key: (name: string): string => `API key for profile ${name}`,
    },
    missing: (flags: readonly string[]): string => `Missing: ${flags.join(", ")}.`,
    missingHint: (command: string): string =>
      `Give the address as a flag and pipe the key in:\n${command}`,
    checking: (url: string): string => `Asking ${url} about the key`,
    nothingStored: "Nothing was stored.",
    stored: (name: string): string => `The key is stored for profile ${name}.`,
    inKeyring: (name: string): string => `The key of profile ${name} is in the system's keyring.`,
    fellToFile: (problem: string): string =>
      `The system's keyring cannot take the key: ${problem}. It is in the file of keys instead.`,
    keyringLeft: (account: string): string =>
      `The system's keyring still holds the key before this one: delete the entry "${account}" of pix-cli.`,
    storeAgainstCommand: (name: string): Said => ({
      message: `--store: profile ${name} takes its key from its credential_command; none is stored.`,
      hint: `Unset the command first: pix profiles set credential_command '' --profile ${name}`,
    }),
    commandKept: (name: string): string =>
      `Profile ${name} takes its key from its credential_command; no key was stored.`,
    isDefault: (name: string): string => `${name} is the default profile.`,
    fromVariable: (variable: string): string =>
      `The key was taken from ${variable}, which goes on before any stored key as long as it is set.`,
    hasCommand: (name: string): Said => ({
      message: `Profile ${name} takes its key from its credential_command: a stored key would never be used.`,
      hint: `Unset the command first: pix profiles set credential_command '' --profile ${name}`,
    }),
    noLogin: (name: string): Said => ({
      message: `The name ${name} is kept for a profile that needs no login.`,
      hint: "Give another name with --profile.",
    }),
    loggedOut: (name: string): string => `The key of profile ${name} is removed from this machine.`,
    noKey: (name: string): string => `Profile ${name} had no stored key.`,
    stillValid:
      "The key itself stays valid: revoke it in the dashboard if it is not used elsewhere.",
    stillFrom: (source: string): string => `A key still comes from ${source}.`,
  },
  links: {
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
  },
  api: {
    method: (given: string, known: readonly string[]): string =>
      `${given} is no method of the service: write ${known.join(", ")}.`,
    elsewhere: (path: string, baseUrl: string): string =>
      `${path} is not below ${baseUrl}: the key is sent nowhere else.`,
    header: (given: string): string => `--header: ${given} is not written as name:value`,
    ownHeader: (name: string): string => `--header: ${name} is written by pix itself.`,
    keyHeader: "--header: the idempotency key is given with --idempotency-key.",
    inputOfGet: "--input: a GET has no body; give its query with -F or in the path.",
    keyOfGet: "--idempotency-key: a GET creates nothing and needs no key.",
    fieldsAgainstInput: "-F and --input contradict each other: both are the body.",
    allOfWrite: (method: string): string => `--all walks the pages of a GET, not of a ${method}.`,
    stdinTwice: "Standard input can be read only once.",
    noKey: "This POST carries no idempotency key: if it fails, a retry is not safe.",
    giveKey: "Give one with --idempotency-key.",
    unknownHint:
      "It carried no idempotency key, so a retry is not safe: look first whether it had its effect.",
    unknownKeyed:
      "Look first whether it had its effect, or send the same request again under the same key.",
    answered: (status: number): string =>
      `The service answered ${status}, with nothing more to say.`,
    limited: (name: string): string =>
      `Profile ${name} limits withdrawals, and a raw call would pass by its limits.`,
    useWithdraw: "Pay with: pix withdraw create",
    guarded: (name: string): string =>
      `${name} is production: a raw call that pays somebody needs a yes.`,
    guardedHint: "Run it again with --yes, or pay with: pix withdraw create",
    confirm: (call: string, name: string): string => `Send ${call} to ${name}, with real money?`,
    none: "The list is empty.",
  },
  balance: {
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
  },
  account: {
    labels: {
      id: "Account",
      store: "Store",
      name: "Name",
      email: "E-mail",
      document: "CPF/CNPJ",
      document_type: "Document type",
      status: "Status",
      environment: "Environment",
      permissions: "Permissions",
      limits: "Limits",
      fees: "Fees",
      created_at: "Created",
    },
  },
  transport: {
    another: (asked: string, answered: string): Said => ({
      message: `Asked for ${asked}, the service answered about ${answered}.`,
      hint: "Nothing is known of the one that was asked for. Check the address in pix profiles show.",
    }),
    authorities: {
      refused: (from: string, path: string, problem: string): string =>
        `${from}: ${path} ${problem}.`,
      unreadable: (code: string): string => `cannot be read (${code})`,
      notFile: "is not a file of certificates",
      noCertificate: "holds no certificate in PEM (-----BEGIN CERTIFICATE-----)",
      broken: (position: number): string =>
        `holds a certificate, number ${position}, that is broken`,
      hint: "Name a PEM file with the authorities that sign for the service; nothing was sent.",
    },
    badSegment: (given: string): string => `"${given}" cannot stand in an address of the service.`,
    badPath: (path: string): string =>
      `${path}: not a path below the service's address. Write it as /payments, without . or .. in it.`,
    badBaseUrl:
      "The service's address must be https:// (http:// on this machine alone), without a query.",
    badKey: {
      message:
        "The API key holds characters that no key can hold, such as a space or a line break.",
      hint: "Copy it again from the dashboard and store it with: pix login",
    },
    badRename: (field: string, problem: string): string => `field.${field}: ${problem}`,
    badIdempotencyKey:
      "An idempotency key is 1 to 128 printable ASCII characters, with no space at either end.",
    failed: (call: string, what: string): string => `${call}: ${what}`,
    tries: (count: number): string => `(tried ${count} times)`,
    later: (what: string): string => `A later try: ${what}`,
    because: (what: string, reason: string): string => `${what} (${reason})`,
    fault: {
      dns: (host: string): string => `the name ${host} was not found`,
      refused: (host: string): string => `${host} refused the connection`,
      unreachable: (host: string): string => `${host} cannot be reached`,
      connect_timeout: (host: string): string => `${host} did not take the connection in time`,
      tls: (host: string): string => `no safe connection to ${host} could be made`,
      proxy: (host: string): string => `the proxy does not lead to ${host}`,
      reset: (host: string): string => `${host} closed the connection without an answer`,
      answer_timeout: (host: string): string => `${host} did not answer in time`,
      truncated: (host: string): string => `the answer of ${host} broke off`,
      too_large: (host: string): string => `the answer of ${host} is larger than 8 MiB`,
      malformed: (host: string): string => `what ${host} sent back is not HTTP`,
      aborted: (host: string): string => `stopped while waiting for ${host}`,
    },
    faultHint: {
      tls:
        "Check the address. Where your own certificate authority signs for it, name its PEM file with " +
        "--ca-file or for good with: pix profiles set ca_file /PATH/ca.pem",
      proxy: "Check HTTPS_PROXY, or except the service's host with NO_PROXY.",
      answer_timeout: "Run it again, or wait longer with --timeout SECONDS.",
    },
    answered: (status: number, code: string | undefined, message: string | undefined): string => {
      const head = `the service answered ${[status, code].filter((part) => part !== undefined).join(" ")}`;
      return message === undefined ? head : `${head}: ${message}`;
    },
    answeredHtml: (status: number): string => `the service answered ${status} with a page of HTML`,
    redirect: (status: number, to: string | undefined): string =>
      to === undefined
        ? `the service answered ${status}, which is no answer to this`
        : `the service answered ${status} and points to ${to}; redirects are never followed`,
    redirectHint: "Set the address that answers itself with: pix profiles set base_url ADDRESS",
    unreadable: {
      empty: "the service answered with nothing",
      html: "the service answered with a page of HTML instead of JSON",
      cut: "the service's answer is broken JSON",
      not_json: (type: string | undefined): string =>
        type === undefined
          ? "the service's answer is not JSON"
          : `the service's answer is not JSON but ${type}`,
      missing: (field: string): string => `the field ${field} is missing in the service's answer`,
      shape: (field: string | undefined, found: string): string =>
        field === undefined
          ? `the service's answer has another shape than expected: ${found}`
          : `the field ${field} of the service's answer has another shape than expected: ${found}`,
    },
    unreadableHint: "See what came with --debug, and check the address with: pix profiles show",
    localFailure: "a try failed on this machine before its outcome was known.",
    repeatedCursor: "The service's list does not end: it names a page that it has named before.",
    noCursor: "The service says that its list goes on, and not how to ask for the rest.",
    endlessList: (pages: number): string =>
      `The service's list has not ended after ${pages} pages.`,
  },
  sandbox: {
    labels: {
      id: "Id",
      status: "Status",
      amount: "Amount",
      updated: "Updated",
      key: "Key",
      hint: "Key",
      store: "Store",
      permissions: "Permissions",
      created: "Created",
      revoked: "Revoked",
      on: "On",
      what: "What happens",
      times: "Times left",
      percent: "Percent",
    },
    wrongProfile: (name: string): Said => ({
      message: `pix sandbox drives the sandbox of this machine, not the profile ${name}.`,
      hint: "Leave --profile out, or write --profile sandbox.",
    }),
    cannotListen: (port: number, reason: string): Said => ({
      message: `The sandbox cannot listen on port ${port}: ${reason}`,
      hint: "Choose another port with --port; 0 takes any free one.",
    }),
    serving: (url: string): string =>
      `The sandbox answers at ${url} until Ctrl-C. Give your application:\n` +
      `  base URL  ${url}\n` +
      "  API key   made by: pix sandbox keys create --query key",
    requestFailed: (message: string): string => `A request failed inside the sandbox: ${message}`,
    keyOnce: "Keep the key: it is shown this once.",
    noKeys: "There is no key.",
    revoked: (id: string): string => `The key ${id} is revoked.`,
    resetQuestion: "Forget every charge, link, withdrawal, key and fault of the sandbox?",
    resetGuarded: "A reset forgets everything in the sandbox: it needs a yes.",
    resetGuardedHint: "Run it again with --yes.",
    resetDone: (balance: string): string =>
      `The sandbox is new again, with a balance of ${balance}.`,
    noFaults: "There is no fault: everything is answered as it should be.",
    faultsCleared: (count: number): string =>
      count === 1 ? "1 fault removed." : `${count} faults removed.`,
    fault: {
      status: (status: number): string => `answers ${status}`,
      drop: "closes the connection",
      delay: (milliseconds: number): string => `${milliseconds} ms late`,
      afterEffect: "after the work is done",
      always: "always",
    },
    badPort: (given: string): string => `--port ${given}: not a port. Write 0 to 65535.`,
    badOperation: (given: string): string => `--on "${given}": there is no such operation.`,
    badOperationHint: (known: readonly string[]): string =>
      `Write * for all of them, or one of:\n${known.map((one) => `  ${one}`).join("\n")}`,
    badNumber: (flag: string, given: string, low: number, high: number): string =>
      `${flag} ${given}: not a whole number from ${low} to ${high}.`,
    badPercent: (given: string): string => `--percent ${given}: not a number over 0 and up to 100.`,
    badBalance: (given: string): string => `--balance ${given}: not an amount.`,
    noFaultGiven: "A fault needs --status, --drop or --delay.",
    statusAndDrop:
      "--status and --drop contradict each other: a dropped connection answers nothing.",
    refusedAfterEffect:
      "--after-effect goes with a --status of 500 or above: below it a service says that it did nothing.",
  },
  payouts: {
    busy: {
      message: "Another payment from this store is under way in another process.",
      hint: "Run it again when that one has ended.",
    },
  },
  batch: {
    labels: {
      batch: "Batch",
      state: "State",
      rows: "Payments",
      total: "Total",
      largest: (place: number): string => (place === 1 ? "Largest" : `Largest, ${place}`),
      newReceivers: "New receivers",
      balance: "Balance now",
      fees: "Fees",
      after: "Balance after",
      hash: "Plan",
      file: "File",
      started: "Started",
      stoppedBy: "Stopped",
      approval: "Approval",
      id: "Your id",
      amount: "Amount",
      pixKey: "Pix key",
      withdrawal: "Withdrawal",
      reference: "Reference",
      sent: "Sent",
      failure: "Failure",
      line: "Line",
    },
    stateLabel: (state: string): string => {
      const labels: Readonly<Record<string, string>> = {
        planned: "Not sent yet",
        sending: "Being sent",
        unknown: "Unknown",
        accepted: "Accepted",
        paid: "Paid",
        failed: "Failed",
        refused: "Refused",
      };
      return labels[state] ?? state;
    },
    stoppedBy: (kind: string): string => {
      const reasons: Readonly<Record<string, string>> = {
        interrupted: "somebody stopped it",
        blocked: "the service refused the key or the balance",
        conflict: "a key was used for another payment",
        contradiction: "the service accepted another payment than was asked for",
        unavailable: "the service could not be reached",
        refused: "too many in a row were refused",
        unknown: "too many answers in a row were lost",
      };
      return reasons[kind] ?? kind;
    },
    tally: (count: number, total: string): string => `${count} (${total})`,
    payment: (id: string, amount: string, pixKey: string): string =>
      `${id}, ${amount} to ${pixKey}`,
    name: (given: string, max: number): string =>
      `${given} is no name for a batch: up to ${max} letters, digits, dots, dashes and underscores`,
    fileName: (name: string): string => `The file's name, ${name}, cannot be the batch's name.`,
    fileNameHint: "Name the batch: --batch salaries-2026-11",
    concurrency: (given: string, max: number): string => `must be 1 to ${max}, not ${given}`,
    expectBoth: "--expect-count and --expect-total go together.",
    onlyForFiles: (flags: readonly string[]): string =>
      `${flags.join(", ")}: only where a file is named; this batch is planned already.`,
    ending: (file: string): string =>
      `${file} is no payout file: its name must end in .csv or .jsonl.`,
    reading: (file: string): string => `Reading ${file}`,
    repeatedId: (id: string, first: number): string =>
      `the id ${id} stands in line ${first} already: give every payment an id of its own`,
    moreFaults: (count: number): string => `and ${count} more`,
    moreOfThem: (count: number): string => `and ${count} more`,
    faults: (count: number, file: string): string =>
      count === 0
        ? `${file} was not read to its end.`
        : `${file} has ${count} ${count === 1 ? "fault" : "faults"}, and none of it was planned:`,
    faultsHint: "Correct the file and plan it again.",
    tooManyRows: (file: string, max: number): string => `${file} has more than ${max} payments`,
    tooManyRowsHint: "If that is meant, say how many may be read: --max-rows 20000",
    emptyFile: (file: string): string => `${file} holds no payment.`,
    emptyFileHint:
      "The first line of a CSV file is id,amount,pix_key, and each payment has a line.",
    unreadable: (path: string, reason: string): Said => ({
      message: `${path} cannot be read: ${reason}.`,
      hint: "Give the path of a CSV or JSON Lines file that this user may read.",
    }),
    unreadableReason: {
      ENOENT: "there is no such file",
      EACCES: "this user may not read it",
      other: "it is no plain file",
    },
    duplicates: (count: number, days: number): string =>
      [
        `${count} ${count === 1 ? "payment looks" : "payments look"} like one that is made already:`,
        `the same amount to the same key, in this file or in the last ${days} days.`,
      ].join(" "),
    twiceInFile: (line: number, payment: string, firstLine: number, firstId: string): string =>
      `line ${line}: ${payment}; also line ${firstLine} (${firstId})`,
    paidBefore: (line: number, payment: string, reference: string, at: string): string =>
      `line ${line}: ${payment}; sent on ${at} as ${reference}`,
    namesakes: (count: number): string =>
      `The service knows ${count === 1 ? "a payment" : `${count} payments`} by these references already:`,
    namesake: (line: number, id: string, reference: string): string =>
      `line ${line}: ${id}, as ${reference}`,
    namesakesHint: "Give the batch another name: --batch NAME",
    duplicatesHint: "If all of them are meant, say so: --allow-duplicates",
    differs: (batch: string, count: number): string =>
      `${batch} is planned already, and the file differs from its plan (${count}):`,
    changed: (
      file: string,
      line: number,
      id: string,
      fields: readonly {
        readonly field: string;
        readonly planned: string;
        readonly asked: string;
      }[],
    ): string =>
      [
        `${file}:${line}: ${id}:`,
        fields
          .map(({ field, planned, asked }) => `${field} was ${planned}, now ${asked}`)
          .join("; "),
      ].join(" "),
    added: (file: string, line: number, id: string): string =>
      `${file}:${line}: ${id} is not in the plan`,
    gone: (id: string): string => `${id} is planned and not in the file`,
    differsHint:
      "A plan never changes: bring the file back to it, or put what is new into a file of its own.",
    dryPlan: "Nothing was kept and nothing was sent.",
    wouldBeRefused: (why: string): string => `A run would be refused: ${why}`,
    needsApproval: "A run needs the approval of another user: pix withdraw batch approve FILE",
    notEnough: (missing: string): string => `The balance is ${missing} short of that.`,
    noSuchBatch: (name: string, known: readonly string[]): Said => ({
      message: `There is no batch ${name} here.`,
      hint:
        known.length === 0
          ? "No batch is planned for this profile's store: pix withdraw batch plan FILE.csv"
          : `The newest are: ${known.join(", ")}`,
    }),
    overOne: (amount: string, limit: string): string =>
      `${amount} is over the limit of ${limit} for one withdrawal.`,
    overRun: (amount: string, limit: string): string =>
      `${amount} is over the limit of ${limit} for one run.`,
    overDay: (amount: string, sent: string, limit: string): string =>
      `${amount} would go over the limit of ${limit} a day: ${sent} have left today.`,
    limitHint: (profile: string): string =>
      `The limits are the profile's or a flag's: pix profiles show ${profile}`,
    unconfirmed: (count: number, total: string): Said => ({
      message: `Nobody has confirmed ${payments(count)} of ${total} in all.`,
      hint: "Run it in a terminal, or say what is expected:",
    }),
    unconfirmedApproval: (count: number, total: string): string =>
      `Nobody has confirmed that ${payments(count)} of ${total} in all may be made.`,
    unexpected: (
      expected: { readonly count: number; readonly total: string },
      planned: { readonly count: number; readonly total: string },
    ): string =>
      [
        `Expected ${payments(expected.count)} of ${expected.total} in all;`,
        `the plan has ${planned.count} of ${planned.total}.`,
      ].join(" "),
    unexpectedHint: (batch: string): string =>
      `See what the plan holds: pix withdraw batch report ${batch}`,
    aboutToPay: (count: number, total: string, store: string, environment: string): string =>
      `Pay ${count} ${count === 1 ? "person" : "people"}, ${total} in all, from ${store} (${environment}).`,
    typeTotal: (total: string): string => `Type ${total} to pay, or no`,
    aboutToApprove: (count: number, total: string, batch: string, environment: string): string =>
      `Approve ${payments(count)} of ${total} in all, as batch ${batch} (${environment}).`,
    typeTotalToApprove: (total: string): string => `Type ${total} to approve, or no`,
    approved: (path: string): string => `Approved for a day, in ${path}.`,
    dryApproval: "Nothing was approved.",
    approvalNotKept: (path: string, reason: string): string =>
      `The approval could not be written to ${path}: ${reason}.`,
    approvalNotKeptHint: "Say where it shall lie: --approval FILE, and give the run the same flag.",
    notApproved: (batch: string, path: string, problem: string): string =>
      `${batch} needs the approval of another user, and ${path} ${problem}.`,
    approveHint: (count: number, total: string, command: string): string =>
      [
        `Let another user of this machine look at it (${payments(count)}, ${total}) and run, with a`,
        `profile of the same environment:\n${command}`,
      ].join(" "),
    approvalProblem: {
      noUsers: "cannot be trusted: this system does not tell whose a file is",
      missing: "is not there or cannot be read",
      notAFile: "is no plain file",
      own: "is your own",
      writable: "can be written by others than its owner",
      another: "approves something else",
      old: (hours: number): string => `is not of the last ${hours} hours`,
    },
    dryRun: (count: number, total: string): string =>
      `Would send ${payments(count)}, ${total} in all. Nothing was sent.`,
    progress: (bar: string, done: string, total: string): string => `[${bar}] ${done}  ${total}`,
    inDoubt: "its answer was lost",
    unpaid: (id: string, state: string, why: string): string =>
      `${id}: ${state}${why === "" ? "" : `, ${why}`}`,
    resting: (count: number, seconds: number): string =>
      `${count} in doubt, looked up again in ${seconds} s`,
    stopping: "Stopping after what is under way. Press Ctrl-C again to stop at once.",
    ended: (
      batch: string,
      state: string,
      totals: readonly (readonly [string, number, string])[],
    ): string =>
      `${batch}: ${state} (${totals.map(([name, count, total]) => `${count} ${name}, ${total}`).join("; ")})`,
    doubts: (batch: string, count: number, total: string): string =>
      count === 1
        ? `${batch}: whether 1 payment was made is not known (${total}).`
        : `${batch}: whether ${count} payments were made is not known (${total}).`,
    partial: (batch: string, count: number, total: string): string =>
      count === 0
        ? `${batch}: not everything was sent.`
        : `${batch}: ${count} ${count === 1 ? "payment was" : "payments were"} refused or failed (${total}).`,
    stops: {
      refused: (count: number): string =>
        `${count} in a row were refused, so nothing more was sent: is it the right file and profile?`,
      unknown: (count: number): string =>
        `The outcome of ${count} in a row is not known, so nothing more was sent: the service is not well.`,
      conflict: (id: string): string =>
        `${id}: the service knows the payment's key from another request. Nothing more was sent.`,
      contradiction: (id: string): string =>
        `${id}: the service has accepted another payment than was asked for. Nothing more was sent.`,
      at: (id: string, message: string): string => `Stopped at ${id}: ${message}`,
    },
    blocked: (status: number, code: string | undefined, profile: string): string | undefined => {
      if (code === "insufficient_balance") return "Add money to the account, then go on.";
      if (status === 401) return `Store a valid key: pix login --profile ${profile}`;
      return status === 403 ? "Use a key that may create withdrawals." : undefined;
    },
    notRefreshed: (why: string): string =>
      `How the accepted payments stand by now could not be asked: ${why}`,
    sendingStopped: "Sending has stopped: nothing leaves that is not on the disk first.",
    checking: "Asking how the payments stand",
    allDone: "There is nothing left to pay in it.",
    goOn: (command: string): string => `Go on with:\n${command}`,
    seeReport: (report: string, retry: string): string =>
      `See why: ${report}\nTry them again, each under a new key: ${retry}`,
    nextOf: (batch: string, next: string): string => `${batch}: ${next}`,
    nothingToDo: "No batch needs anything.",
    attention: (batches: readonly string[]): string =>
      `Not everybody was paid: ${batches.join(", ")}.`,
    attentionUnknown: (batches: readonly string[], total: string): string =>
      `Whether some payments were made is not known: ${batches.join(", ")} (${total}).`,
  },
  payoutFile: {
    /** What is wrong with a payout file and how to mend it; the place stands before it. */
    problem: <Kind extends PayoutFaultKind>(problem: PayoutFault<Kind>): string =>
      payoutFaults[problem.kind](problem),
  },
  withdraw: {
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
    reference: (max: number): string =>
      `must be 1 to ${max} characters, with no space at either end`,
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
  },
  completion: {
    both: "--install and --uninstall contradict each other.",
    labels: { shell: "Shell", change: "Script", path: "File" },
    changes: {
      written: "written",
      replaced: "replaced by this version's",
      unchanged: "there already; nothing was changed",
      removed: "removed",
      absent: "was not there; nothing was changed",
    },
    next: {
      bash: (path: string): string =>
        "New shells complete pix where the bash-completion package is installed.\n" +
        "Without it, add to ~/.bashrc:\n" +
        `  . '${path.replaceAll("'", "'\\''")}'`,
      fish: "New shells complete pix.",
      zsh: (settings: string, folder: string): string =>
        `Add to ${settings}, before compinit runs:\n  fpath=('${folder.replaceAll("'", "'\\''")}' $fpath)`,
      zshKnown: "New shells complete pix.",
      zshLeft: (settings: string): string =>
        `${settings} still names the folder; the line does no harm and can go.`,
      powershell: (path: string): string =>
        `Add to the file that $PROFILE names:\n  . '${path.replaceAll("'", "''")}'`,
      powershellLeft: "Take the line that names this file out of the file that $PROFILE names.",
    },
    foreign: (path: string): Said => ({
      message: `${path} is not a script that pix wrote, or it was changed since; nothing was changed.`,
      hint: "Move it away, or put the output of pix completion somewhere else yourself.",
    }),
    failed: (path: string, code: string): Said => ({
      message: `${path} cannot be changed (${code}).`,
      hint: "See that the folder is yours and writable.",
    }),
  },
  commands: {
    labels: { command: "Command", description: "What it does", flags: "Flags" },
    exits: {
      ok: "done; an empty list is ok",
      failure: "a bug, or something on this machine that is not named below",
      usage: "a wrong or missing flag, value or file: nothing was sent",
      rejected: "the service refused it, or its answer contradicts the request",
      auth: "no profile, no usable key, or one that must not do this",
      not_found: "the service knows no such thing",
      conflict: "it contradicts something the service has already",
      unavailable: "the service was not reached or is unwell, and nothing moved: safe to run again",
      unknown: "a write was sent and its outcome is not known: the message says what to run",
      pending: "waiting ran out of time",
      not_paid: "waiting ended in a final status that is not paid",
      partial: "a batch ended with refused rows and none unknown",
      guarded: "a limit, an approval or a missing confirmation stopped it: nothing was sent",
      busy: "another run holds what this one needs",
      interrupted: "stopped by Ctrl-C, or by no at a prompt",
      terminated: "stopped by the system",
    },
  },
  doctor: {
    looking: "Looking at this machine and at the services of the profiles",
    status: { ok: "ok", warning: "warning", failure: "failure" },
    labels: { name: "Check", status: "Status", message: "Message", hint: "What to do" },
    failed: (names: readonly string[]): Said => ({
      message: `Something does not work: ${names.join(", ")}.`,
      hint: "See what each line above says to do.",
    }),
    node: {
      ok: (version: string): string => `Node ${version}.`,
      old: (version: string, wanted: string): Said => ({
        message: `Node ${version} is too old.`,
        hint: `Install Node ${wanted} or newer.`,
      }),
    },
    folder: {
      ok: (path: string, mode: string, owner: number): string =>
        `${path} is yours alone (mode ${mode}, owner ${owner}).`,
      absent: (path: string): string => `${path} is not there yet; it is made when it is needed.`,
      open: (path: string, mode: string, command: string): Said => ({
        message: `Other users can look into ${path} (mode ${mode}).`,
        hint: `Run: ${command}`,
      }),
      closed: (path: string): Said => ({
        message: `${path} cannot be read and written.`,
        hint: "See who owns it, or point PIX_HOME to another folder.",
      }),
    },
    profiles: {
      ok: (names: readonly string[]): string => `There are: ${names.join(", ")}.`,
      chosen: (name: string, environment: string): string =>
        `Commands talk as ${name} (${environment}) unless --profile says otherwise.`,
    },
    service: {
      sandbox: "Works without a key and without a network.",
      noKey: {
        message: "There is no key for this profile.",
        hint: "Store one with: pix login --profile <name>",
      },
      notAsked: (source: string): string =>
        `Its key comes from ${source}; with --dry-run no service is asked.`,
      ok: (url: string, source: string, store: string | undefined): string =>
        `${url} accepts the key${store === undefined ? "" : ` of ${store}`} (from: ${source}).`,
    },
    clock: {
      ok: "This machine and the service agree on the time.",
      unknown: "Not compared: no service told its time.",
      skewed: (seconds: number, profile: string): Said => ({
        message:
          `This machine is ${Math.abs(seconds)} seconds ` +
          `${seconds > 0 ? "ahead of" : "behind"} the service of ${profile}.`,
        hint: "Set the clock, best by NTP: wrong times spoil expiry dates, reports and certificates.",
      }),
    },
    proxy: {
      none: "No request goes through a proxy.",
      through: (profile: string, proxy: string): string => `${profile} goes through ${proxy}`,
      unusable: {
        message: "The address of the proxy cannot be read, so every request that needs it fails.",
        hint: "Write HTTPS_PROXY as http://host:port, or unset it.",
      },
    },
    authorities: {
      none: "Node's own certificate authorities and no others.",
      ok: (from: string, path: string): string => `${from}: ${path} is trusted too.`,
      notFile: "it is no file of certificates",
      unusable: (path: string, reason: string): Said => ({
        message: `NODE_EXTRA_CA_CERTS: ${path} cannot be used (${reason}), and Node goes on without it.`,
        hint: "Correct the path, or unset the variable.",
      }),
    },
    terminal: {
      none: "The output is no terminal: plain data, no colour, no QR code.",
      ok: (columns: number, color: boolean): string =>
        `${columns} columns, ${color ? "colour" : "no colour"}; the QR code of a charge fits.`,
      narrow: (columns: number, color: boolean): Said => ({
        message:
          `${columns} columns, ${color ? "colour" : "no colour"}; ` +
          "the QR code of a charge does not fit.",
        hint: "Make the window wider, or write the code to a picture with --png.",
      }),
    },
    tunnels: {
      ok: (names: readonly string[]): string =>
        `To receive notifications there are: ${names.join(", ")}.`,
      none: (names: readonly string[]): Said => ({
        message: `None of ${names.join(", ")} is on PATH.`,
        hint: "Only receiving notifications from the internet needs one.",
      }),
    },
    stores: {
      ok: (path: string): string => `${path} is whole.`,
      absent: (path: string): string => `${path} is not there yet; it is made when it is needed.`,
      damaged: (path: string, problems: readonly string[]): Said => ({
        message: `${path} is damaged: ${problems.join("; ")}`,
        hint: "Stop paying from this machine, and put the file back from a backup before you go on.",
      }),
    },
  },
};

const csvUtf8 = 'save it from the spreadsheet as "CSV UTF-8".';
const asText = "Set the column's format to text in the spreadsheet, type the value again and save.";
const doubleQuotes = 'put the value in quotes and double those inside it, as in "a ""b"" c".';

const payoutFaults: {
  readonly [Kind in PayoutFaultKind]: (facts: PayoutFaultFacts[Kind]) => string;
} = {
  workbook: () => `This is a workbook, not text: ${csvUtf8}`,
  utf16: () => `This text is UTF-16, not UTF-8: ${csvUtf8}`,
  not_utf8: () => `This character is not UTF-8, nor is the file: ${csvUtf8}`,
  empty_file: () =>
    "The file is empty: its first line names the columns, such as id,amount,pix_key.",
  line_too_long: ({ bytesMax }) =>
    `This line is longer than ${bytesMax} bytes: give each payment a line of its own.`,
  row_too_long: ({ bytesMax }) =>
    `A quote opens here and does not close within ${bytesMax} bytes: close it, or delete it.`,
  separator_unknown: ({ found }) =>
    found === "both"
      ? "The first line has both commas and semicolons between its columns: use one of them."
      : "The first line has neither a comma nor a semicolon: name the columns, such as id,amount,pix_key.",
  name_unnamed: () => "This column has no name: name it in the first line, or delete it.",
  name_unknown: ({ part, name, near }) =>
    near === undefined
      ? `No ${part} is called ${name}: delete it, or call it id, amount, pix_key, key_type or description.`
      : `No ${part} is called ${name}: write ${near}, or delete it.`,
  name_repeated: ({ part, name }) => `The ${part} ${name} is there twice: keep one of them.`,
  name_missing: ({ part, names }) =>
    `There is no ${part} ${names.join(" and no ")}: add what is missing, for every payment needs it.`,
  row_empty: () => "This row has no values: fill it in, or delete the whole line.",
  carriage_return: () =>
    "A line end of an old Mac stands here: save the file with the line ends of Windows or Unix.",
  quote_unclosed: () => "A quote opens here and never closes: close it, or delete it.",
  quote_inside: () => `A quote stands inside this value: delete it, or ${doubleQuotes}`,
  text_after_quote: () => `Text stands after a closing quote: delete it, or ${doubleQuotes}`,
  cell_count: ({ found, wanted }) =>
    `This row has ${found} ${found === 1 ? "value" : "values"} ` +
    `where the first line has ${wanted} columns: ` +
    (found > wanted
      ? "put a value that holds a comma or semicolon in quotes, and delete what is too much."
      : "add those that are missing, empty where there is nothing to say."),
  decimal_comma: ({ given }) =>
    `The comma of ${given} was taken for the end of a column: write "${given}" in quotes.`,
  json_not_object: () =>
    'This line is no JSON object: write one payment a line, as in {"id":"1","amount":"19.90","pix_key":"…"}.',
  json_unfinished: () =>
    "The line ends before its JSON object does: write the whole object in one line, to its closing brace.",
  json_string: () =>
    "This text is not valid JSON: write a backslash as \\\\, a line break as \\n and a tab as \\t.",
  json_value: () =>
    "This value is not valid JSON: put text in quotes, and write a number as 19.90.",
  json_expected: ({ expected }) => jsonExpected[expected],
  json_nested: () => "This value is an object or a list: write one text in quotes instead.",
  json_type: ({ column }) =>
    column === "amount"
      ? 'The amount is neither a number nor text: write 19.90 or "19.90".'
      : `The ${column} is not text: put it in quotes.`,
  empty: ({ column }) => `The ${column} is empty: every payment needs one.`,
  character: ({ codePoint, place }) =>
    `Character ${place} of this value is ${characterName(codePoint)}: delete it, or type the value again.`,
  id_spaces: () => "The id begins or ends with a space: delete the space.",
  too_long: ({ column, charactersMax }) =>
    `The ${column} has more than ${charactersMax} characters: shorten it.`,
  key_type: ({ given, near }) =>
    `${given} is no type of Pix key: ` +
    (near === undefined
      ? "write cpf, cnpj, email, phone or evp, or leave it empty."
      : `write ${near}, or leave it empty.`),
  amount: ({ problem, given }) => `The amount ${en.values.money(problem, given)}.`,
  pix_key: ({ problem, given, kinds }) => payoutKeyProblem(problem, given, kinds),
  damage_error: ({ given }) =>
    `${given} is an error of the spreadsheet: mend the cell there, and save the file again.`,
  damage_formula: ({ given }) =>
    `${given} is a formula: put its result into the cell as a value, and save the file again.`,
  damage_apostrophe: ({ given }) =>
    `${given} begins with an apostrophe, which a spreadsheet put there: delete the apostrophe.`,
  damage_scientific: ({ given }) =>
    `A spreadsheet has shortened a long number to ${given}, and digits may be lost. ${asText}`,
  damage_date: ({ given }) =>
    `${given} is a date: a spreadsheet may have made it of an amount. ${asText}`,
  damage_zeros: ({ document, given, meant }) =>
    `${given} looks like the ${document.toUpperCase()} ${meant} without its leading zeros, ` +
    `which a spreadsheet takes away. ${asText}`,
  damage_plus: ({ given, meant }) =>
    `${given} looks like the phone ${meant} without its plus, which a spreadsheet takes away. ${asText}`,
};

const jsonExpected = {
  name: "The name of a field in quotes is missing here: delete a comma too many, and write amounts as 19.90.",
  colon: "A colon is missing here, between the name of a field and its value.",
  comma: "A comma is missing here, or the closing brace: put one between two fields.",
  end: "Something stands after the object: give each payment a line of its own, and no comma after it.",
};

function characterName(codePoint: number): string {
  if (codePoint === 0x0a || codePoint === 0x0d) return "a line break";
  if (codePoint === 0x09) return "a tab";
  return `one that cannot be seen (U+${codePoint.toString(16).toUpperCase().padStart(4, "0")})`;
}

function payoutKeyProblem(problem: PixKeyProblem, given: string, kinds: readonly string[]): string {
  switch (problem) {
    case "empty":
      return "The pix_key is empty: every payment needs one.";
    case "ambiguous":
      return `${given} can be more than one type of key: write ${kinds.join(" or ")} in key_type.`;
    case "email_too_long":
      return "This e-mail has more than 77 characters, which no Pix key has: see that it was copied right.";
    case "not_a_key":
      return `${given} is no Pix key: write a CPF, CNPJ, e-mail, phone (+5511999998888) or random key.`;
    case "cpf":
    case "cnpj":
    case "email":
    case "phone":
    case "evp":
      return `${given} is not a valid key of type ${problem}: copy it again, with all its digits.`;
  }
}
