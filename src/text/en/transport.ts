import type { Said } from "../text.ts";

export const transport = {
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
    broken: (position: number): string => `holds a certificate, number ${position}, that is broken`,
    hint: "Name a PEM file with the authorities that sign for the service; nothing was sent.",
  },
  badSegment: (given: string): string => `"${given}" cannot stand in an address of the service.`,
  badPath: (path: string): string =>
    `${path}: not a path below the service's address. Write it as /payments, without . or .. in it.`,
  badBaseUrl:
    "The service's address must be https:// (http:// on this machine alone), without a query.",
  badKey: {
    message: "The API key holds characters that no key can hold, such as a space or a line break.",
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
  endlessList: (pages: number): string => `The service's list has not ended after ${pages} pages.`,
};
