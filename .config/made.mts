import type { Plugin } from "rolldown";
import { declaredOf, helpPagesOf } from "../src/cli/declaration.ts";
import { createProgram } from "../src/cli.ts";
import { en } from "../src/text/en.ts";

/** Puts beside the program what it would otherwise have to work out at every start: see main.ts. */
export function made(): Plugin {
  return {
    name: "made",
    generateBundle() {
      const program = createProgram(en);
      const files = { "help.json": helpPagesOf(program, en), "commands.json": declaredOf(program) };
      for (const [fileName, content] of Object.entries(files)) {
        this.emitFile({ type: "asset", fileName, source: JSON.stringify(content) });
      }
    },
  };
}
