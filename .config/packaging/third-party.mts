import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "rolldown";
import { thirdParty as said } from "../../src/text/third-party.ts";
import { grouped } from "./grouped.mts";
import { packagesBeside, packagesIn } from "./packages.mts";
import type { BundledPackage, InstalledPackage, Package } from "./packages.mts";

const FILE = "THIRD-PARTY-LICENSES";
const RULE = "-".repeat(80);

/**
 * Writes THIRD-PARTY-LICENSES beside the folder of the build. It is made of the very modules of that build,
 * so the two cannot part; a package that gives no licence stops it.
 */
export function thirdParty(): Plugin {
  let project = "";
  let notices = "";
  return {
    name: "third-party-licences",
    buildStart({ cwd }) {
      project = cwd;
    },
    generateBundle(_options, bundle) {
      notices = noticesOf(packagesIn(Object.values(bundle), project), packagesBeside(project));
    },
    writeBundle({ dir }) {
      writeFileSync(join(dirname(resolve(project, dir ?? "dist")), FILE), notices);
    },
  };
}

function noticesOf(
  bundled: readonly BundledPackage[],
  beside: readonly InstalledPackage[],
): string {
  const texts = [
    ...bundled.map((one) => ({ name: nameOf(one), text: noticeOf(one) })),
    ...beside.map((one) => ({ name: nameOf(one), text: licenceBeside(one) })),
  ];
  // Many packages of one author have one text, and native parts that of the whole.
  const groups = [...grouped(texts, ({ text }) => text)];
  const parts = groups.map(([text, them]) => {
    const names = [...new Set(them.map(({ name }) => name))];
    return `${RULE}\n${names.join("\n")}\n\n${text}\n`;
  });
  const head = [said.title, "", said.bundled, ...bundled.map(line)];
  const tail = [
    "",
    said.beside,
    ...beside.map(line),
    "",
    said.native,
    said.sources,
    said.texts,
    "",
  ];
  return [...head, ...tail, ...parts].join("\n");
}

function nameOf({ name, version }: Package): string {
  return `${name} ${version}`;
}

function line(one: Package): string {
  return `  ${nameOf(one)} (${said.licence(one.licence)})`;
}

/** All that a bundled package asks to be said; the bundle itself has lost its comments. */
function noticeOf(one: BundledPackage): string {
  const folders = new Set(one.modules.flatMap((module) => foldersOf(module, one.folder)));
  const licences = [...folders].toSorted().flatMap(licencesIn);
  if (licencesIn(one.folder).length === 0) {
    throw new Error(said.missing(nameOf(one), one.folder));
  }
  const comments = one.modules.flatMap((module) => commentsOf(module, one.folder));
  return [...licences, ...comments, ...innerOf(one)].join("\n\n");
}

function licenceBeside({ nativePartOf, ...one }: InstalledPackage): string {
  const folder = nativePartOf ?? one.folder;
  const licences = existsSync(folder) ? licencesIn(folder) : [];
  if (licences.length === 0) throw new Error(said.missing(nameOf(one), folder));
  return licences.join("\n\n");
}

/** The folders from a package's own down to a module's: what was taken in from elsewhere has its text. */
function foldersOf(module: string, folder: string): readonly string[] {
  if (!module.startsWith(`${folder}/`)) return [folder];
  const steps = relative(folder, dirname(module)).split("/");
  return [folder, ...steps.map((_step, at) => join(folder, ...steps.slice(0, at + 1)))];
}

function licencesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)\b/i.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .map((name) => tidied(readFileSync(join(folder, name), "utf8")));
}

/** The comments of a module that speak of rights: what was taken in from elsewhere often has its own. */
function commentsOf(module: string, folder: string): readonly string[] {
  if (!existsSync(module)) return [];
  const comments = readFileSync(module, "utf8").matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm);
  return [...comments]
    .map(([comment]) => comment)
    .filter((comment) => /copyright|@licen[cs]e|licen[cs]ed under/i.test(comment))
    .map((comment) => `${said.comment(relative(folder, module))}\n\n${tidied(comment)}`);
}

/** Code that a package took in without its licence; each grants what the package's own text grants. */
const INNER = [
  {
    outer: "undici",
    path: "lib/llhttp/",
    inner: "llhttp",
    copyright: "Copyright Fedor Indutny, 2018.",
    grant: /^Permission is hereby granted[\s\S]*/m,
  },
];

function innerOf(one: BundledPackage): readonly string[] {
  return INNER.filter(
    ({ outer, path }) =>
      outer === one.name && one.modules.some((id) => relative(one.folder, id).startsWith(path)),
  ).map(({ outer, inner, copyright, grant }) => {
    const granted = grant.exec(licencesIn(one.folder)[0] ?? "")?.[0];
    if (granted === undefined) throw new Error(said.missing(inner, one.folder));
    return [said.within(outer, inner), copyright, granted].join("\n\n");
  });
}

function tidied(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(/[ \t]+$/gm, "")
    .trim();
}
