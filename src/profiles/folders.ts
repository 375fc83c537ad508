import { posix, win32 } from "node:path";
import type { Folders, Host } from "../host.ts";

/**
 * Where profiles and state are kept: `PIX_HOME` for both, else the folders of the XDG Base Directory
 * Specification, on macOS too; on Windows `%AppData%` and `%LocalAppData%`. An empty variable counts as
 * unset, and so does an XDG folder that is not absolute, as that specification demands.
 */
export function foldersOf(
  host: Pick<Host, "env" | "home" | "platform" | "currentFolder">,
): Folders {
  const { env, home, platform } = host;
  const path = platform === "win32" ? win32 : posix;
  const own = env["PIX_HOME"] ?? "";
  if (own !== "") {
    const folder = path.resolve(path.isAbsolute(own) ? "" : host.currentFolder, own);
    return { config: folder, state: folder };
  }
  const absolute = (name: string): string | undefined => {
    const folder = env[name] ?? "";
    return path.isAbsolute(folder) ? folder : undefined;
  };
  const windows = (name: string): string | undefined =>
    platform === "win32" ? absolute(name) : undefined;
  const config = absolute("XDG_CONFIG_HOME") ?? windows("AppData") ?? path.join(home, ".config");
  const state =
    absolute("XDG_STATE_HOME") ?? windows("LocalAppData") ?? path.join(home, ".local", "state");
  // `resolve` drops a slash at the end, behind which a planted link would not be seen.
  return { config: path.resolve(config, "pix"), state: path.resolve(state, "pix") };
}
