import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { follow } from "../kill/program.ts";
import type { Started } from "../kill/program.ts";
import { ran } from "./command.ts";
import type { Command } from "./command.ts";

const STATUS = "/proc/self/status";

/** Writes down the peak of a process as it ends. */
const PEAK = resolve("test/support/peak.cjs");

interface Given {
  /** The start file of the program, absolute. */
  readonly program: string;
  /** The Node that runs it, and that it is compared with. */
  readonly node: string;
  /** Such as 22.11.0. */
  readonly nodeVersion: string;
}

/**
 * Where a bench works: a folder of its own, and servers in processes of their own; all of it ends with it.
 */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "pix-bench-"));
  readonly program: string;
  readonly node: string;
  readonly nodeVersion: string;
  readonly #servers: Started[] = [];

  constructor({ program, node, nodeVersion }: Given) {
    this.program = program;
    this.node = node;
    this.nodeVersion = nodeVersion;
  }

  /** An empty home for a program that has never run. */
  home(): string {
    return mkdtempSync(join(this.folder, "home-"));
  }

  /** A server of this bench; resolves with its address. */
  async server(...words: readonly string[]): Promise<string> {
    const args = [process.argv[1] ?? "", "serve", ...words];
    const server = follow(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }));
    this.#servers.push(server);
    if (!(await server.lines(1))) throw new Error(`no server: ${words.join(" ")}`);
    return server.stdout().trim();
  }

  pix(
    name: string,
    given: Pick<Command, "args" | "proves" | "outputFile"> & {
      readonly home: string;
      readonly env?: Readonly<Record<string, string>>;
    },
  ): Command {
    const { args, home, env, ...others } = given;
    return {
      ...{ name, file: this.node, args: [this.program, ...args] },
      env: { ...environment(home), ...env },
      ...others,
    };
  }

  /** What everything that Node runs has to pay. */
  emptyNode(): Command {
    const env = environment(this.folder);
    const proves = (stdout: string): boolean => stdout === "";
    return { name: "`node -e 0`", file: this.node, args: ["-e", "0"], env, proves };
  }

  /** How long a command that Node runs took, and its peak. */
  withPeak(command: Command): { readonly ms: number; readonly peakMiB: number } {
    if (!existsSync(STATUS)) throw new Error(`memory is read from ${STATUS}: only on Linux`);
    const peakFile = join(this.folder, "peak");
    rmSync(peakFile, { force: true });
    const { ms } = ran({
      ...command,
      args: ["--require", PEAK, ...command.args],
      env: { ...command.env, PEAK_FILE: peakFile },
    });
    return { ms, peakMiB: Number(readFileSync(peakFile, "utf8")) / 1024 };
  }

  async end(): Promise<void> {
    for (const { child, ended } of this.#servers) {
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Nothing of this process's own but PATH: NODE_EXTRA_CA_CERTS alone makes Node 20 three times slower. */
export function environment(home: string): Readonly<Record<string, string>> {
  const path = process.env["PATH"] ?? "";
  return { PATH: path, HOME: home, PIX_HOME: home, TZ: "UTC", NO_COLOR: "1" };
}

/** Where a program of the machine lies; undefined where there is none. */
export function programNamed(name: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, name)).find(isRunnable);
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
