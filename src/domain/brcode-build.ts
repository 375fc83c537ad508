import {
  amountLengthMax,
  cityLengthMax,
  findLocationProblem,
  type LocationProblem,
  nameLengthMax,
  pixIdentifier,
} from "./brcode-rules.ts";
import { checksumOf } from "./checksum.ts";
import { decimalReais } from "./money.ts";
import { accepted, type Parsed, refused } from "./parsed.ts";
import { parsePixKey, pixKeyKinds } from "./pix-key.ts";
import { type Field, fieldLengthMax, writeFields } from "./tlv.ts";

/** A static code carries a Pix key in its normal form; a dynamic one a location without its scheme. */
export type BrCodeParts = {
  readonly name: string;
  readonly city: string;
  readonly amountCents?: number | undefined;
  /** 1 to 25 letters and digits; `***`, which means none, when left out. */
  readonly txid?: string | undefined;
  /** Left out: a dynamic code is for one payment, a static one does not say. */
  readonly singleUse?: boolean | undefined;
} & (
  | { readonly key: string; readonly url?: undefined; readonly description?: string | undefined }
  | { readonly url: string; readonly key?: undefined; readonly description?: undefined }
);

export type BrCodeBuildProblem =
  | LocationProblem
  | "charset"
  | "name"
  | "name_len"
  | "city"
  | "city_len"
  | "key"
  | "description_len"
  | "amount"
  | "txid";

/**
 * Writes a copy-and-paste code that every reader accepts: ASCII alone and nothing cut. A text that is too
 * long is refused; `fitName` and `fitCity` make one fit, for a caller who knows that it is cut.
 */
export function buildBrCode(parts: BrCodeParts): Parsed<string, BrCodeBuildProblem> {
  const problem = findTextProblem(parts) ?? findReceiverProblem(parts) ?? findPaymentProblem(parts);
  if (problem !== undefined) return refused(problem);
  const body = `${writeFields(fieldsOf(parts))}6304`;
  return accepted(body + checksumOf(body));
}

function findTextProblem({
  name,
  city,
  description = "",
}: BrCodeParts): BrCodeBuildProblem | undefined {
  if (/[^ -~]/.test(name + city + description)) return "charset";
  if (name.trim() === "") return "name";
  if (name.length > nameLengthMax) return "name_len";
  if (city.trim() === "") return "city";
  return city.length > cityLengthMax ? "city_len" : undefined;
}

function findReceiverProblem({
  key,
  url,
  description = "",
}: BrCodeParts): BrCodeBuildProblem | undefined {
  if (url !== undefined) return findLocationProblem(url);
  if (!isNormalKey(key)) return "key";
  const headers = 4 * (description === "" ? 2 : 3);
  const accountLength = headers + pixIdentifier.length + key.length + description.length;
  return accountLength > fieldLengthMax ? "description_len" : undefined;
}

function findPaymentProblem({ amountCents, txid }: BrCodeParts): BrCodeBuildProblem | undefined {
  if (amountCents !== undefined) {
    const written = Number.isSafeInteger(amountCents) && amountCents > 0;
    if (!written || decimalReais(amountCents).length > amountLengthMax) return "amount";
  }
  if (txid === undefined || txid === "***") return undefined;
  return /^[A-Za-z0-9]{1,25}$/.test(txid) ? undefined : "txid";
}

function isNormalKey(key: string): boolean {
  return pixKeyKinds.some((kind) => {
    const parsed = parsePixKey(key, kind);
    return parsed.ok && parsed.value.key === key;
  });
}

function fieldsOf(parts: BrCodeParts): readonly Field[] {
  const { url, name, city, amountCents, txid = "***" } = parts;
  const singleUse = parts.singleUse ?? (url === undefined ? undefined : true);
  return [
    { id: "00", value: "01" },
    ...(singleUse === undefined ? [] : [{ id: "01", value: singleUse ? "12" : "11" }]),
    { id: "26", value: writeFields(accountOf(parts)) },
    { id: "52", value: "0000" },
    { id: "53", value: "986" },
    ...(amountCents === undefined ? [] : [{ id: "54", value: decimalReais(amountCents) }]),
    { id: "58", value: "BR" },
    { id: "59", value: name },
    { id: "60", value: city },
    { id: "62", value: writeFields([{ id: "05", value: txid }]) },
  ];
}

function accountOf({ key, url, description = "" }: BrCodeParts): readonly Field[] {
  const identifier = { id: "00", value: pixIdentifier };
  if (url !== undefined) return [identifier, { id: "25", value: url }];
  const account = [identifier, { id: "01", value: key }];
  return description === "" ? account : [...account, { id: "02", value: description }];
}
