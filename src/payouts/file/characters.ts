import type { PayoutFault } from "../../domain/payout-fault.ts";

const SHOWN_CHARACTERS_MAX = 60;

/** Control and format characters, which disguise what a text says, and the two further ends of a line. */
const DISGUISE = /[\p{C}\p{Zl}\p{Zp}]/u;
const PLAIN = /^[ -~]*$/;

/** Undefined for a text of visible characters and spaces. */
export function characterFault(text: string): PayoutFault | undefined {
  if (PLAIN.test(text)) return undefined;
  const found = DISGUISE.exec(text);
  const codePoint = found?.[0].codePointAt(0);
  if (found === null || codePoint === undefined) return undefined;
  return { kind: "character", codePoint, place: characterCount(text.slice(0, found.index)) + 1 };
}

/** Counts code points, and no further than it needs to. */
export function isLonger(text: string, charactersMax: number): boolean {
  return text.length > charactersMax && characterCount(text) > charactersMax;
}

/** A text from the file as a sentence may hold it: what is long is cut. */
export function shown(text: string): string {
  if (!isLonger(text, SHOWN_CHARACTERS_MAX)) return text;
  return `${Array.from(text).slice(0, SHOWN_CHARACTERS_MAX).join("")}…`;
}

function characterCount(text: string): number {
  return Array.from(text).length;
}
