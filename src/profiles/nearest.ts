/** More slips of the hand than this make another word. */
const SLIPS_MAX = 2;

/** The word that was probably meant; undefined when none is near. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  let best: { readonly word: string; readonly slips: number } | undefined;
  for (const word of words) {
    const slips = countSlips(typed.toLowerCase(), word.toLowerCase());
    const allowed = Math.min(SLIPS_MAX, word.length - 1);
    if (slips <= allowed && slips < (best?.slips ?? Infinity)) best = { word, slips };
  }
  return best?.word;
}

/** How many letters have to be added, dropped or changed: the Levenshtein distance, one row at a time. */
function countSlips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > SLIPS_MAX) return Infinity;
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const row = [index + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      row.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
    above = row;
  }
  return above.at(-1) ?? Infinity;
}
