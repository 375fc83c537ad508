import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OutputAsset, OutputChunk } from "rolldown";
import * as v from "valibot";
import { grouped } from "./grouped.mts";

/** A package of somebody else's, as it lies in node_modules. */
export interface Package {
  readonly name: string;
  readonly version: string;
  /** What it says of itself, such as MIT; its text is what counts. */
  readonly licence: string;
  readonly folder: string;
}

export interface BundledPackage extends Package {
  /** Its files that have code in the bundle. */
  readonly modules: readonly string[];
}

export interface InstalledPackage extends Package {
  /** Of a build for one platform: the folder of the package that it is the native part of. */
  readonly nativePartOf: string | undefined;
}

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), ""),
});

const lockedSchema = v.object({
  version: v.optional(v.string(), ""),
  license: v.optional(v.string(), ""),
  dev: v.optional(v.boolean(), false),
  os: v.optional(v.array(v.string())),
  cpu: v.optional(v.array(v.string())),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
});

const lockSchema = v.object({ packages: v.record(v.string(), lockedSchema) });

const NODE_MODULES = "node_modules/";

/** What the bundler itself adds to every build. */
const BUNDLER = { module: "\0rolldown/runtime.js", name: "rolldown" };

/**
 * The packages that have code in what the bundler wrote, by its own account: a package that is imported and
 * shaken off is not among them, and one that another brings along is.
 */
export function packagesIn(
  output: readonly (OutputAsset | OutputChunk)[],
  project: string,
): readonly BundledPackage[] {
  const modules = output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
  const folders = grouped(new Set(modules), (id) => folderOf(id, project));
  return [...folders]
    .flatMap(([folder, ids]) =>
      folder === undefined ? [] : [{ ...manifestOf(folder), folder, modules: ids.toSorted() }],
    )
    .toSorted(byName);
}

/** The packages that npm puts beside the program, on any platform, by the lock file. */
export function packagesBeside(project: string): readonly InstalledPackage[] {
  const { packages } = v.parse(lockSchema, readJson(join(project, "package-lock.json")));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith(NODE_MODULES) && !dev)
    .map(([path, { version, license, os, cpu }]) => {
      const name = path.slice(path.lastIndexOf(NODE_MODULES) + NODE_MODULES.length);
      const isNative = os !== undefined || cpu !== undefined;
      const whole = isNative ? wholeOf(name, packages) : undefined;
      return {
        name,
        version,
        licence: license,
        folder: join(project, path),
        nativePartOf: whole === undefined ? undefined : join(project, whole),
      };
    })
    .toSorted(byName);
}

function wholeOf(
  name: string,
  packages: Readonly<Record<string, v.InferOutput<typeof lockedSchema>>>,
): string | undefined {
  const found = Object.entries(packages).find(
    ([path, { optionalDependencies }]) => path !== "" && name in optionalDependencies,
  );
  return found?.[0];
}

/** The folder of the package that a module belongs to; none for the project's own. */
function folderOf(id: string, project: string): string | undefined {
  if (id === BUNDLER.module) return join(project, NODE_MODULES, BUNDLER.name);
  if (id.startsWith("\0")) throw new Error(`nobody knows whose code ${id.slice(1)} is`);
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll("\\", "/"))?.[0];
}

function manifestOf(folder: string): Omit<Package, "folder"> {
  const { name, version, license } = v.parse(
    manifestSchema,
    readJson(join(folder, "package.json")),
  );
  return { name, version, licence: license };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function byName(one: Package, other: Package): number {
  const [first, second] = [`${one.name}@${one.version}`, `${other.name}@${other.version}`];
  return first < second ? -1 : Number(first > second);
}
