import type { Host } from "../host.ts";
import { describe } from "../errors.ts";
import type { Description } from "../errors.ts";
import type { Text } from "../text/text.ts";
import { toJson } from "./json.ts";
import type { Form } from "./output.ts";
import { safe } from "./safe.ts";
import { createStyle, wantsColor } from "./style.ts";
import type { Style } from "./style.ts";

/** Tells a failure on stderr, as one JSON object where JSON was asked for, and gives its exit code. */
export async function report(
  error: unknown,
  options: { host: Pick<Host, "stderr" | "env">; text: Text; flags: ReportFlags },
): Promise<number> {
  const { host, text, flags } = options;
  const told = describe(error, text);
  const json = flags.form === "json" || flags.form === "jsonl" || flags.query !== undefined;
  const color = wantsColor({ stream: host.stderr, env: host.env, flag: flags.color });
  const lines = json ? [asJson(told)] : asLines(told, await createStyle({ color }), text);
  if (flags.debug && error instanceof Error) lines.push(...stackOf(error));
  await new Promise<void>((written) => {
    host.stderr.write(`${lines.join("\n")}\n`, () => written());
  });
  return told.exitCode;
}

interface ReportFlags {
  readonly form: Form | undefined;
  readonly query: string | undefined;
  readonly color: boolean | undefined;
  readonly debug: boolean;
}

function asJson({
  code,
  message,
  effect,
  requestId,
  status,
  exitCode,
  hint,
  details,
}: Description): string {
  return toJson({
    error: {
      code,
      message,
      request_id: requestId ?? null,
      status: status ?? null,
      exit_code: exitCode,
      hint: hint ?? null,
      ...(effect === undefined ? {} : { effect }),
      ...(details.length === 0 ? {} : { details }),
    },
  });
}

function asLines(told: Description, style: Style, text: Text): string[] {
  const lines = safeLinesOf(told.message);
  const details = told.details.map(({ field, message }) =>
    field === undefined ? `  ${safe(message)}` : `  ${safe(field)}: ${safe(message)}`,
  );
  return [
    `${style.paint("bad", `${text.errors.label}:`)} ${lines[0] ?? ""}`,
    ...lines.slice(1).map((line) => `  ${line}`),
    ...details,
    ...(told.effect === undefined ? [] : [`  ${told.effect}`]),
    ...(told.hint === undefined ? [] : safeLinesOf(told.hint).map((line) => `  ${line}`)),
    ...(told.requestId === undefined
      ? []
      : [style.paint("muted", `  ${text.errors.requestId(safe(told.requestId))}`)]),
  ];
}

function safeLinesOf(words: string): string[] {
  return words.split("\n").map(safe);
}

/** The stack and those of its causes, for --debug alone. */
function stackOf(error: Error): string[] {
  const stacks: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth += 1) {
    stacks.push(...(current.stack ?? current.message).split("\n").map(safe));
    current = current.cause;
  }
  return stacks;
}
