import type { CommandLine } from "./cli/line.ts";
import type { GlobalFlags } from "./context.ts";
import { parseDuration } from "./domain/duration.ts";
import { UsageError } from "./errors.ts";
import type { Form } from "./terminal/output.ts";
import type { Text } from "./text/text.ts";

export const FORMS = ["human", "json", "jsonl", "csv", "tsv"] as const satisfies readonly Form[];

/** Turns the values of the flags that every command takes into typed ones. */
export function globalFlags(given: CommandLine["flags"], text: Text): GlobalFlags {
  const form = FORMS.find((name) => name === given["output"]);
  if (given["json"] === true && form !== undefined && form !== "json" && form !== "jsonl") {
    throw new UsageError(text.flags.jsonAgainstOutput(form));
  }
  const query = optionalText(given["query"]);
  if (query !== undefined && (form === "csv" || form === "tsv" || form === "human")) {
    throw new UsageError(text.flags.queryAgainstOutput(form));
  }
  return {
    profile: optionalText(given["profile"]),
    form: form ?? (given["json"] === true ? "json" : undefined),
    query,
    header: given["header"] === true,
    timeoutMs: timeout(given["timeout"], text),
    yes: given["yes"] === true,
    dryRun: given["dryRun"] === true,
    input: given["input"] !== false,
    color: given["color"] === false ? false : undefined,
    debug: given["debug"] === true,
    quiet: given["quiet"] === true,
    apiKeyStdin: given["apiKeyStdin"] === true,
    caFile: optionalText(given["caFile"]),
  };
}

/** How to report a command line that could not be parsed: only what can be read off its words. */
export function guessedFlags(argv: readonly string[]): GlobalFlags {
  const json = argv.includes("--json") || argv.some((word) => /^(--output=)?jsonl?$/.test(word));
  const debug = argv.includes("--debug");
  const color = argv.includes("--no-color") ? false : undefined;
  const none = { profile: undefined, query: undefined, timeoutMs: undefined, caFile: undefined };
  const off = { header: false, yes: false, dryRun: false, quiet: false, apiKeyStdin: false };
  return { ...none, ...off, form: json ? "json" : undefined, input: true, color, debug };
}

function timeout(given: unknown, text: Text): number | undefined {
  const words = optionalText(given);
  if (words === undefined) return undefined;
  const parsed = parseDuration(words);
  if (!parsed.ok || parsed.value === 0)
    throw new UsageError(text.flags.duration("--timeout", words));
  return parsed.value;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
