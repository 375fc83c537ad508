import { posix, win32 } from "node:path";
import type { Host } from "../../host.ts";
import type { Shell } from "./script.ts";

/** The file where a shell finds a script of its own accord, or would after one line in its settings. */
export function placeOf(
  shell: Shell,
  { env, home, platform }: Pick<Host, "env" | "home" | "platform">,
): string {
  const paths = platform === "win32" ? win32 : posix;
  const absolute = (name: string): string | undefined => {
    const folder = env[name] ?? "";
    return paths.isAbsolute(folder) ? folder : undefined;
  };
  const data = absolute("XDG_DATA_HOME") ?? paths.join(home, ".local", "share");
  switch (shell) {
    case "bash": {
      const own = absolute("BASH_COMPLETION_USER_DIR") ?? paths.join(data, "bash-completion");
      return paths.join(own, "completions", "pix");
    }
    case "zsh":
      return paths.join(data, "zsh", "site-functions", "_pix");
    case "fish": {
      const config = absolute("XDG_CONFIG_HOME") ?? paths.join(home, ".config");
      return paths.join(config, "fish", "completions", "pix.fish");
    }
    case "powershell": {
      const windows = platform === "win32" ? absolute("LocalAppData") : undefined;
      return paths.join(windows ?? data, "pix", "pix.ps1");
    }
  }
}
