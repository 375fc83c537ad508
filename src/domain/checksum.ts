const polynomial = 0x1021;

/**
 * CRC-16/CCITT-FALSE over the UTF-8 bytes of a text, as four upper-case hexadecimal digits
 * (EMV QRCPS Merchant-Presented Mode, data object 63).
 */
export function checksumOf(text: string): string {
  let checksum = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    checksum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      checksum <<= 1;
      if (checksum > 0xffff) checksum ^= 0x10000 | polynomial;
    }
  }
  return checksum.toString(16).toUpperCase().padStart(4, "0");
}
