import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LocalError } from "../../src/errors.ts";
import { removeStaleLock, withLock } from "../../src/profiles/lock.ts";
import { en } from "../../src/text/en.ts";
import { failureOf, host, temporaryFolder } from "./place.ts";

/** Calls `look` at each wait; no time passes. */
function waiting(look: (polls: number) => void): { host: typeof host; polls: () => number } {
  let polls = 0;
  const clock = {
    now: () => new Date(0),
    elapsed: () => 0,
    sleep: async (_milliseconds: number, signal: AbortSignal) => {
      polls += 1;
      look(polls);
      signal.throwIfAborted();
    },
  };
  return { host: { ...host, clock }, polls: () => polls };
}

describe("the lock", () => {
  it("is held during the work and gone after it, even when the work fails", async () => {
    const path = join(temporaryFolder(), "config.lock");
    const seen = await withLock({ path, host, text: en }, (held) => [existsSync(path), held()]);
    expect(seen).toEqual([true, true]);
    expect(existsSync(path)).toBe(false);
    const work = (): never => {
      throw new Error("the work failed");
    };
    await expect(withLock({ path, host, text: en }, work)).rejects.toThrow("the work failed");
    expect(existsSync(path)).toBe(false);
  });

  it("waits for the process that holds it", async () => {
    const path = join(temporaryFolder(), "config.lock");
    writeFileSync(path, "somebody");
    const slow = waiting((polls) => {
      if (polls === 7) rmSync(path);
    });
    expect(await withLock({ path, host: slow.host, text: en }, () => "done")).toBe("done");
    expect(slow.polls()).toBe(7);
  });

  it("is taken from a process that died, after 5 s without a change", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "config.lock");
    writeFileSync(path, "dead");
    const slow = waiting(() => undefined);
    expect(await withLock({ path, host: slow.host, text: en }, (held) => held())).toBe(true);
    expect(slow.polls()).toBe(100);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is not taken while other processes keep coming and going; it gives up in the end", async () => {
    const path = join(temporaryFolder(), "config.lock");
    writeFileSync(path, "0");
    const busy = waiting((polls) => writeFileSync(path, String(polls)));
    const failure = await failureOf(() => withLock({ path, host: busy.host, text: en }, () => 1));
    expect(failure).toBeInstanceOf(LocalError);
    expect(readFileSync(path, "utf8")).toBe("300");
  });

  it("stops waiting when the run is interrupted", async () => {
    const path = join(temporaryFolder(), "config.lock");
    writeFileSync(path, "somebody");
    const interruption = new AbortController();
    const slow = waiting((polls) => {
      if (polls === 3) interruption.abort(new Error("stop"));
    });
    const stoppable = { ...slow.host, signal: interruption.signal };
    await expect(withLock({ path, host: stoppable, text: en }, () => 1)).rejects.toThrow("stop");
    expect(readFileSync(path, "utf8")).toBe("somebody");
  });

  it("tells who has lost it, and leaves the other's lock alone", async () => {
    const path = join(temporaryFolder(), "config.lock");
    const held = await withLock({ path, host, text: en }, (stillHeld) => {
      writeFileSync(path, "another");
      return stillHeld();
    });
    expect(held).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("another");
  });

  it("is put back when what was taken for dead was alive after all", () => {
    const folder = temporaryFolder();
    const path = join(folder, "config.lock");
    writeFileSync(path, "alive");
    removeStaleLock(path, { stale: "dead", aside: `${path}.mine` });
    expect(readFileSync(path, "utf8")).toBe("alive");
    expect(readdirSync(folder)).toEqual(["config.lock"]);
    removeStaleLock(path, { stale: "alive", aside: `${path}.mine` });
    expect(readdirSync(folder)).toEqual([]);
    removeStaleLock(path, { stale: "alive", aside: `${path}.mine` });
    expect(readdirSync(folder)).toEqual([]);
  });
});
