import type { Said } from "../text.ts";

export const completion = {
  both: "--install and --uninstall contradict each other.",
  labels: { shell: "Shell", change: "Script", path: "File" },
  changes: {
    written: "written",
    replaced: "replaced by this version's",
    unchanged: "there already; nothing was changed",
    removed: "removed",
    absent: "was not there; nothing was changed",
  },
  next: {
    bash: (path: string): string =>
      "New shells complete pix where the bash-completion package is installed.\n" +
      "Without it, add to ~/.bashrc:\n" +
      `  . '${path.replaceAll("'", "'\\''")}'`,
    fish: "New shells complete pix.",
    zsh: (settings: string, folder: string): string =>
      `Add to ${settings}, before compinit runs:\n  fpath=('${folder.replaceAll("'", "'\\''")}' $fpath)`,
    zshKnown: "New shells complete pix.",
    zshLeft: (settings: string): string =>
      `${settings} still names the folder; the line does no harm and can go.`,
    powershell: (path: string): string =>
      `Add to the file that $PROFILE names:\n  . '${path.replaceAll("'", "''")}'`,
    powershellLeft: "Take the line that names this file out of the file that $PROFILE names.",
  },
  foreign: (path: string): Said => ({
    message: `${path} is not a script that pix wrote, or it was changed since; nothing was changed.`,
    hint: "Move it away, or put the output of pix completion somewhere else yourself.",
  }),
  failed: (path: string, code: string): Said => ({
    message: `${path} cannot be changed (${code}).`,
    hint: "See that the folder is yours and writable.",
  }),
};
