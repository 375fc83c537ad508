/** The ISPB of a bank that does not exist. */
const ISPB = "99999999";

/**
 * The number by which both banks know a transfer: `E`, the ISPB, the time in UTC to the minute and eleven
 * letters or digits (Banco Central, Manual de Padrões para Iniciação do Pix). Made from the id: it never
 * repeats.
 */
export function endToEndId(id: string, at: number): string {
  const minute = new Date(at).toISOString().replace(/\D/g, "").slice(0, 12);
  return `E${ISPB}${minute}${id.replaceAll("-", "").slice(-11)}`;
}
