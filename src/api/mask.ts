import { maskDocument, parseDocument } from "../domain/document.ts";

/** What stands where nothing of a value may be seen. */
const HIDDEN = "***";

/** A shorter one would be found in half of all words. */
const SECRET_CHARACTERS_MIN = 6;

/** What can stand in an e-mail's local part and, in a text, does not end it. */
const LOCAL = String.raw`[^\s@"'<>\(\),;:\[\]\\\/=&?%*]`;
const LABEL = String.raw`[\p{L}\p{M}\p{N}_\-]{1,63}`;
/** No run of characters that a pattern looks at is longer, so no text makes one slow. */
const PATTERNS: readonly {
  /** Where this is not found there is nothing to mask. */
  readonly mark?: RegExp;
  readonly pattern: RegExp;
  readonly masked: (found: string) => string;
}[] = [
  {
    pattern: /\b(?:bearer|basic) +[\w.~+/=-]{1,4096}/gi,
    masked: (found) => `${found.split(" ", 1).join("")} ${HIDDEN}`,
  },
  { pattern: /\/\/[^\s/@:]{0,200}:[^\s/@]{0,200}@/g, masked: () => `//${HIDDEN}@` },
  { pattern: /data:[\w/+.-]{1,60};base64,[\w+/=]{1,4000000}/g, masked: maskDataUri },
  { pattern: /\b000201\d{2}[^"\r\n]{20,1000}?6304[0-9A-Fa-f]{4}/g, masked: maskCopyPaste },
  {
    mark: /@|%40/,
    get pattern() {
      return emailPattern();
    },
    masked: maskEmail,
  },
  { pattern: /\+\d{2}[ -]?\(?\d{2}\)?[ -]?\d{4,5}[ -]?\d{4}\b/g, masked: maskPhone },
  { pattern: /\(\d{2}\) ?\d{4,5}[ -]?\d{4}\b/g, masked: maskPhone },
  {
    pattern: /\b[0-9A-Za-z]{2}\.[0-9A-Za-z]{3}\.[0-9A-Za-z]{3}\/[0-9A-Za-z]{4}-\d{2}\b/g,
    masked: maskDocumentText,
  },
  { pattern: /\b\d{3}\.\d{3}\.\d{3}-?\d{2}\b/g, masked: maskDocumentText },
  { pattern: /(?<![\w.-])(?:\d{14}|\d{11}|\d{9}-\d{2})(?![\w.-])/g, masked: maskDocumentText },
];

/** Masks in any text what looks like a key, a document, an e-mail, a phone, or a copy-and-paste code. */
export function mask(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length >= SECRET_CHARACTERS_MIN)
    .reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text);
  return PATTERNS.reduce((masked, each) => {
    if (each.mark !== undefined && !each.mark.test(masked)) return masked;
    return masked.replace(each.pattern, each.masked);
  }, withoutSecrets);
}

let email: RegExp | undefined;

/** Made when there may be an e-mail: to learn what a letter is takes Node longer than a whole request. */
function emailPattern(): RegExp {
  const source = `(?<!${LOCAL})${LOCAL}{1,320}(?:@|%40)${LABEL}(?:\\.${LABEL}){1,8}`;
  email ??= new RegExp(source, "giu");
  return email;
}

/** How to mask the value of a field, told by its name; undefined where the name says nothing. */
export function maskOfField(name: string): ((value: string) => string) | undefined {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (/apikey|token|secret|password|authorization|credential/.test(plain)) return () => HIDDEN;
  if (/document$|cpf|cnpj|taxid/.test(plain)) return maskDocumentText;
  if (/email/.test(plain)) return maskEmail;
  if (/phone|telefone|celular|mobile/.test(plain)) return maskPhone;
  if (/^pixkey$|^chave(pix)?$/.test(plain)) return maskPixKey;
  if (/copypaste|copiaecola|brcode|^emv$/.test(plain)) return maskCopyPaste;
  return plain.startsWith("qrcode") ? maskQrCode : undefined;
}

function maskDocumentText(found: string): string {
  const parsed = parseDocument(found);
  // One with a wrong check digit is somebody's typing error, and hidden all the same.
  return parsed.ok
    ? maskDocument(parsed.value)
    : found.replace(/[0-9A-Za-z](?=(?:[^0-9A-Za-z]*[0-9A-Za-z]){2})/g, "*");
}

function maskEmail(found: string): string {
  const [, domain = ""] = found.split(/@|%40/i);
  return `${found.slice(0, 1)}${HIDDEN}@${domain}`;
}

function maskPhone(found: string): string {
  return found.replace(/\d(?=(?:\D*\d){4})/g, "*");
}

function maskPixKey(found: string): string {
  if (found.includes("@")) return maskEmail(found);
  if (parseDocument(found).ok) return maskDocumentText(found);
  return found.startsWith("+") ? maskPhone(found) : maskMiddle(found, { kept: 4 });
}

/** The head says what it is, and the tail is the CRC: enough to tell two apart, and not to pay. */
function maskCopyPaste(found: string): string {
  return maskMiddle(found, { kept: 8 });
}

/** The picture, or, with some services, the code in it. */
function maskQrCode(found: string): string {
  return found.startsWith("data:") ? maskDataUri(found) : maskCopyPaste(found);
}

function maskDataUri(found: string): string {
  return `${found.split(",", 1).join("")},… (${found.length})`;
}

function maskMiddle(found: string, { kept }: { readonly kept: number }): string {
  if (found.length <= kept * 2) return HIDDEN;
  return `${found.slice(0, kept)}…${found.slice(-4)} (${found.length})`;
}
