/**
 * C0, DEL and C1 controls, lone surrogates, the bidirectional controls (Unicode UAX 9), and the two
 * separators that some terminals and every JavaScript engine take for the end of a line. They stand as
 * ranges because everything that is printed passes here, and Node is slow to look up Unicode's names.
 */
const DANGEROUS =
  // oxlint-disable-next-line no-control-regex -- to find them is what it is for.
  /[\u0000-\u001f\u007f-\u009f\ud800-\udfff\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

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
