import { mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "./command.ts";
import { homeWithProfile } from "./commands.ts";
import { environment, programNamed } from "./place.ts";
import type { Place } from "./place.ts";

/** What a TAB does after `pix pix list --profile`. */
const TAB = `. "$SCRIPT"; COMP_WORDS=(pix pix list --profile ''); COMP_CWORD=4; _pix
printf '%s\\n' "\${COMPREPLY[@]}"`;

/**
 * A TAB that offers the names of profiles, and all that a shell needs for it: a bash that has just started
 * reads the script and runs it. Its PATH holds awk alone, so no Node can have been started. Undefined where
 * the machine has no bash or no awk.
 */
export function tab(place: Place): Command | undefined {
  const [bash, awk] = [programNamed("bash"), programNamed("awk")];
  if (bash === undefined || awk === undefined) return undefined;
  const folder = join(place.folder, "awk-alone");
  mkdirSync(folder);
  symlinkSync(awk, join(folder, "awk"));
  const script = resolve("completions/pix.bash");
  return {
    ...{ name: "a TAB for the names of profiles: bash and awk, no Node", file: bash },
    args: ["--noprofile", "--norc", "-c", TAB],
    env: { ...environment(homeWithProfile(place)), PATH: folder, SCRIPT: script },
    proves: (stdout) => stdout === "shop\nsandbox\n",
    ...{ target: { atMost: 1.7 }, isInReadme: true },
  };
}
