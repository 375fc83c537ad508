import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "rolldown";
import type { Plugin } from "rolldown";
import type { TestProject } from "vitest/node";
import config from "../../.config/rolldown.mts";

declare module "vitest" {
  interface ProvidedContext {
    /** The start file of the program, built from today's sources. */
    readonly pixBinary: string;
  }
}

const ROOT = new URL("../..", import.meta.url).pathname;

/** Builds the program once for the tests that run it as its own process; nothing of it stays behind. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cache = join(project.config.root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pix-"));
  project.provide("pixBinary", await buildProgram(folder));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Builds the program into a folder, with a further plugin where one is given; gives its start file. */
export async function buildProgram(folder: string, plugin?: Plugin): Promise<string> {
  const bin = join(folder, "bin", "pix.js");
  cpSync(join(ROOT, "bin", "pix.js"), bin);
  if (Array.isArray(config) || Array.isArray(config.output) || config.output === undefined) {
    throw new TypeError("the build is expected to have one output");
  }
  const { output } = await build({
    ...config,
    cwd: ROOT,
    plugins: [plugin, config.plugins],
    output: { ...config.output, dir: join(folder, "dist") },
  });
  const files = output.flatMap((file): [string, readonly string[]][] =>
    file.type === "chunk" ? [[basename(file.fileName), Object.keys(file.modules)]] : [],
  );
  writeFileSync(join(folder, "files.json"), JSON.stringify(Object.fromEntries(files)));
  return bin;
}

/** The sources that are in each file of a program that `buildProgram` has built, by the file's name. */
export function builtFiles(folder: string): Readonly<Record<string, readonly string[]>> {
  return JSON.parse(readFileSync(join(folder, "files.json"), "utf8")) as Record<string, string[]>;
}
