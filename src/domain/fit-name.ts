import { cityLengthMax, nameLengthMax } from "./brcode-rules.ts";

/**
 * The name in plain ASCII, cut to the 25 characters a BR Code holds. What has no ASCII form is dropped, so
 * a name in another script may end up empty.
 */
export function fitName(name: string): string {
  return fit(name, nameLengthMax);
}

/** The city in plain ASCII, cut to the 15 characters a BR Code holds. */
export function fitCity(city: string): string {
  return fit(city, cityLengthMax);
}

/** The letters and marks that Unicode does not take apart by itself. */
const replacements: ReadonlyMap<string, string> = new Map([
  ["ß", "ss"],
  ["Æ", "AE"],
  ["æ", "ae"],
  ["Œ", "OE"],
  ["œ", "oe"],
  ["Ø", "O"],
  ["ø", "o"],
  ["Ł", "L"],
  ["ł", "l"],
  ["Đ", "D"],
  ["đ", "d"],
  ["ı", "i"],
  ["‘", "'"],
  ["’", "'"],
  ["“", '"'],
  ["”", '"'],
  ["–", "-"],
  ["—", "-"],
]);

function fit(text: string, lengthMax: number): string {
  const ascii = Array.from(text.normalize("NFKD"))
    .map((character) => replacements.get(character) ?? character)
    .join("")
    .replace(/\s+/g, " ")
    .replace(/[^ -~]/g, "");
  return ascii.replace(/ +/g, " ").trim().slice(0, lengthMax).trim();
}
