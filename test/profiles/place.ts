import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Clock, Random } from "../../src/host.ts";
import { describe } from "../../src/errors.ts";
import { openProfiles, type Profile, type Profiles } from "../../src/profiles/store.ts";
import { en } from "../../src/text/en.ts";

/** A key that must never be seen outside the file of keys. */
export const CANARY = "canary_5f2e9c0b71d84a6f";

/** Time passes at once; other work still gets its turn. */
const hastyClock: Clock = {
  now: () => new Date(0),
  elapsed: () => 0,
  sleep: async (_milliseconds, signal) => {
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  },
};

const random: Random = {
  uuid: () => randomUUID(),
  fraction: () => 0.5,
  bytes: (count) => randomBytes(count),
};

export const host = {
  platform: process.platform,
  userId: process.getuid?.(),
  clock: hastyClock,
  random,
  env: {},
  signal: new AbortController().signal,
};

/** A folder of the test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pix-profiles-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function open(folder: string): Promise<Profiles> {
  return openProfiles({ folder, host, text: en });
}

export function profileNamed(name: string, changes: Partial<Profile> = {}): Profile {
  return {
    name,
    environment: "staging",
    baseUrl: "https://api.example.com/v1",
    defaults: { customer: {} },
    limits: {},
    waits: {},
    approvals: 0,
    fields: {},
    credentialCommand: undefined,
    source: "stored",
    ...changes,
  };
}

/** Modes with their names, for the titles of tests. */
export function octal(...modes: readonly number[]): (readonly [string, number])[] {
  return modes.map((mode) => [mode.toString(8).padStart(4, "0"), mode]);
}

/** What a call rejects with; fails when it does not. */
export async function failureOf(call: () => unknown): Promise<Error> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** What an error tells to do next. */
export function hintOf(error: unknown): string {
  return describe(error, en).hint ?? "";
}

/** Everything that an error could show to anybody, its causes included. */
export function everythingIn(error: unknown): string {
  const parts: string[] = [];
  for (let current = error, depth = 0; current instanceof Error && depth < 9; depth += 1) {
    parts.push(current.stack ?? "", current.message, JSON.stringify({ ...current }));
    current = current.cause;
  }
  return parts.join("\n");
}
