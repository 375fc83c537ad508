/** RFC 5321 limits an address to 254 characters and its local part to 64. */
const emailLengthMax = 254;
const localLengthMax = 64;

const localPattern = /^[^\p{C}\p{Z}"(),.:;<>@[\\\]]+(?:\.[^\p{C}\p{Z}"(),.:;<>@[\\\]]+)*$/u;
const labelPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Whether a text can be an e-mail address: one `@`, no spaces or control characters, a domain with a
 * dot. It catches slips of the hand; only a message that arrives proves an address.
 */
export function isEmail(text: string): boolean {
  if (text.length > emailLengthMax) return false;
  const [local = "", domain = "", ...more] = text.split("@");
  if (more.length > 0 || local.length > localLengthMax || !localPattern.test(local)) return false;
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((label) => labelPattern.test(label));
}
