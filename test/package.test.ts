import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../.config/packaging/bundle.mts";
import { packagesBeside, packagesIn } from "../.config/packaging/packages.mts";
import { filesOf } from "./support/tarball.ts";
import type { Packed } from "./support/tarball.ts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const run = promisify(execFile);

/** What a checkout has and a fresh clone has not. */
const MADE = ["node_modules", ".git", "dist", "THIRD-PARTY-LICENSES", "pix.cdx.json"];

/** A clock that is more than a year ahead, for every Node that is started with it. */
const AHEAD = `const Now = Date, ahead = 400 * 24 * 3600 * 1000;
globalThis.Date = class extends Now {
  constructor(...given) { super(...(given.length === 0 ? [Now.now() + ahead] : given)); }
  static now() { return Now.now() + ahead; }
};
`;

let folder = "";
let tarballs: readonly Buffer[] = [];
let files: readonly Packed[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pix-package-"));
  const ahead = join(folder, "ahead.cjs");
  writeFileSync(ahead, AHEAD);
  tarballs = await Promise.all([
    packed(checkout("one"), "umask 022", { TZ: "UTC", LC_ALL: "C" }),
    packed(strict(checkout(join("some where", "deeper", "two"))), "umask 077", {
      TZ: "Asia/Tokyo",
      LANG: "pt_BR.UTF-8",
      NODE_OPTIONS: `--require ${ahead}`,
    }),
  ]);
  files = filesOf(tarballs[0] ?? Buffer.alloc(0));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of this checkout as it would be cloned; its packages are this one's, so that no network is used. */
function checkout(name: string): string {
  const copy = join(folder, name);
  cpSync(root, copy, {
    recursive: true,
    filter: (path) => dirname(path) !== root || !MADE.includes(basename(path)),
  });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** As who keeps everything private would have cloned it. */
function strict(copy: string): string {
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o700);
  }
  return copy;
}

async function packed(
  copy: string,
  before: string,
  env: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const own = { PATH: process.env["PATH"], HOME: folder, npm_config_cache: join(copy, ".cache") };
  const quiet = { npm_config_offline: "true", npm_config_update_notifier: "false" };
  const command = `${before}; npm pack --silent --pack-destination '${dirname(copy)}'`;
  await run("sh", ["-c", command], { cwd: copy, env: { ...own, ...quiet, ...env } });
  const name = readdirSync(dirname(copy)).find((file) => file.endsWith(".tgz"));
  return readFileSync(join(dirname(copy), name ?? ""));
}

function manifest(): {
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly man: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
} {
  return JSON.parse(contentOf("package.json"));
}

function contentOf(path: string): string {
  return files.find((file) => file.path === path)?.content.toString("utf8") ?? "";
}

/** What npm puts beside the program, as far as it fits this machine. */
function install(): string {
  const prefix = mkdtempSync(join(folder, "installed-"));
  for (const { path, content, mode } of files) {
    mkdirSync(dirname(join(prefix, path)), { recursive: true });
    writeFileSync(join(prefix, path), content, { mode });
  }
  for (const one of packagesBeside(root).filter((each) => existsSync(each.folder))) {
    const place = join(prefix, "node_modules", one.name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(one.folder, place);
  }
  return prefix;
}

describe("the tarball", () => {
  it("is the same, byte for byte, from another folder, day, umask, language and time zone", () => {
    const sums = tarballs.map((tarball) => createHash("sha256").update(tarball).digest("hex"));
    expect(tarballs.map((tarball) => tarball.length > 100_000)).toEqual([true, true]);
    expect(sums[1]).toBe(sums[0]);
  });

  it("holds what runs, what a shell and man read, the licences, and nothing else", () => {
    const paths = files.map(({ path }) => path);
    const build = /^dist\/(?:(?:chunks\/)?[\w-]+\.cjs|\w+\.json)$/;
    expect(paths.filter((path) => build.test(path)).length).toBeGreaterThan(50);
    expect(paths.filter((path) => !build.test(path)).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "THIRD-PARTY-LICENSES",
      "bin/pix.js",
      "completions/_pix",
      "completions/pix.bash",
      "completions/pix.fish",
      "completions/pix.ps1",
      "man/pix.1",
      "package.json",
    ]);
    // A single name in place of the list is heeded by nobody.
    expect(manifest().man).toEqual(["man/pix.1"]);
  });

  it("names neither a source map nor the place where it was built", () => {
    const found = files.filter(({ content }) =>
      ["sourceMappingURL", root, folder].some((words) => content.includes(words)),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it("lets everybody read it, and start the program", () => {
    const all = tarballs.flatMap(filesOf);
    const modes = all.map(({ path, mode }) => [path, mode.toString(8)]);
    const expected = all.map(({ path }) => [path, path === "bin/pix.js" ? "755" : "644"]);
    expect(modes).toEqual(expected);
  });

  it("runs nothing when it is installed", () => {
    const { scripts } = manifest();
    expect(Object.keys(scripts)).toContain("prepare");
    const hooks = ["preinstall", "install", "postinstall"];
    expect(Object.keys(scripts).filter((name) => hooks.includes(name))).toEqual([]);
    const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    const installed = packagesBeside(root).map(
      (one) => packages[one.folder.slice(root.length + 1)],
    );
    expect(installed.length).toBeGreaterThan(10);
    expect(installed.filter(({ hasInstallScript }) => hasInstallScript === true)).toEqual([]);
  });

  it("creates a charge where nothing but the packages it names is beside it", async () => {
    const bin = join(install(), manifest().bin["pix"] ?? "");
    const args = [
      "pix",
      "create",
      "--amount",
      "19.90",
      "--profile",
      "sandbox",
      "--query",
      "amount",
    ];
    const env = { PATH: process.env["PATH"], HOME: folder, PIX_HOME: join(folder, "home") };
    const { stdout } = await run(process.execPath, [bin, ...args], { cwd: "/", env });
    expect(stdout).toBe("19.9\n");
  });
});

describe("a checkout that was installed without scripts", () => {
  async function start(main?: string): Promise<unknown> {
    const place = mkdtempSync(join(folder, "unbuilt-"));
    cpSync(join(root, "bin"), join(place, "bin"), { recursive: true });
    if (main !== undefined) {
      mkdirSync(join(place, "dist"));
      writeFileSync(join(place, "dist", "main.cjs"), main);
    }
    const env = { PATH: process.env["PATH"] };
    return run(process.execPath, [join(place, "bin", "pix.js"), "--version"], { env }).catch(
      (error: unknown) => error,
    );
  }

  it("says how to build it", async () => {
    const failed = await start();
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed).toHaveProperty("stderr", expect.stringContaining("npm run build"));
    expect(failed).toHaveProperty("stderr", expect.not.stringMatching(/^ +at /m));
    expect(manifest().scripts).toHaveProperty("build");
  });

  it("does not blame the build for a fault of what was built", async () => {
    const failed = await start('require("./chunks/gone.cjs");');
    expect(failed).toHaveProperty("stderr", expect.stringContaining("./chunks/gone.cjs"));
    expect(failed).toHaveProperty("stderr", expect.not.stringContaining("npm run build"));
  });
});

describe("the dependencies", () => {
  it("are what is not bundled, and all of that", async () => {
    const output = await bundleOf(root);
    const { dependencies = {}, optionalDependencies = {} } = manifest();
    const declared = Object.keys({ ...dependencies, ...optionalDependencies });
    const bundled = packagesIn(output, root).map(({ name }) => name);
    expect(bundled.length).toBeGreaterThan(20);
    expect(declared.filter((name) => bundled.includes(name))).toEqual([]);

    const names = output.map(({ fileName }) => fileName);
    const outside = output
      .flatMap((part) => (part.type === "chunk" ? part.imports.concat(part.dynamicImports) : []))
      .filter((name) => !names.includes(name) && !name.startsWith(".") && !isBuiltin(name));
    expect(outside.filter((name) => !declared.includes(name))).toEqual([]);

    const code = files.filter(({ path }) => path.startsWith("dist/"));
    const isUsed = (name: string): boolean =>
      // A native part is named by its platform only when it runs.
      [name, name.replace(/^(@[^/]+\/).*/, "$1")].some((words) =>
        code.some(({ content }) => content.includes(words)),
      );
    expect(declared.length).toBeGreaterThan(0);
    expect(declared.filter((name) => !isUsed(name))).toEqual([]);
  });

  it("are pinned", () => {
    const { dependencies = {}, optionalDependencies = {} } = manifest();
    const ranges = Object.values({ ...dependencies, ...optionalDependencies });
    expect(ranges.filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
  });
});
