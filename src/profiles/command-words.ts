import { isAbsolute } from "node:path";
import { accepted, type Parsed, refused } from "../domain/parsed.ts";

export type CommandProblem = "not_words" | "too_many" | "empty_word" | "one_word" | "relative";

const wordCountMax = 32;
const wordLengthMax = 2048;

/**
 * Words of a command: a program, found on PATH or named from the root of the file system, and its
 * arguments.
 */
export function checkCommand(value: unknown): Parsed<readonly string[], CommandProblem> {
  if (!Array.isArray(value) || !value.every((word) => typeof word === "string")) {
    return refused("not_words");
  }
  const words: readonly string[] = value;
  const [program = ""] = words;
  if (words.length > wordCountMax) return refused("too_many");
  const usable = words.every((word) => word.length <= wordLengthMax && !word.includes("\0"));
  if (program.trim() === "" || !usable) return refused("empty_word");
  // A program beside the current folder would be another one in every folder.
  if (/[/\\]/.test(program) && !isAbsolute(program)) return refused("relative");
  // No shell splits it, so the whole would be taken for the name of a program.
  if (words.length === 1 && /\s/.test(program) && !isAbsolute(program)) return refused("one_word");
  return accepted(words);
}
