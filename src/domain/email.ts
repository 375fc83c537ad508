import { holdsUnseen } from "./unseen.ts";

/** RFC 5321 limits an address to 254 characters and its local part to 64. */
const emailLengthMax = 254;
const localLengthMax = 64;

/**
 * Whether a text can be an e-mail address: one `@`, no spaces or control characters, a domain with a
 * dot. It catches slips of the hand; only a message that arrives proves an address.
 */
export function isEmail(text: string): boolean {
  if (text.length > emailLengthMax) return false;
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || local.length > localLengthMax || !isLocal(local)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every(isLabel);
}

function isLocal(local: string): boolean {
  return !holdsUnseen(local) && /^[^"(),.:;<>@[\\\]]+(?:\.[^"(),.:;<>@[\\\]]+)*$/.test(local);
}

function isLabel(label: string): boolean {
  if (/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i.test(label)) return true;
  return /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u.test(label);
}
