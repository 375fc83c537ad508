import type { Environment } from "./stream.ts";

export type Tone = "good" | "waiting" | "bad" | "muted" | "strong" | "plain";

export interface Style {
  readonly color: boolean;
  readonly paint: (tone: Tone, text: string) => string;
}

/**
 * Chalk is loaded only for a terminal that takes colours, and told its level: by itself it ignores
 * NO_COLOR.
 */
export async function createStyle({ color }: { readonly color: boolean }): Promise<Style> {
  if (!color) return { color, paint: (_tone, text) => text };
  const { Chalk } = await import("chalk");
  const chalk = new Chalk({ level: 1 });
  const paints = {
    good: chalk.green,
    waiting: chalk.yellow,
    bad: chalk.red,
    muted: chalk.dim,
    strong: chalk.bold,
    plain: (text: string): string => text,
  };
  return { color, paint: (tone, text) => paints[tone](text) };
}

/** The tone of a status; one that nobody told us of has none: it means neither paid nor final. */
export function toneOf(status: string, tones: Readonly<Record<string, Tone>>): Tone {
  return (Object.hasOwn(tones, status) ? tones[status] : undefined) ?? "plain";
}

/**
 * Whether a stream gets colours: only a terminal does, unless `--no-color` (flag `false`), a
 * NO_COLOR that is not empty (no-color.org) or TERM=dumb forbids it. FORCE_COLOR is not heeded: a
 * pipe is promised no escape sequence at all. A flag of `true` is what option parsers report when
 * `--no-color` is absent, so it forces nothing.
 */
export function wantsColor(options: {
  readonly stream: { readonly isTTY?: boolean };
  readonly env: Environment;
  readonly flag: boolean | undefined;
}): boolean {
  const { stream, env, flag } = options;
  const forbidden = flag === false || (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return stream.isTTY === true && !forbidden;
}
