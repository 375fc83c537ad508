const ESCAPE = "\u001b";
const SEQUENCE = /^\[[?\d;]*[A-Za-z]/;

/** Every control sequence (ECMA-48, 5.4) of what was written to a terminal, in order. */
export function sequencesOf(written: string): readonly string[] {
  return written
    .split(ESCAPE)
    .slice(1)
    .map((rest) => ESCAPE + (SEQUENCE.exec(rest)?.[0] ?? rest));
}

export function colorsOf(written: string): readonly string[] {
  return sequencesOf(written).filter((sequence) => sequence.endsWith("m"));
}

/** What is left without them; an escape that begins no such sequence stays. */
export function withoutSequences(written: string): string {
  const [first = "", ...rest] = written.split(ESCAPE);
  const parts = rest.map((part) =>
    SEQUENCE.test(part) ? part.replace(SEQUENCE, "") : ESCAPE + part,
  );
  return first + parts.join("");
}
