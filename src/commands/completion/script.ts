import type { CommandNode } from "../../domain/command-tree.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { modelOf } from "./model.ts";
import { powershellScript } from "./powershell.ts";
import { seal } from "./seal.ts";
import { zshScript } from "./zsh.ts";

const scripts = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
};

export type Shell = keyof typeof scripts;

/** The script that completes every command of the tree, the same bytes each time. */
export function scriptFor(shell: Shell, tree: CommandNode): string {
  return seal(scripts[shell](modelOf(tree)));
}
