import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import type { Host } from "../host.ts";

/** One file to replace: its name without `.json`, and what it holds from now on. */
export interface Replacement {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Replaces the files, one after the other, each at once: a reader sees the old one or the new one, never
 * half.
 */
export type Replace = (files: readonly Replacement[], held: () => boolean) => boolean;

const STAGING = "writing";

/**
 * Loads the writer. conf by itself follows a planted link, writes in place when SNAP is set (as in the
 * terminal of an editor that was installed as a snap), and leaves its temporary files, keys and all,
 * when it is killed. So it writes into a folder of its own, which the next writer clears, and a rename
 * puts its file in place. Its signal handlers are the reason to load it as late as possible.
 */
export async function loadWriter(options: {
  readonly folder: string;
  readonly platform: Host["platform"];
}): Promise<Replace> {
  const { folder, platform } = options;
  const { default: Conf } = await import("conf");
  const staging = join(folder, STAGING);
  const stage = ({ name, value }: Replacement): string => {
    const conf = new Conf<Record<string, unknown>>({
      cwd: staging,
      configName: name,
      fileExtension: "json",
      accessPropertiesByDotNotation: false,
      configFileMode: 0o600,
    });
    conf.store = { ...value };
    return conf.path;
  };
  return (files, held) => {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    try {
      const staged = files.map((file) => ({
        from: stage(file),
        to: join(folder, `${file.name}.json`),
      }));
      if (!held()) return false;
      for (const { from, to } of staged) {
        if ((lstatSync(from).mode & 0o777) !== 0o600) chmodSync(from, 0o600);
        renameSync(from, to);
      }
      if (platform !== "win32") syncFolder(folder);
      return true;
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  };
}

/** A rename is kept through a loss of power only when its folder is on the disk too. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
