import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative } from "node:path";
import { builtFiles } from "../support/build.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const RECORD = new URL("record.cjs", import.meta.url).pathname;
const PACKAGE = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*node_modules)/;

/**
 * Everything that a run of the built program loads: its files, the sources and packages that are in them, and
 * what it asks of Node itself. Names alone: the same on every machine and every Node, however busy.
 */
export async function loadedBy(
  binary: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const listFile = join(env["PIX_HOME"] ?? "", "loads.json");
  const { code, stderr } = await run(["--require", RECORD, binary, ...args], {
    ...env,
    PIX_LOADS_FILE: listFile,
  });
  if (code !== 0) throw new Error(`pix ${args.join(" ")} ended with ${code}: ${stderr}`);
  const asked = JSON.parse(readFileSync(listFile, "utf8")) as readonly string[];
  const built = builtFiles(dirname(dirname(binary)));
  const sources = asked.flatMap((name) => built[name.replace(/^file /, "")] ?? []);
  const lines = new Set([...asked.map(withoutHash), ...sources.map(sourceOf)]);
  return `${[...lines].toSorted().join("\n")}\n`;
}

/** A file's name ends in a hash of what is in it. */
function withoutHash(name: string): string {
  return name.replace(/-[\w-]{8}\.cjs$/, ".cjs");
}

function sourceOf(id: string): string {
  const named = PACKAGE.exec(id)?.[1];
  if (named !== undefined) return `package ${named.replaceAll("\\", "/")}`;
  return `source ${isAbsolute(id) ? relative(ROOT, id).replaceAll("\\", "/") : "rolldown's own"}`;
}

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly stderr: string }> {
  return new Promise((ended) => {
    const options = { env: { PATH: process.env["PATH"], ...env } };
    const child = execFile(process.execPath, args, options, (_error, _stdout, stderr) =>
      ended({ code: child.exitCode, stderr }),
    );
    child.stdin?.end();
  });
}
