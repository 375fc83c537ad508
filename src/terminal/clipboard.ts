import { spawn } from "node:child_process";
import type { Host } from "../host.ts";

const CLIPBOARD_TIMEOUT_MS = 3_000;

/**
 * Puts text on the clipboard: by the system's own program where there is one, else by asking the terminal
 * (OSC 52, which also works over ssh). Gives false where there is neither.
 */
export async function copyToClipboard(
  text: string,
  { host, signal }: { host: Host; signal: AbortSignal },
): Promise<boolean> {
  for (const [program, ...args] of programsOf(host)) {
    if (program !== undefined && (await feed(program, args, text, signal))) return true;
  }
  if (host.stderr.isTTY !== true || host.env["TERM"] === "dumb") return false;
  host.stderr.write(`\u001B]52;c;${Buffer.from(text, "utf8").toString("base64")}\u0007`);
  return true;
}

function programsOf({ platform, env }: Host): readonly (readonly string[])[] {
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip"]];
  const wayland = env["WAYLAND_DISPLAY"] === undefined ? [] : [["wl-copy"]];
  const x11 =
    env["DISPLAY"] === undefined
      ? []
      : [
          ["xclip", "-selection", "clipboard"],
          ["xsel", "--clipboard", "--input"],
        ];
  return [...wayland, ...x11];
}

/** Whether the program took the text; one that is not installed did not. */
async function feed(
  program: string,
  args: readonly string[],
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((settled) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CLIPBOARD_TIMEOUT_MS)]);
    const child = spawn(program, args, { stdio: ["pipe", "ignore", "ignore"], signal: limit });
    child.on("error", () => settled(false));
    child.on("close", (code) => settled(code === 0));
    child.stdin.on("error", () => settled(false));
    child.stdin.end(text);
  });
}
