import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { cases } from "./cases.ts";
import { home, scripts } from "./place.ts";
import { itIn, typeInto } from "./shells.ts";

/**
 * The TAB key of zsh without settings (expand-or-complete) runs `$(…)` by itself, in every command and
 * before it asks any completion; complete-word is the one that only completes.
 */
const setup = [
  `fpath=('${scripts}' $fpath)`,
  "autoload -U compinit && compinit -D -u",
  "bindkey '^I' complete-word",
  "unsetopt beep; PS1='%%'; LISTMAX=1000; zstyle ':completion:*' verbose no",
].join("; ");

const again = "\u0015";

/** Stands for the program and shows its words: a terminal's screen is redrawn in pieces, this line is not. */
const shows = `pix() { print -r -- "RAN:\${(j:|:)@}:" }`;

describe("completion in zsh", () => {
  itIn("zsh", "lists what the other shells do in a terminal", async () => {
    const { env, folder } = home();
    // At the end of a line ^D lists what a TAB would choose from.
    const steps = cases.map(({ words }) => ({
      keys: `${again}${words.join(" ")}\u0004${again}echo DO''NE\n`,
      until: /DONE/,
    }));
    const screens = await typeInto("zsh", { setup, steps, env, cwd: folder });
    const found = screens.map((screen) => {
      const [, list = ""] = /\n([^\r\n]*)\rpix /.exec(screen) ?? [];
      return list.split(/\s+/).filter((word) => word !== "");
    });
    const expected = cases.map(({ words, offered }) => ({ words, offered }));
    expect(cases.map(({ words }, index) => ({ words, offered: found[index] }))).toEqual(expected);
  });

  itIn("zsh", "completes at a real TAB, with files and behind an equals sign", async () => {
    const { env, folder } = home();
    const steps = [
      {
        keys: "pix withdraw create --key-type ev\t--prof\tsh\t\n",
        until: /RAN:withdraw\|create\|--key-type\|evp\|--profile=shop:/,
      },
      { keys: "pix --output=cs\tacc\t\n", until: /RAN:--output=csv\|account:/ },
      {
        keys: "pix pix create --customer charge\t\n",
        until: /RAN:pix\|create\|--customer\|charge file\.json:/,
      },
      {
        keys: "pix sandbox keys create --permission pix:r\t\n",
        until: /RAN:sandbox\|keys\|create\|--permission\|pix:read:/,
      },
    ];
    const screens = await typeInto("zsh", { setup: `${setup}; ${shows}`, steps, env, cwd: folder });
    expect(screens).toHaveLength(steps.length);
  });

  itIn("zsh", "evaluates nothing that was typed", async () => {
    const { env, folder } = home();
    const steps = ["$(touch evil)", "`touch evil`", "$(touch evil)/f"].flatMap((word) =>
      [word, `--profile ${word}`, `pix create --png ${word}`, `pix create --png=${word}`].map(
        (line) => ({ keys: `${again}pix ${line}\t\t${again}echo DO''NE\n`, until: /DONE/ }),
      ),
    );
    await typeInto("zsh", { setup, steps, env, cwd: folder });
    expect(existsSync(join(folder, "evil"))).toBe(false);
  });

  itIn("zsh", "works where its file is sourced in place of found", async () => {
    const { env, folder } = home();
    const sourced = `${setup}; fpath=(\${fpath:#${scripts}}); . '${join(scripts, "_pix")}'; ${shows}`;
    const steps = [{ keys: "pix prof\tsh\tst\t\n", until: /RAN:profiles\|show\|st_2-a:/ }];
    const screens = await typeInto("zsh", { setup: sourced, steps, env, cwd: folder });
    expect(screens).toHaveLength(1);
  });
});
