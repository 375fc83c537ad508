/**
 * C0, DEL and C1 controls, lone surrogates, the bidirectional controls (Unicode UAX 9), and the two
 * separators that some terminals and every JavaScript engine take for the end of a line.
 */
const DANGEROUS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** Text from outside as one line that no terminal obeys: `\x1b`, `\u202e`. */
export function safe(text: string): string {
  return text.replace(DANGEROUS, visible);
}

/** The same for text of several lines: line feeds stay. */
export function safeLines(text: string): string {
  return text.replace(DANGEROUS, (character) =>
    character === "\n" ? character : visible(character),
  );
}

/** What stands inside a JSON string, with the same characters written as JSON escapes: `\u001b`. */
export function safeInJson(text: string): string {
  return text.replace(DANGEROUS, (character) => `\\u${hexadecimal(character, 4)}`);
}

function visible(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100 ? `\\x${hexadecimal(character, 2)}` : `\\u${hexadecimal(character, 4)}`;
}

function hexadecimal(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, "0");
}
