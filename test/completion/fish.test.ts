import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { cases } from "./cases.ts";
import { home, scripts } from "./place.ts";
import { itIn, runIn } from "./shells.ts";

/** What fish's own `complete -C` offers at the end of a line: what a TAB there would. */
function offered(line: string, { env, folder }: ReturnType<typeof home>): string[] {
  const written = `'${line.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
  const program = `source '${join(scripts, "pix.fish")}'; complete -C ${written}`;
  const lines = runIn("fish", program, { env, cwd: folder }).split("\n").slice(0, -1);
  return lines.map((one) => one.split("\t", 1).join("")).toSorted();
}

describe("completion in fish", () => {
  for (const { words, offered: expected } of cases) {
    itIn("fish", `offers for: ${words.join(" ")}`, () => {
      expect(offered(words.join(" "), home())).toEqual(expected);
    });
  }

  itIn(
    "fish",
    "offers a value behind an equals sign, a permission with its colon, and files",
    () => {
      const place = home();
      expect(offered("pix --output=j", place)).toEqual(["--output=json", "--output=jsonl"]);
      expect(offered("pix sandbox keys create --permission pix:r", place)).toEqual(["pix:read"]);
      expect(offered("pix pix create --customer ch", place)).toEqual(["charge file.json"]);
      expect(offered("pix pix create --amount ch", place)).toEqual([]);
    },
  );

  itIn("fish", "evaluates nothing that was typed", () => {
    const place = home();
    for (const word of ["$(touch evil)", "(touch evil)", "(touch evil)/f"]) {
      for (const line of [word, `--profile ${word}`, `pix create --png ${word}`, `${word} --q`]) {
        offered(`pix ${line}`, place);
      }
    }
    expect(existsSync(join(place.folder, "evil"))).toBe(false);
  });
});
