import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { manual } from "../../src/text/manual.ts";
import { manualOf } from "./manual.mts";

/** `npm run man`: the man page of what was built. */
const tree = execFileSync(process.execPath, ["bin/pix.js", "commands", "--json"], {
  encoding: "utf8",
});
mkdirSync("man", { recursive: true });
writeFileSync("man/pix.1", manualOf(tree, manual));
