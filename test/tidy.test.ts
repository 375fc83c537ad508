import { readFileSync, readdirSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { describe, expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;

interface Source {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly lines: readonly string[];
  readonly imports: readonly Import[];
}

interface Import {
  readonly from: string;
  readonly typeOnly: boolean;
}

const sources = filesIn("src").map(read);
const tests = filesIn("test").map(read);

/** A folder (or file) of src/ and its floor: a file imports from its own folder and from lower floors. */
const FLOORS: readonly (readonly [number, string])[] = [
  [11, "src/main.ts"],
  [10, "src/process.ts"],
  [9, "src/run.ts"],
  [9, "src/cli.ts"],
  [9, "src/cli/"],
  [9, "src/flags.ts"],
  [8, "src/wiring.ts"],
  [7, "src/writer.ts"],
  [7, "src/commands/"],
  [6, "src/polling.ts"],
  [6, "src/next.ts"],
  [5, "src/context.ts"],
  [5, "src/values.ts"],
  [4, "src/payouts/"],
  [4, "src/notifications/"],
  [4, "src/sandbox/"],
  [3, "src/ledger/"],
  [3, "src/profiles/"],
  [3, "src/api/"],
  [3, "src/terminal/"],
  [2, "src/database.ts"],
  [1, "src/private-folder.ts"],
  [1, "src/group.ts"],
  [1, "src/errors.ts"],
  [1, "src/text/"],
  [1, "src/host.ts"],
  [1, "src/version.ts"],
  [0, "src/domain/"],
];

/** The one file or folder that may import a library. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  commander: ["src/cli.ts", "src/cli/"],
  libsql: ["src/database.ts"],
  valibot: ["src/api/", "src/sandbox/"],
  "@valibot/to-json-schema": ["src/sandbox/openapi.ts"],
  hono: ["src/sandbox/"],
  "@hono/node-server": ["src/sandbox/server.ts"],
  undici: ["src/api/send/pool.ts"],
  "@napi-rs/keyring": ["src/profiles/keyring.ts"],
  conf: ["src/profiles/write.ts"],
  inquirer: ["src/terminal/prompt.ts"],
  ora: ["src/terminal/progress.ts"],
  chalk: ["src/terminal/style.ts"],
  "cli-table3": ["src/terminal/table.ts"],
  qrcode: ["src/terminal/qrcode.ts"],
  "qrcode-terminal": ["src/terminal/qrcode.ts"],
  "@jmespath-community/jmespath": ["src/terminal/query.ts"],
};

/** Words that reach past the Host; only `process.ts`, and `main.ts` for what needs none, may. */
const AMBIENT = new RegExp(
  [
    String.raw`\bconsole\.|\bprocess\.|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(`,
    String.raw`(?<!\.)\bfetch\(|(?<![.\w])setTimeout\(|\bsetInterval\(`,
  ].join("|"),
);

/** The process itself, and the one place that waits for sockets. */
const CLOCKS = ["src/main.ts", "src/process.ts", "src/api/send/after.ts"];

describe("the layout", () => {
  it("is seen by these tests", () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(({ imports }) => imports).length).toBeGreaterThan(150);
    expect(tests.length).toBeGreaterThan(15);
  });

  it("gives every file a floor", () => {
    expect(
      sources.filter(({ path }) => floorOf(path) === undefined).map(({ path }) => path),
    ).toEqual([]);
  });

  it("lets a file import its own folder and lower floors alone", () => {
    const wrong = internalImports()
      .filter(({ typeOnly }) => !typeOnly)
      .filter(({ file, target }) => !mayImport(file, target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("lets even types flow only downwards, but for the Context's", () => {
    const wrong = internalImports()
      .filter(({ typeOnly }) => typeOnly)
      .filter(({ file, target }) => file !== "src/context.ts" && !mayImport(file, target));
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("keeps commands from importing another noun's commands", () => {
    const noun = (path: string): string => path.split("/")[2]?.replace(/\.ts$/, "") ?? "";
    const wrong = internalImports().filter(
      ({ file, target }) =>
        file.startsWith("src/commands/") &&
        target.startsWith("src/commands/") &&
        noun(file) !== noun(target),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("lets only the sandbox's commands and the wiring import the sandbox", () => {
    const wrong = internalImports().filter(
      ({ file, target, typeOnly }) =>
        target.startsWith("src/sandbox/") &&
        !typeOnly &&
        !/^src\/(sandbox|commands\/sandbox)\/|^src\/wiring\.ts$/.test(file),
    );
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
  });

  it("has one door for each library", () => {
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ from }) => !from.startsWith(".") && !from.startsWith("node:"))
        .map(({ from }) => libraryOf(from))
        .filter((library) => !(DOORS[library] ?? []).some((door) => path.startsWith(door)))
        .map((library) => `${path} imports ${library}`),
    );
    expect(wrong).toEqual([]);
  });

  it("uses every door it names", () => {
    const used = new Set(
      sources.flatMap(({ imports }) => imports.map(({ from }) => libraryOf(from))),
    );
    expect(Object.keys(DOORS).filter((library) => !used.has(library))).toEqual([]);
  });
});

describe("the style", () => {
  it("keeps files short, but for the catalogues of sentences", () => {
    const long = sources.filter(
      ({ path, lines }) => lines.length > 301 && !path.startsWith("src/text/"),
    );
    expect(long.map(({ path, lines }) => `${path}: ${lines.length} lines`)).toEqual([]);
  });

  it("keeps lines short", () => {
    const long = [...sources, ...tests].flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        line.length > 110 && !/["'`]\S{60,}["'`]/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
    );
    expect(long).toEqual([]);
  });

  it("reaches the outside through the Host alone", () => {
    const found = sources
      .filter(({ path }) => !CLOCKS.includes(path))
      .flatMap(({ path, lines }) =>
        lines.flatMap((line, index) =>
          AMBIENT.test(code(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
        ),
      );
    expect(found).toEqual([]);
  });

  it("mocks no module and skips no test", () => {
    const banned =
      /\bvi\.mock\(|\bvi\.useFakeTimers\(|\b(it|describe|test)\.(skip|only|todo|skipIf|runIf)\b/;
    const found = tests.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) => (banned.test(code(line)) ? [`${path}:${index + 1}`] : [])),
    );
    // What a machine does not have cannot be driven there; these files say so, in the test's name.
    const allowed = /^test\/(tidy\.test|completion\/shells|support\/where)\.ts:/;
    expect(found.filter((place) => !allowed.test(place))).toEqual([]);
  });

  it("leaves nothing for later", () => {
    const word = new RegExp(`\\b(${["TO", "DO"].join("")}|${["FIX", "ME"].join("")})\\b`);
    const found = [...sources, ...tests].filter(({ lines }) =>
      lines.some((line) => word.test(line)),
    );
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts"),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function read(path: string): Source {
  const source = readFileSync(join(root, path), "utf8");
  return { path, lines: source.split("\n"), imports: importsOf(source) };
}

function importsOf(source: string): Import[] {
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:[^;"']*?\sfrom\s+)?["']([^"']+)["']|\b(?:import|require\.resolve)\(\s*["']([^"']+)["']/gm,
  );
  return [...statements].map(([, type, fixed, lazy]) => ({
    from: fixed ?? lazy ?? "",
    typeOnly: type !== undefined,
  }));
}

function internalImports(): { file: string; target: string; typeOnly: boolean }[] {
  return sources.flatMap(({ path, imports }) =>
    imports
      .filter(({ from }) => from.startsWith(".") && from.endsWith(".ts"))
      .map(({ from, typeOnly }) => ({
        file: path,
        target: posix.normalize(posix.join(posix.dirname(path), from)),
        typeOnly,
      })),
  );
}

function floorOf(path: string): number | undefined {
  return FLOORS.find(([, place]) => path.startsWith(place))?.[0];
}

function placeOf(path: string): string | undefined {
  return FLOORS.find(([, place]) => path.startsWith(place))?.[1];
}

function mayImport(file: string, target: string): boolean {
  if (placeOf(file) === placeOf(target)) return true;
  const [from, to] = [floorOf(file), floorOf(target)];
  if (from === undefined || to === undefined) return false;
  // Errors are told in sentences, and sentences name the domain's problems.
  return to < from || (from === 1 && to === 1) || (from === 9 && to === 9);
}

function libraryOf(specifier: string): string {
  const parts = specifier.split("/");
  return parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}

/** A line without what stands in quotes or behind comment marks. */
function code(line: string): string {
  return line
    .replace(/(["'`])(?:\\.|(?!\1).)*\1/g, '""')
    .replace(/\/\/.*$/, "")
    .replace(/^\s*\/?\*.*$/, "");
}
