/**
 * What a service, or somebody who pays, could put into a field to take over the terminal of a
 * person who reads it.
 */
export const HOSTILE: readonly { readonly name: string; readonly text: string }[] = [
  { name: "a colour", text: "\u001b[31mred" },
  { name: "a colour of the 256", text: "\u001b[38;5;196mred" },
  { name: "a true colour", text: "\u001b[38;2;255;0;0mred" },
  { name: "hidden text", text: "\u001b[8mhidden\u001b[28m" },
  { name: "a cleared screen", text: "\u001b[2J\u001b[H" },
  { name: "a cleared scrollback", text: "\u001b[3J" },
  { name: "a cleared line", text: "\u001b[2K\r" },
  { name: "a cursor moved up", text: "\u001b[1A" },
  { name: "a cursor moved back", text: "\u001b[10D19,90" },
  { name: "a hidden cursor", text: "\u001b[?25l" },
  { name: "the alternate screen", text: "\u001b[?1049h" },
  { name: "bracketed paste", text: "\u001b[200~rm -rf /\u001b[201~" },
  { name: "a mouse report", text: "\u001b[?1003h" },
  { name: "a question for the device", text: "\u001b[c" },
  { name: "a question for the cursor", text: "\u001b[6n" },
  { name: "a window title", text: "\u001b]0;title\u0007" },
  { name: "a window title ended by ST", text: "\u001b]2;title\u001b\\" },
  { name: "a report of the title", text: "\u001b[21t" },
  { name: "a clipboard (OSC 52)", text: "\u001b]52;c;cm0gLXJmIC8=\u0007" },
  { name: "a clipboard ended by ST", text: "\u001b]52;c;cm0gLXJmIC8=\u001b\\" },
  { name: "a hyperlink (OSC 8)", text: "\u001b]8;;https://evil.example\u0007pay\u001b]8;;\u0007" },
  { name: "a notification (OSC 9)", text: "\u001b]9;paid\u0007" },
  { name: "a device control string", text: '\u001bP$q"p\u001b\\' },
  { name: "an application command", text: "\u001b_Gf=100;AAAA\u001b\\" },
  { name: "a privacy message", text: "\u001b^x\u001b\\" },
  { name: "a full reset", text: "\u001bc" },
  { name: "another character set", text: "\u001b(0lqqk" },
  { name: "shifted out", text: "\u000e\u000f" },
  { name: "an escape of one byte (CSI)", text: "\u009b31mred" },
  { name: "an operating-system command of one byte", text: "\u009d52;c;AAAA\u009c" },
  { name: "a device control string of one byte", text: "\u0090$q\u009c" },
  { name: "a next line of one byte", text: "\u0085line" },
  { name: "a bell", text: "\u0007\u0007\u0007" },
  { name: "backspaces", text: "R$ 9.999,00\b\b\b\b\b\b\b\b19,90" },
  { name: "a carriage return", text: "expired\rpaid   " },
  { name: "line feeds", text: "waiting\npaid\nR$ 1,00" },
  { name: "a vertical tab and a form feed", text: "a\u000bb\u000cc" },
  { name: "a tab", text: "a\tb" },
  { name: "a delete and a null", text: "a\u007fb\u0000c" },
  { name: "a cancelled sequence", text: "\u0018\u001a\u001b[31m" },
  { name: "reversed text", text: "\u202egpj.exe\u202c" },
  { name: "isolated text", text: "\u2067\u2066abc\u2069" },
  { name: "embedded text", text: "\u202aabc\u202b\u202d" },
  { name: "direction marks", text: "a\u200eb\u200fc\u061cd" },
  { name: "separators of lines", text: "a\u2028b\u2029c" },
  { name: "half a character", text: "a\ud800b\udc00c" },
];

/**
 * By code, not by the expression that is under test: C0, DEL, C1, bidirectional controls,
 * separators, surrogates.
 */
export function obeyed(text: string): readonly string[] {
  return [...text]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter(
      (code) =>
        code < 0x20 ||
        (code >= 0x7f && code <= 0x9f) ||
        [0x61c, 0x200e, 0x200f].includes(code) ||
        (code >= 0x2028 && code <= 0x202e) ||
        (code >= 0x2066 && code <= 0x2069) ||
        (code >= 0xd800 && code <= 0xdfff),
    )
    .map((code) => code.toString(16));
}
