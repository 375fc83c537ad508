import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";
import type { TestProject } from "vitest/node";
import config from "../../.config/rolldown.mts";

declare module "vitest" {
  interface ProvidedContext {
    /** The start file of the program, built from today's sources. */
    readonly pixBinary: string;
  }
}

/** Builds the program once for the tests that run it as its own process; nothing of it stays behind. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cache = join(project.config.root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pix-"));
  const bin = join(folder, "bin", "pix.js");
  cpSync(join(project.config.root, "bin", "pix.js"), bin);
  if (Array.isArray(config) || Array.isArray(config.output) || config.output === undefined) {
    throw new TypeError("the build is expected to have one output");
  }
  const cwd = project.config.root;
  await build({ ...config, cwd, output: { ...config.output, dir: join(folder, "dist") } });
  project.provide("pixBinary", bin);
  return () => rmSync(folder, { recursive: true, force: true });
}
