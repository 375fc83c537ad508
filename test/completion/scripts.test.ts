import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isSealed } from "../../src/commands/completion/seal.ts";
import { machine } from "../support/pix.ts";
import { scripts } from "./place.ts";

const FILES = { bash: "pix.bash", zsh: "_pix", fish: "pix.fish", powershell: "pix.ps1" };

describe("the committed scripts", () => {
  it("are all there, and nothing else", () => {
    expect(readdirSync(scripts).toSorted()).toEqual(Object.values(FILES).toSorted());
  });

  for (const [shell, file] of Object.entries(FILES)) {
    it(`are what pix completion ${shell} prints (npm run completions makes them again)`, async () => {
      const { stdout, code } = await machine().pix(["completion", shell]);
      expect(code).toBe(0);
      expect(readFileSync(join(scripts, file), "utf8")).toBe(stdout);
    });

    it(`carry a seal that one changed byte breaks, for ${shell}`, () => {
      const script = readFileSync(join(scripts, file), "utf8");
      expect(isSealed(script)).toBe(true);
      expect(isSealed(script.replace("Completes", "completes"))).toBe(false);
      expect(isSealed(`${script}\n`)).toBe(false);
    });

    it(`never evaluate, for ${shell}`, () => {
      const code = readFileSync(join(scripts, file), "utf8").replaceAll(/#.*$/gm, "");
      expect(code).not.toMatch(/\beval\b|Invoke-Expression|\biex\b|compgen -W/);
    });
  }

  it("name every command of the tree and every flag", async () => {
    const { stdout } = await machine().pix(["commands", "--output", "csv"]);
    const flags = new Set(stdout.match(/--[a-z][a-z-]*/g));
    expect(flags.size).toBeGreaterThan(50);
    for (const file of Object.values(FILES)) {
      const script = readFileSync(join(scripts, file), "utf8");
      expect([...flags].filter((flag) => !script.includes(flag))).toEqual([]);
    }
  });
});
