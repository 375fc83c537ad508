import { randomBytes, randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { payBatch } from "../../src/commands/withdraw/batch/pay-batch.ts";
import type { GlobalFlags } from "../../src/context.ts";
import type { Host } from "../../src/host.ts";
import { en } from "../../src/text/en.ts";
import { createContext } from "../../src/wiring.ts";

/**
 * Pays a batch that was planned, as `pix withdraw batch run` does, with more under way at once than the
 * command line lets: the same code from behind the flags on.
 */
export async function payPlanned(name: string, atOnce: number): Promise<void> {
  const tree = { name: "pix", description: "", options: [], arguments: [], subcommands: [] };
  const context = await createContext({
    host: host(),
    flags: FLAGS,
    text: en,
    tree: async () => tree,
  });
  try {
    const writer = await context.writer({ connectionsMax: atOnce });
    const batch = writer.batches.find(await writer.scope(), name);
    if (batch === undefined) throw new Error(`${name} was not planned`);
    const expected = { count: batch.rows, totalCents: batch.totalCents };
    const wanted = { expected, concurrency: atOnce, limits: {}, lockWaitMs: 0 };
    const rules = { approval: undefined, allowDuplicates: false };
    await payBatch(batch, { context, writer, wanted: { ...wanted, ...rules }, verb: "run" });
    await context.output.flush();
  } finally {
    await context.dispose();
  }
}

const FLAGS: GlobalFlags = {
  ...{ profile: undefined, form: "jsonl", query: undefined, header: false, timeoutMs: undefined },
  ...{ yes: true, dryRun: false, input: false, color: false, debug: false, quiet: true },
  ...{ apiKeyStdin: false, caFile: undefined },
};

function host(): Host {
  return {
    ...{ stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, env: process.env },
    ...{ platform: process.platform, nodeVersion: process.versions.node, home: homedir() },
    ...{ currentFolder: process.cwd(), userId: process.getuid?.() },
    clock: {
      now: () => new Date(),
      elapsed: () => performance.now(),
      sleep: async (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
    },
    random: {
      uuid: () => randomUUID(),
      fraction: Math.random,
      bytes: (count) => randomBytes(count),
    },
    signal: new AbortController().signal,
    onStop: () => () => undefined,
  };
}
