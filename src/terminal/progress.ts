import { safe } from "./safe.ts";
import type { Environment, Target } from "./stream.ts";

/** A line on stderr that says what is being waited for. */
export interface Progress {
  update(text: string): void;
  /** Takes the line away, so that something else can be written. */
  stop(): void;
  /** Shows it again. */
  start(): void;
}

const NONE: Progress = { update: () => undefined, stop: () => undefined, start: () => undefined };

/**
 * A spinner where somebody watches: stderr is a terminal that can move its cursor and no build
 * server's log. Elsewhere, and with `--quiet`, nothing at all is written.
 */
export async function startProgress(options: {
  readonly stderr: Target;
  readonly quiet: boolean;
  readonly text: string;
  readonly env: Environment;
}): Promise<Progress> {
  const { stderr, quiet, text, env } = options;
  const watched = stderr.isTTY === true && env["TERM"] !== "dumb" && (env["CI"] ?? "") === "";
  if (quiet || !watched) return NONE;
  const { default: ora } = await import("ora");
  const spinner = ora({
    text: safe(text),
    stream: stderr,
    isEnabled: true,
    // Its own colours come from the process's environment, not from the one that was passed in.
    color: false,
    // Reading stdin in raw mode would take Ctrl-C away from the process.
    discardStdin: false,
  }).start();
  return {
    update: (sentence) => {
      spinner.text = safe(sentence);
    },
    stop: () => {
      spinner.stop();
    },
    start: () => {
      spinner.start();
    },
  };
}
