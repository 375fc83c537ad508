import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";
import { cell } from "../terminal/cell.ts";
import type { Field } from "../terminal/table.ts";
import type { Text } from "../text/text.ts";
import { type Change, install, uninstall } from "./completion/install.ts";
import { placeOf } from "./completion/place.ts";
import { scriptFor, type Shell } from "./completion/script.ts";

interface Input {
  readonly shell: Shell;
  readonly install?: boolean;
  readonly uninstall?: boolean;
}

/** Prints the script for a shell, puts it where the shell finds it, or takes it away again. */
export async function completion(context: Context, input: Input): Promise<void> {
  const { output, text, host } = context;
  const { shell } = input;
  if (input.install === true && input.uninstall === true) {
    throw new UsageError(text.completion.both);
  }
  if (input.install !== true && input.uninstall !== true) {
    output.raw(scriptFor(shell, await context.tree()));
    return;
  }
  if (context.flags.dryRun) throw new UsageError(text.dryRun.local.message, text.dryRun.local);
  const path = placeOf(shell, host);
  const change =
    input.install === true
      ? install(path, scriptFor(shell, await context.tree()), context)
      : uninstall(path, context);
  const raw = { shell, change, path };
  await output.record({ raw, text: JSON.stringify(raw) }, fieldsOf(shell, change, path, text));
  for (const sentence of next(shell, change, path, context)) output.note(sentence);
}

function fieldsOf(shell: Shell, change: Change, path: string, text: Text): readonly Field[] {
  const { labels, changes } = text.completion;
  const done = { key: "change", label: labels.change, cell: cell.text(changes[change]) };
  return [
    { key: "shell", label: labels.shell, cell: cell.text(shell) },
    done,
    { key: "path", label: labels.path, cell: cell.text(path) },
  ];
}

/** What is left to do by hand: this program changes nobody's settings. */
function next(
  shell: Shell,
  change: Change,
  path: string,
  { text, host }: Context,
): readonly string[] {
  const said = text.completion.next;
  const removed = change === "removed" || change === "absent";
  switch (shell) {
    case "bash":
      return removed ? [] : [said.bash(path)];
    case "fish":
      return removed ? [] : [said.fish];
    case "zsh": {
      const settings = join(host.env["ZDOTDIR"] ?? host.home, ".zshrc");
      const folder = dirname(path);
      if (removed) return mentions(settings, folder) ? [said.zshLeft(settings)] : [];
      return mentions(settings, folder) ? [said.zshKnown] : [said.zsh(settings, folder)];
    }
    case "powershell":
      return removed ? [said.powershellLeft] : [said.powershell(path)];
  }
}

/** Whether the settings name the folder; read only to leave out an advice that was followed already. */
function mentions(settings: string, folder: string): boolean {
  try {
    return readFileSync(settings, "utf8").includes(folder);
  } catch {
    // No settings, or none that can be read: the advice is given.
    return false;
  }
}
