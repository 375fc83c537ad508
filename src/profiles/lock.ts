import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import type { Host } from "../host.ts";
import { LocalError } from "../errors.ts";
import type { Text } from "../text/text.ts";

const POLL_MS = 50;
/**
 * A writer holds the lock for milliseconds: one that nobody touched for 5 s belongs to a process that
 * died.
 */
const STALE_POLLS = 100;
/** 15 s of other writers who come and go. */
const POLLS_MAX = 300;

export interface LockOptions {
  readonly path: string;
  readonly host: Pick<Host, "clock" | "random" | "signal">;
  readonly text: Text;
}

/**
 * Runs the work while no other process holds the lock, a file that only one can create. `held` tells whether
 * it is still ours: a process that slept for longer than the stale time may have lost it. Time is counted in
 * looks at the file, so that no clock, ours or a file server's, has to be right.
 */
export async function withLock<T>(
  options: LockOptions,
  work: (held: () => boolean) => T,
): Promise<T> {
  const { path } = options;
  const token = options.host.random.uuid();
  await acquire(token, options);
  const held = (): boolean => readLock(path) === token;
  try {
    return work(held);
  } finally {
    if (held()) rmSync(path, { force: true });
  }
}

/**
 * Removes a lock that is taken for dead, by moving it aside first: of two processes that find the same
 * one, the slower may have moved a live lock. It sees that by the token, and puts it back unless another
 * stands there.
 */
export function removeStaleLock(
  path: string,
  { stale, aside }: { readonly stale: string; readonly aside: string },
): void {
  attempt("ENOENT", () => {
    renameSync(path, aside);
    if (readLock(aside) !== stale) attempt("EEXIST", () => linkSync(aside, path));
    rmSync(aside, { force: true });
  });
}

async function acquire(token: string, { path, host, text }: LockOptions): Promise<void> {
  let seen: string | undefined;
  let unchangedPolls = 0;
  for (let poll = 0; poll < POLLS_MAX; poll += 1) {
    if (create(path, token)) return;
    const holder = readLock(path);
    unchangedPolls = holder === seen ? unchangedPolls + 1 : 0;
    seen = holder;
    if (unchangedPolls >= STALE_POLLS && holder !== undefined) {
      removeStaleLock(path, { stale: holder, aside: `${path}.${token}` });
      unchangedPolls = 0;
    } else {
      await host.clock.sleep(POLL_MS, host.signal);
    }
  }
  const { message, hint } = text.profiles.locked(path);
  throw new LocalError(message, { hint });
}

function create(path: string, token: string): boolean {
  return attempt("EEXIST", () => {
    writeFileSync(path, token, { flag: "wx", mode: 0o600 });
  });
}

function readLock(path: string): string | undefined {
  let token: string | undefined;
  attempt("ENOENT", () => {
    token = readFileSync(path, "utf8");
  });
  return token;
}

/** False when the work failed with this code, which is an answer here and no failure. */
function attempt(code: string, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === code) return false;
    throw error;
  }
}
