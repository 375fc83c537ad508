const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const WHITE_SPACE = " \t\r\n";

/**
 * The elements of the array at `start`, each as the text that came: a number keeps digits that no double
 * holds. The text must be JSON that `JSON.parse` has taken; nothing is checked again here.
 */
export function elementTexts(json: string, start: number): string[] {
  return members(json, start).map(({ from, to }) => json.slice(from, to));
}

/**
 * Where the value of an object's member begins; of several with one name the last, as `JSON.parse` has it.
 */
export function memberStart(json: string, start: number, name: string): number | undefined {
  return members(json, start).findLast((member) => member.name === name)?.from;
}

/** The first character that is no white space, at or after `index`. */
export function skipSpace(json: string, index: number): number {
  let at = index;
  while (at < json.length && WHITE_SPACE.includes(json.charAt(at))) at += 1;
  return at;
}

interface Member {
  readonly name: string | undefined;
  readonly from: number;
  readonly to: number;
}

function members(json: string, start: number): Member[] {
  const isObject = json.charAt(start) === "{";
  const found: Member[] = [];
  let index = skipSpace(json, start + 1);
  while (index < json.length && json.charAt(index) !== "}" && json.charAt(index) !== "]") {
    let name: string | undefined;
    if (isObject) {
      const end = endOfString(json, index);
      name = String(JSON.parse(json.slice(index, end)));
      index = skipSpace(json, skipSpace(json, end) + 1);
    }
    const to = endOfValue(json, index);
    found.push({ name, from: index, to });
    index = skipSpace(json, to);
    if (json.charAt(index) === ",") index = skipSpace(json, index + 1);
  }
  return found;
}

function endOfValue(json: string, start: number): number {
  const first = json.charAt(start);
  if (first === '"') return endOfString(json, start);
  if (first !== "{" && first !== "[") {
    let index = start;
    while (index < json.length && !",]}".includes(json.charAt(index))) index += 1;
    return json.slice(start, index).trimEnd().length + start;
  }
  let depth = 0;
  for (let index = start; index < json.length; index += 1) {
    const character = json.charAt(index);
    if (character === '"') index = endOfString(json, index) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth === 0) return index + 1;
  }
  return json.length;
}

function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) return index + 1;
    if (code === BACKSLASH) index += 1;
  }
  return json.length;
}
