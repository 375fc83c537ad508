import { DryRun } from "./api/dry-run.ts";
import { BODIES } from "./cli/bodies.ts";
import type { CommandLine, Declared } from "./cli/line.ts";
import { plainLine } from "./cli/plain.ts";
import type { Context, GlobalFlags } from "./context.ts";
import { EXIT, LocalError } from "./errors.ts";
import { globalFlags, guessedFlags } from "./flags.ts";
import type { Host } from "./host.ts";
import { createSink, unwritten } from "./terminal/stream.ts";
import { en } from "./text/en.ts";
import type { Text } from "./text/text.ts";
import { isOldNode, nodeWanted } from "./version.ts";
import { createContext } from "./wiring.ts";

/**
 * Runs one command line and gives its exit code; whatever fails is told on stderr, nothing is thrown.
 * `declared` is what the build has read off cli.ts: with it most command lines need no commander.
 */
export async function run(
  argv: readonly string[],
  host: Host,
  declared?: Declared,
): Promise<number> {
  const text = en;
  let flags: GlobalFlags | undefined;
  const stdout = createSink(host.stdout);
  try {
    refuseOldNode(host, text);
    const line = (declared && plainLine(argv, declared)) ?? (await readLine(argv, host, text));
    if (line !== undefined) {
      flags = globalFlags(line.flags, text);
      await perform(line, { host, flags, text });
    }
    await stdout.flush().catch((error: unknown) => {
      throw unwritten(error, text);
    });
    return EXIT.ok;
  } catch (error) {
    const { report } = await import("./terminal/report.ts");
    return report(error, { host, text, flags: flags ?? guessedFlags(argv) });
  }
}

/** On an older one something would fail somewhere, and with words that say nothing. */
function refuseOldNode({ nodeVersion }: Host, text: Text): void {
  if (!isOldNode(nodeVersion)) return;
  const { message, hint } = text.errors.oldNode(nodeVersion, nodeWanted);
  throw new LocalError(message, { hint });
}

/** Undefined where help or the version was asked for, and shown. */
async function readLine(
  argv: readonly string[],
  host: Host,
  text: Text,
): Promise<CommandLine | undefined> {
  const commander = await import("./cli/commander.ts");
  return commander.readLine(argv, host, text);
}

async function perform(
  { command, input }: CommandLine,
  given: { readonly host: Host; readonly flags: GlobalFlags; readonly text: Text },
): Promise<void> {
  const { text } = given;
  const load = BODIES[command];
  if (load === undefined) throw new Error(`no body for ${command}`);
  const tree: Context["tree"] = async () => (await import("./cli/commander.ts")).commandTree(text);
  const context = await createContext({ ...given, tree });
  try {
    const body = await load();
    // What a body takes is what cli.ts declares for it.
    await body(context, input as never).catch(async (error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
      const { unsentRequest } = await import("./api/unsent.ts");
      const { showUnsent } = await import("./terminal/unsent.ts");
      await showUnsent(unsentRequest(error.request), context.output, text);
    });
    await context.output.flush();
  } finally {
    await context.dispose();
  }
}
