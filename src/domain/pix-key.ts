import { parseDocument } from "./document.ts";
import { isEmail } from "./email.ts";
import { accepted, type Parsed, refused } from "./parsed.ts";

export const pixKeyKinds = ["cpf", "cnpj", "email", "phone", "evp"] as const;
export type PixKeyKind = (typeof pixKeyKinds)[number];

/** `key` has the normal form of the DICT: what the service is sent. */
export interface PixKey {
  readonly kind: PixKeyKind;
  readonly key: string;
}

/** A kind as a problem says: meant as that kind, and not a valid one. */
export type PixKeyProblem = "empty" | "not_a_key" | "ambiguous" | "email_too_long" | PixKeyKind;

export type ParsedPixKey =
  | Parsed<PixKey, Exclude<PixKeyProblem, "ambiguous">>
  | {
      readonly ok: false;
      readonly problem: "ambiguous";
      readonly kinds: readonly PixKeyKind[];
    };

/** The DICT keeps at most 77 characters of an e-mail address. */
const emailKeyLengthMax = 77;

const evpPattern = /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/;

/** The area codes in use (Anatel, Resolução 749/2022), then the nine digits of a mobile number. */
const areaCode = "(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])";
const phonePattern = new RegExp(
  `^(?:\\+?55[ -]?)?(?:\\(${areaCode}\\)|${areaCode})[ -]?9\\d{4}[ -]?\\d{4}$`,
);

/**
 * Reads a Pix key into the DICT's normal form. Without a kind, a text that is valid as two kinds
 * (eleven digits that are a CPF and a mobile phone) is refused as `ambiguous`, with the kinds it may be:
 * a guess would pay a stranger.
 */
export function parsePixKey(text: string, kind?: PixKeyKind): ParsedPixKey {
  const typed = text.trim();
  if (typed === "") return refused("empty");
  if (kind !== undefined) return parseKind(typed, kind);
  if (typed.includes("@")) return parseKind(typed, "email");
  if (evpPattern.test(typed)) return parseKind(typed, "evp");
  const [first, second] = candidates(typed);
  if (first === undefined) return refused(nearestKind(typed));
  if (second === undefined) return accepted(first);
  return { ok: false, problem: "ambiguous", kinds: [first.kind, second.kind] };
}

function parseKind(typed: string, kind: PixKeyKind): Parsed<PixKey, PixKeyKind | "email_too_long"> {
  switch (kind) {
    case "cpf":
    case "cnpj": {
      const document = parseDocument(typed);
      const fits = document.ok && document.value.kind === kind;
      return fits ? accepted({ kind, key: document.value.digits }) : refused(kind);
    }
    case "email":
      return parseEmailKey(typed);
    case "phone":
      return phonePattern.test(typed)
        ? accepted({ kind, key: `+55${typed.replace(/\D/g, "").slice(-11)}` })
        : refused(kind);
    case "evp":
      return evpPattern.test(typed) ? accepted({ kind, key: typed.toLowerCase() }) : refused(kind);
  }
}

function parseEmailKey(typed: string): Parsed<PixKey, "email" | "email_too_long"> {
  // ASCII is asked for before lower-casing: the Kelvin sign's lower case is an ordinary k.
  if (!/^[!-~]+$/.test(typed) || !isEmail(typed)) return refused("email");
  if (typed.length > emailKeyLengthMax) return refused("email_too_long");
  return accepted({ kind: "email", key: typed.toLowerCase() });
}

function candidates(typed: string): readonly PixKey[] {
  const found: PixKey[] = [];
  for (const kind of ["cpf", "cnpj", "phone"] as const) {
    const parsed = parseKind(typed, kind);
    if (parsed.ok) found.push(parsed.value);
  }
  // Thirteen bare digits may be a phone without its plus or a CNPJ whose leading zero a spreadsheet ate.
  if (/^\d{13}$/.test(typed) && found.length === 1) {
    const damaged = parseKind(`0${typed}`, "cnpj");
    if (damaged.ok) found.unshift(damaged.value);
  }
  return found;
}

/** What the text most probably was meant as, so that the message can name it. */
function nearestKind(typed: string): PixKeyKind | "not_a_key" {
  if (/^[+(]/.test(typed)) return "phone";
  const document = parseDocument(typed);
  if (!document.ok && (document.problem === "check_digit" || document.problem === "repeated")) {
    return typed.replace(/[.\-/]/g, "").length === 11 ? "cpf" : "cnpj";
  }
  return /^[0-9A-Fa-f-]{32,36}$/.test(typed) ? "evp" : "not_a_key";
}
