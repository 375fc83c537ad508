import type { Context } from "./context.ts";
import { commandLine } from "./domain/command-line.ts";
import type { Profile } from "./profiles/store.ts";

/**
 * The command to run next, for the same profile as this run: whoever pastes it must not ask another
 * environment.
 */
export async function nextCommand(
  context: Pick<Context, "profile">,
  words: readonly string[],
): Promise<string> {
  return commandFor(await context.profile(), words);
}

/** A profile that was made of environment variables has no name that a flag could give. */
export function commandFor({ name, source }: Profile, words: readonly string[]): string {
  return commandLine([...words, ...(source === "environment" ? [] : ["--profile", name])]);
}
