import { createHash } from "node:crypto";

const MARK = "# pix-completion sha256 ";

/**
 * Ends a script with the hash of all before it, so that a later pix, or an earlier one, sees that it is
 * a script of this program and that nobody has changed it.
 */
export function seal(script: string): string {
  return `${script}${MARK}${hashOf(script)}\n`;
}

/** Whether a file holds what `seal` made, of this version or another. */
export function isSealed(content: string): boolean {
  const at = content.lastIndexOf(MARK);
  return at !== -1 && content === seal(content.slice(0, at));
}

function hashOf(script: string): string {
  return createHash("sha256").update(script).digest("hex");
}
