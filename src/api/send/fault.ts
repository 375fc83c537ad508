import type { SendFault } from "./send.ts";

/** What the operating system, the resolver and the parser call it, and what it is here. */
const FAULTS: ReadonlyMap<string, SendFault> = new Map([
  ["ENOTFOUND", "dns"],
  ["ECONNREFUSED", "refused"],
  ["EHOSTUNREACH", "unreachable"],
  ["EHOSTDOWN", "unreachable"],
  ["ENETUNREACH", "unreachable"],
  ["ENETDOWN", "unreachable"],
  ["EADDRNOTAVAIL", "unreachable"],
  ["EACCES", "unreachable"],
  ["EPERM", "unreachable"],
  ["ECONNRESET", "reset"],
  ["ECONNABORTED", "reset"],
  ["EPIPE", "reset"],
  ["HPE_HEADER_OVERFLOW", "too_large"],
  ["UND_ERR_HEADERS_OVERFLOW", "too_large"],
  ["HPE_INVALID_EOF_STATE", "truncated"],
  ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "truncated"],
]);

/** The word for an error of Node or of undici; `otherwise` where it has no code that tells more. */
export function faultOf(error: unknown, otherwise: SendFault): SendFault {
  // A host with several addresses was tried at each of them: one that answered tells more than one with no
  // way to it.
  if (error instanceof AggregateError) {
    const faults = error.errors.map((each) => faultOf(each, otherwise));
    return faults.find((fault) => fault !== "unreachable") ?? faults[0] ?? otherwise;
  }
  const code = codeOf(error);
  if (code === undefined) return otherwise;
  const known = FAULTS.get(code);
  if (known !== undefined) return known;
  if (code.startsWith("EAI_")) return "dns";
  return code.startsWith("HPE_") ? "malformed" : otherwise;
}

/** The code of an error of Node, of OpenSSL or of undici. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
