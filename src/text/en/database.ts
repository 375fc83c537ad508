import type { Said } from "../text.ts";

export const database = {
  newer: (path: string): Said => ({
    message: `${path} was written by a newer pix.`,
    hint: "Update pix, or point PIX_HOME to another folder.",
  }),
  noLibrary: (reason: string): Said => ({
    message: `SQLite, which keeps what must not be forgotten, cannot be loaded here: ${reason}`,
    hint:
      "Install pix again, with the packages that npm calls optional:\n" +
      "npm install -g pix-cli --include=optional",
  }),
  damaged: (path: string, reason: string, code: string): Said => ({
    message: `${path} is damaged: ${reason} (${code})`,
    hint: `Put a backup in its place, or begin with an empty one:\nmv ${path} ${path}.damaged`,
  }),
  failed: (path: string, reason: string, code: string): Said => ({
    // What the system says begins with the code and ends with the path.
    message: /^E[A-Z]+$/.test(code) ? `${path}: ${code}` : `${path}: ${reason} (${code})`,
    hint: "See that the disk has room, and that the folder and the file are yours and writable.",
  }),
};
