/**
 * An independent way to write codes, for judging the one under test. The checksum is a long division of
 * the message as a polynomial, bit by bit, where the code under test shifts a register.
 */
export function assemble(...fields: readonly (readonly [id: string, value: string])[]): string {
  const body = `${nested(...fields)}6304`;
  return body + oracleChecksum(body);
}

export function nested(...fields: readonly (readonly [id: string, value: string])[]): string {
  return fields
    .map(([id, value]) => id + String(Array.from(value).length).padStart(2, "0") + value)
    .join("");
}

export function oracleChecksum(text: string): string {
  const message = Buffer.from(text, "utf8");
  const bits = new Uint8Array(message.length * 8 + 16);
  const flip = (index: number): void => {
    bits[index] = 1 - (bits[index] ?? 0);
  };
  for (const [position, byte] of message.entries()) {
    for (let bit = 0; bit < 8; bit += 1) bits[position * 8 + bit] = (byte >> (7 - bit)) & 1;
  }
  for (let index = 0; index < 16; index += 1) flip(index);
  for (let start = 0; start + 16 < bits.length; start += 1) {
    if (bits[start] === 0) continue;
    // Subtract x^16 + x^12 + x^5 + 1, shifted to stand under the first bit that is left.
    for (const offset of [0, 4, 11, 16]) flip(start + offset);
  }
  const rest = Number.parseInt(bits.slice(-16).join(""), 2);
  return rest.toString(16).toUpperCase().padStart(4, "0");
}
