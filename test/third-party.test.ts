import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "rolldown";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { bundleOf } from "../.config/packaging/bundle.mts";
import { packagesBeside, packagesIn } from "../.config/packaging/packages.mts";
import type { BundledPackage } from "../.config/packaging/packages.mts";
import { billOfMaterials } from "../.config/packaging/sbom.mts";
import { thirdParty } from "../.config/packaging/third-party.mts";

const root = new URL("..", import.meta.url).pathname.replace(/\/$/, "");

/** What the build of these tests wrote beside its dist/. */
const notices = readFileSync(
  join(dirname(inject("pixBinary")), "..", "THIRD-PARTY-LICENSES"),
  "utf8",
);

let bundled: readonly BundledPackage[] = [];
let written = "";
beforeAll(async () => {
  bundled = packagesIn(await bundleOf(root), root);
  written = await billOfMaterials(root);
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project of one file, and its packages: each a manifest, its code and what else is in its folder. */
function project(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const folder = mkdtempSync(join(tmpdir(), "pix-third-party-"));
  folders.push(folder);
  const names = Object.keys(packages);
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("main.js", names.map((name) => `import { said } from "${name}"; said();`).join("\n"));
  write("package-lock.json", JSON.stringify({ packages: {} }));
  // The bundler's own few lines are in every bundle.
  const all = { ...packages, rolldown: { LICENSE: "The bundler's." } };
  for (const [name, files] of Object.entries(all)) {
    const manifest = { name, version: "1.2.3", license: "MIT", main: "lib/index.js" };
    write(`node_modules/${name}/package.json`, JSON.stringify(manifest));
    for (const [path, content] of Object.entries(files)) {
      write(`node_modules/${name}/${path}`, content);
    }
  }
  return folder;
}

const CODE = "exports.said = () => console.log('said');\n";

async function noticesOf(cwd: string): Promise<string> {
  await build({
    cwd,
    input: "main.js",
    platform: "node",
    logLevel: "silent",
    plugins: [thirdParty()],
    output: { dir: join(cwd, "dist"), format: "cjs", minify: true },
  });
  return readFileSync(join(cwd, "THIRD-PARTY-LICENSES"), "utf8");
}

describe("the licences of others", () => {
  it("name what has code in the bundle, and nothing that only builds it", () => {
    expect(bundled.length).toBeGreaterThan(50);
    const told = bundled.map(({ name, version }) => `\n  ${name} ${version} (`);
    expect(told.filter((line) => !notices.includes(line))).toEqual([]);
    expect(notices).not.toMatch(/\n {2}(?:oxlint|vitest|typescript|knip) /);
  });

  it("name what is installed beside it, on any platform", () => {
    const beside = packagesBeside(root).map(({ name, version }) => `\n  ${name} ${version} (`);
    expect(beside.length).toBeGreaterThan(10);
    expect(beside.filter((line) => !notices.includes(line))).toEqual([]);
    expect(notices).toContain("@libsql/darwin-arm64");
  });

  it("give each package's own text", () => {
    for (const { folder } of bundled.filter(({ name }) => /^(commander|hono|rxjs)$/.test(name))) {
      const name = folder.endsWith("rxjs") ? "LICENSE.txt" : "LICENSE";
      const text = readFileSync(join(folder, name), "utf8").replaceAll(/[ \t]+$/gm, "");
      expect(notices).toContain(text.trim());
    }
  });

  it("give what a package took in from elsewhere", () => {
    expect(notices).toContain("Copyright (c) 2009 Kazuhiko Arase");
    expect(notices).toContain("llhttp, which undici contains:\n\nCopyright Fedor Indutny, 2018.");
  });

  it("stop a build with a package that gives none", async () => {
    const folder = project({ bare: { "lib/index.js": CODE } });
    await expect(noticesOf(folder)).rejects.toThrow(
      "bare 1.2.3 would be shipped without a licence",
    );
  });

  it("leave out a package that left no code", async () => {
    const folder = project({
      used: { "lib/index.js": CODE, "LICENCE.md": "You may use it." },
      bare: { "lib/index.js": CODE },
    });
    writeFileSync(join(folder, "main.js"), `import { said } from "used"; said();`);
    expect(await noticesOf(folder)).not.toContain("bare");
  });

  it("go with the code: a text in a folder, a comment of a file", async () => {
    const folder = project({
      used: {
        "lib/index.js": `require("./inner/one"); require("./other");\n${CODE}`,
        "lib/inner/one.js": "exports.one = () => 1;\nconsole.log(1);\n",
        "lib/inner/LICENSE": "The inner licence.",
        "lib/other.js": "/* Copyright 1999 by Somebody */\nconsole.log(2);\n",
        "lib/unused/three.js": "/* Copyright 2000 by Nobody */\n",
        LICENSE: "The outer licence.\r\n",
      },
    });
    const said = await noticesOf(folder);
    expect(said).toContain("used 1.2.3 (MIT)");
    expect(said).toContain("The outer licence.\n\nThe inner licence.");
    expect(said).toContain("In lib/other.js:\n\n/* Copyright 1999 by Somebody */");
    expect(said).not.toContain("Nobody");
  });
});

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly properties: readonly { readonly name: string }[];
}

function billOf(json: string): Bill {
  return JSON.parse(json);
}

function refOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}

describe("the bill of materials", () => {
  it("lists the bundle and what is beside it, each as what it is, and nothing else", () => {
    const { components } = billOf(written);
    const refs = components.map((one) => one["bom-ref"]);
    const shipped = [...bundled, ...packagesBeside(root)].map(refOf);
    expect(refs.toSorted()).toEqual([...new Set(shipped)].toSorted());

    const marked = (mark: string): readonly string[] =>
      components
        .filter(({ properties }) => properties.some(({ name }) => name.endsWith(`:${mark}`)))
        .map((one) => one["bom-ref"]);
    expect(marked("bundled").toSorted()).toEqual(bundled.map(refOf).toSorted());
    expect(marked("development")).toEqual([]);
  });

  it("leads from the program to every part", () => {
    const { metadata, components, dependencies } = billOf(written);
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const { "bom-ref": program, name } = metadata.component;
    expect(name).toBe("pix-cli");
    const seen = new Set([program]);
    for (const ref of seen) for (const needed of needs.get(ref) ?? []) seen.add(needed);
    expect(seen.size).toBe(components.length + 1);
  });

  it("is the same each time: no day and no random number", async () => {
    expect(await billOfMaterials(root)).toBe(written);
    expect(written).not.toMatch(/timestamp|serialNumber/);
  });
});
