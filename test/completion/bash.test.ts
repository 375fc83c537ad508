import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { cases } from "./cases.ts";
import { home, scripts } from "./place.ts";
import { itIn, runIn, typeInto } from "./shells.ts";

const script = join(scripts, "pix.bash");

/** Fills COMP_WORDS as bash does and prints what the function offers. */
function offered(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): string[] {
  const quoted = words.map((word) => `'${word}'`).join(" ");
  const program = [
    `. '${script}'`,
    `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _pix`,
    `for each in "\${COMPREPLY[@]}"; do printf '%s\\n' "$each"; done`,
  ].join("\n");
  return runIn("bash", program, { env, cwd }).split("\n").slice(0, -1).toSorted();
}

describe("completion in bash", () => {
  for (const { words, offered: expected } of cases) {
    // Bash parts words at an equals sign before the function sees them.
    const parted = words
      .flatMap((word) => word.split(/(=)/))
      .filter((word, index, all) => word !== "" || index === all.length - 1);
    itIn("bash", `offers for: ${words.join(" ")}`, () => {
      const { env, folder } = home();
      expect(offered(parted, env, folder)).toEqual(expected);
    });
  }

  itIn(
    "bash",
    "offers a value behind an equals sign and a colon without what stands before",
    () => {
      const { env, folder } = home();
      expect(offered(["pix", "--output", "=", "j"], env, folder)).toEqual(["json", "jsonl"]);
      expect(offered(["pix", "--output", "="], env, folder)).toContain("csv");
      const permission = ["pix", "sandbox", "keys", "create", "--permission", "pix", ":", "r"];
      expect(offered(permission, env, folder)).toEqual(["read"]);
    },
  );

  itIn("bash", "reads the profiles of PIX_HOME, of XDG_CONFIG_HOME and of nowhere", () => {
    const { env, folder } = home();
    const words = ["pix", "--profile", ""];
    const config = join(folder, ".config");
    const stored = ["sandbox", "shop", "st_2-a"];
    expect(offered(words, { PIX_HOME: join(config, "pix"), HOME: "/nowhere" }, folder)).toEqual(
      stored,
    );
    expect(offered(words, { XDG_CONFIG_HOME: config, HOME: "/nowhere" }, folder)).toEqual(stored);
    expect(offered(words, { XDG_CONFIG_HOME: "relative", ...env }, folder)).toEqual(stored);
    expect(offered(words, { HOME: "/nowhere" }, folder)).toEqual(["sandbox"]);
  });

  itIn("bash", "evaluates nothing that was typed", () => {
    const { env, folder } = home();
    for (const word of ["$(touch evil)", "`touch evil`", "a[$(touch evil)]", "$(touch evil)/f"]) {
      for (const line of [
        [word],
        ["--profile", word],
        ["pix", "create", "--png", word],
        [word, "--q"],
      ]) {
        offered(["pix", ...line], env, folder);
      }
    }
    expect(existsSync(join(folder, "evil"))).toBe(false);
  });

  itIn("bash", "completes at a real TAB in a terminal", async () => {
    const { env, folder } = home();
    const setup = `bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'; . '${script}'`;
    const again = "\u0015";
    const steps = [
      { keys: "pix withdraw create --key-type \t", until: /phone/ },
      {
        keys: `${again}pix withdraw create --key-type ev\t--prof\tsh\t`,
        until: /evp --profile shop /,
      },
      { keys: `${again}pix --output=cs\tacc\t`, until: /--output=csv account / },
      { keys: `${again}pix pix create --customer charge\t`, until: /charge\\ file\.json / },
      { keys: `${again}pix $(touch evil)\t --png $(touch evil)/\t`, until: /evil\)\// },
      { keys: `${again}echo DO''NE\n`, until: /DONE/ },
    ];
    const [listed] = await typeInto("bash", { setup, steps, env, cwd: folder });
    expect(listed).toMatch(/cnpj\s+cpf\s+email\s+evp\s+phone/);
    expect(existsSync(join(folder, "evil"))).toBe(false);
  });
});
