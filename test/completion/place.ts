import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";

const places: string[] = [];

afterEach(() => {
  for (const place of places.splice(0)) rmSync(place, { recursive: true, force: true });
});

export const scripts = new URL("../../completions/", import.meta.url).pathname;

/** A home with two stored profiles, beside names that are none and a value that looks like one. */
export function home(): { readonly folder: string; readonly env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), "pix-completion-"));
  places.push(folder);
  mkdirSync(join(folder, ".config", "pix"), { recursive: true });
  const config = {
    version: 1,
    default: "shop",
    profiles: {
      shop: {
        environment: "staging",
        base_url: "https://pix.example:8443/v1",
        x: { deep: { er: 1 } },
      },
      "st_2-a": { credential_command: ["print", '"quoted": {', "back\\slash"] },
      "$(touch evil)": {},
      "two words": {},
      Upper: {},
      "-p": {},
      [`x${"y".repeat(32)}`]: {},
    },
    other: { nobody: {} },
  };
  writeFileSync(join(folder, ".config", "pix", "config.json"), JSON.stringify(config, null, "\t"));
  writeFileSync(join(folder, "charge file.json"), "{}");
  return { folder, env: { HOME: folder } };
}
