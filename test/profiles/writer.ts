import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openProfiles } from "../../src/profiles/store.ts";
import { en } from "../../src/text/en.ts";

/** Stores profiles one after the other, for tests that run several of these at once or kill them. */
async function main(): Promise<void> {
  const [folder = "", name = "", count = "0", pollMs = "0"] = process.argv.slice(2);
  const host = {
    platform: process.platform,
    userId: process.getuid?.(),
    signal: new AbortController().signal,
    clock: {
      now: () => new Date(),
      sleep: async (_milliseconds: number, signal: AbortSignal) =>
        sleep(Number(pollMs), undefined, { signal }),
    },
    random: {
      uuid: () => randomUUID(),
      fraction: () => 0,
      bytes: (size: number) => randomBytes(size),
    },
  };
  for (let index = 0; index < Number(count); index += 1) {
    const profiles = await openProfiles({ folder, host, text: en });
    const stored = {
      name: `${name}-${index}`,
      environment: "staging" as const,
      baseUrl: "https://api.example.com/v1",
      defaults: { customer: { name: "x".repeat(2000) } },
      limits: {},
      fields: {},
      credentialCommand: undefined,
      source: "stored" as const,
    };
    await profiles.save(stored, `key-${stored.name}`);
    process.stdout.write(`${stored.name}\n`);
  }
}

void main();
