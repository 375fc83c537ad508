import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askedPage, renderHelp } from "./cli/help.ts";
import type { HelpPages } from "./cli/help.ts";
import type { Declared } from "./cli/line.ts";

/**
 * What is known before anything is loaded, the version and the help, is said here; all else is run. The
 * build has put two files beside this one: what help says, and what plain command lines are read with.
 */
function main(argv: readonly string[]): void {
  const answer = answerTo(argv);
  if (answer === undefined) return void start();
  // Without a listener a reader that goes away, or a full disk, would crash the process.
  process.stdout.on("error", () => undefined);
  process.stdout.write(answer, (error) => void (error && tell(error)));
}

function answerTo(argv: readonly string[]): string | undefined {
  const [word = ""] = argv;
  const help = (): HelpPages => readMade<HelpPages>("help.json");
  if (argv.length === 1 && ["--version", "-V"].includes(word)) return `${help().version}\n`;
  const page = askedPage(argv, help);
  return page && renderHelp(page, process.stdout);
}

async function start(): Promise<void> {
  const { runProcess } = await import("./process.ts");
  await runProcess(readMade<Declared>("commands.json"));
}

async function tell(error: Error): Promise<void> {
  const { tellUnwritten } = await import("./process.ts");
  await tellUnwritten(error);
}

/** A file of the build, which is as much part of the program as its code. */
function readMade<Made>(name: string): Made {
  return JSON.parse(readFileSync(join(__dirname, name), "utf8")) as Made;
}

main(process.argv.slice(2));
