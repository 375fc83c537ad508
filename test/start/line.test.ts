import { Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BODIES } from "../../src/cli/bodies.ts";
import { commandTree, readLine } from "../../src/cli/commander.ts";
import { declaredOf, helpPagesOf } from "../../src/cli/declaration.ts";
import { askedPage, renderHelp } from "../../src/cli/help.ts";
import type { CommandLine } from "../../src/cli/line.ts";
import { plainLine } from "../../src/cli/plain.ts";
import { createProgram } from "../../src/cli.ts";
import type { CommandNode } from "../../src/domain/command-tree.ts";
import { en } from "../../src/text/en.ts";

const declared = declaredOf(createProgram(en));
const pages = helpPagesOf(createProgram(en), en);

/** What commander makes of a command line, or what it shows; undefined where it takes it for a slip. */
async function byCommander(
  argv: readonly string[],
  columns?: number,
): Promise<{ readonly line: CommandLine | undefined; readonly shown: string } | undefined> {
  let shown = "";
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      shown += chunk.toString("utf8");
      done();
    },
  });
  const stream = columns === undefined ? stdout : Object.assign(stdout, { columns });
  try {
    return { line: await readLine(argv, { stdout: stream }, en), shown };
  } catch {
    return undefined;
  }
}

const commands = Object.keys(declared.commands);
const flags = [
  ...declared.everywhere,
  ...Object.values(declared.commands).flatMap((one) => one.options),
];
const words = [
  ...new Set([
    ...commands.flatMap((command) => [command, ...command.split(" ")]),
    ...flags.flatMap(({ names }) => names),
    ...flags.flatMap(({ names, choices = ["1"] }) => names.map((name) => `${name}=${choices[0]}`)),
    ...flags.flatMap(({ choices = [] }) => choices),
    ...[
      "x",
      "",
      "-",
      "--",
      "-1",
      "--no",
      "-qy",
      "-pstaging",
      "a b",
      "key=value",
      "help",
      "-h",
      "--help",
    ],
  ]),
];

/** A command with options of its own and everybody's, in any order, and words that may or may not fit. */
const commandLines = fc.constantFrom(...commands).chain((command) => {
  const own = declared.commands[command]?.options ?? [];
  const option = fc
    .constantFrom(...own, ...declared.everywhere)
    .chain(({ names, value, choices }) => {
      const name = fc.constantFrom(...names);
      const given = fc.constantFrom(...(choices ?? ["x", "19.90", "a=b", "-5", "--json", "pix"]));
      if (value === "none") return name.map((one) => [one]);
      return fc.oneof(
        fc.tuple(name, given),
        fc.tuple(name, given).map(([one, other]) => [`${one}=${other}`]),
        name.map((one) => [one]),
      );
    });
  const operands = (declared.commands[command]?.operands ?? []).map(({ choices }) => [
    choices?.[0] ?? "x",
  ]);
  return fc
    .tuple(fc.array(option, { maxLength: 4 }), fc.array(option, { maxLength: 2 }), fc.boolean())
    .chain(([after, before, whole]) =>
      fc
        .shuffledSubarray([...after, ...operands], {
          minLength: whole ? after.length + operands.length : 0,
        })
        .map((rest) => [...before, command.split(" "), ...rest].flat()),
    );
});

async function bothReadTheSame(argv: readonly string[]): Promise<boolean> {
  const plain = plainLine(argv, declared);
  if (plain === undefined) return false;
  const read = await byCommander(argv);
  expect(read?.line, argv.join(" ")).toEqual(plain);
  return true;
}

describe("a plain command line", () => {
  it("is read as commander reads it, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { maxLength: 7 }), async (argv) => {
        await bothReadTheSame(argv);
      }),
    );
  });

  it("is read as commander reads it where it is nearly right", async () => {
    let plain = 0;
    let all = 0;
    await fc.assert(
      fc.asyncProperty(commandLines, async (argv) => {
        all += 1;
        if (await bothReadTheSame(argv)) plain += 1;
      }),
      { numRuns: 1000 },
    );
    // Neither everything nor nothing is left to commander.
    expect(plain).toBeGreaterThan(all / 10);
    expect(plain).toBeLessThan((all * 9) / 10);
  });

  it.each([
    ["pix create --amount 19.90 --profile sandbox"],
    ["-p sandbox pix create --amount=19.90 --json"],
    ["pix create --metadata a=b --metadata c=d --no-input"],
    ["balance"],
    ["balance --watch"],
    ["balance --watch 5s --quiet"],
    ["profiles list --header"],
    ["decode"],
    ["decode 000201"],
    ["withdraw batch run folha.csv --expect-count 3 --expect-total 10"],
    ["sandbox fault add --on *"],
    ["api GET /balance -H a:b -F c=d --input -"],
  ])("needs no commander: %s", async (typed) => {
    expect(await bothReadTheSame(typed.split(" "))).toBe(true);
  });

  it.each([
    ["pix create --amount --json"],
    ["pix create --wait --json"],
    ["pix create --amount -5"],
    ["pix create extra"],
    ["pix get"],
    ["pix"],
    ["balance --help"],
    ["balance --version"],
    ["balance --qr small"],
    ["pix create --qr huge"],
    ["pix create --amountt 1"],
    ["pix create -qy"],
    ["pix create -- x"],
    ["--amount 1 pix create"],
    ["pix get help"],
    ["sandbox fault add"],
    ["profiles set name a b"],
    ["|profiles list"],
    ["sandbox |keys list"],
    ["|sandbox keys list"],
    ["constructor"],
    ["pix constructor"],
  ])("is left to commander: %s", (typed) => {
    // What follows a bar is one word, spaces and all.
    const [apart = "", whole] = typed.split("|");
    const argv = [...apart.split(" "), ...(whole === undefined ? [] : [whole])];
    expect(
      plainLine(
        argv.filter((word) => word !== ""),
        declared,
      ),
    ).toBeUndefined();
  });

  it("runs a body for every command, and nothing else has one", () => {
    expect(Object.keys(BODIES).toSorted()).toEqual(leavesOf(commandTree(en), []).toSorted());
  });
});

describe("help", () => {
  it("kept by the build is what commander shows, in every width", async () => {
    for (const name of Object.keys(pages.pages)) {
      const argv = [...name.split(" ").filter((word) => word !== ""), "--help"];
      const page = askedPage(argv, () => pages);
      if (page === undefined) throw new Error(`no page for ${name}`);
      for (const columns of [0, 1, 20, 40, 57, 80, 100, 173]) {
        expect(renderHelp(page, { columns })).toBe((await byCommander(argv, columns))?.shown);
      }
    }
  });

  it("is at most as wide as the window, and keeps every word", () => {
    for (const page of Object.values(pages.pages)) {
      const wide = renderHelp(page, { columns: 1000 });
      for (const columns of [40, 80]) {
        const shown = renderHelp(page, { columns });
        const long = shown
          .split("\n")
          .filter((line) => line.length > columns && / \S+ +\S/.test(line));
        expect(long.filter((line) => !/^(Usage:| +-)/.test(line))).toEqual([]);
        expect(shown.split(/\s+/)).toEqual(wide.split(/\s+/));
      }
    }
  });

  it.each([[[]], [["--help"]], [["-h"]], [["help"]], [["help", "pix", "create"]]])(
    "is asked for by %j",
    async (argv) => {
      const page = askedPage(argv, () => pages);
      expect(page && renderHelp(page, {})).toBe((await byCommander(argv))?.shown);
    },
  );

  it.each([["balance"], ["pix nothing --help"], ["help nothing"], ["--json --help"], ["help -h"]])(
    "is not what %j asks for alone",
    (typed) => {
      expect(askedPage(typed.split(" "), () => pages)).toBeUndefined();
    },
  );

  it("is not asked for by two words in one", () => {
    expect(askedPage(["help", "pix create"], () => pages)).toBeUndefined();
    expect(askedPage(["pix create", "--help"], () => pages)).toBeUndefined();
  });

  it("is read only where it may be asked for", () => {
    const read = (): never => {
      throw new Error("read");
    };
    expect(askedPage(["balance", "--json"], read)).toBeUndefined();
  });
});

function leavesOf(node: CommandNode, words: readonly string[]): readonly string[] {
  return node.subcommands
    .filter(({ name }) => name !== "help")
    .flatMap((below) => {
      const path = [...words, below.name];
      return below.subcommands.length === 0 ? [path.join(" ")] : leavesOf(below, path);
    });
}
