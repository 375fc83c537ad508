import type { Context } from "../context.ts";
import { AuthError, EXIT, LocalError, UnavailableError } from "../errors.ts";
import { cell } from "../terminal/cell.ts";
import type { ListPage } from "../terminal/output.ts";
import { safe, safeLines } from "../terminal/safe.ts";
import type { Tone } from "../terminal/style.ts";
import type { Column } from "../terminal/table.ts";
import { finding, type Finding } from "./doctor/finding.ts";
import { folders, nodeVersion, stores, tunnels } from "./doctor/machine.ts";
import { authorities, proxy } from "./doctor/network.ts";
import { findProfiles, services } from "./doctor/service.ts";
import { terminal } from "./doctor/terminal.ts";

const SIGNS = { ok: "✓", warning: "!", failure: "✗" } as const;

const TONES = { ok: "good", warning: "waiting", failure: "bad" } as const satisfies Record<
  Finding["status"],
  Tone
>;

/**
 * Looks at everything that commands need and changes nothing. Fails where any look does: with an error
 * of this machine, else of a key, else of a service that cannot be reached.
 */
export async function doctor(context: Context, _input: object): Promise<void> {
  const { output, text } = context;
  const findings = await look(context);
  const failed = findings.filter(({ status }) => status === "failure");
  switch (output.form) {
    case "json":
    case "jsonl": {
      const checks = findings.map(documentOf);
      const raw = { ok: failed.length === 0, checks };
      await output.record({ raw, text: JSON.stringify(raw) }, []);
      break;
    }
    case "human":
      output.raw(findings.map((each) => lineOf(each, findings, context)).join(""));
      break;
    case "csv":
    case "tsv":
      await output.list(onePage(findings), columnsOf(context), { empty: "" });
  }
  if (failed.length === 0) return;
  const { message, hint } = text.doctor.failed(failed.map(({ name }) => name));
  const codes = failed.map(({ exitCode }) => exitCode);
  if (codes.includes(EXIT.failure)) throw new LocalError(message, { hint });
  if (codes.includes(EXIT.auth)) throw new AuthError(message, { hint });
  throw new UnavailableError(message, { hint });
}

async function look(context: Context): Promise<readonly Finding[]> {
  const { text } = context;
  const progress = await context.progress(text.doctor.looking);
  try {
    const found = await findProfiles(context);
    const { profiles } = found;
    return [
      nodeVersion(context),
      ...(await folders(context)),
      ...found.findings,
      ...(await services(context, found)),
      await finding("proxy", context, () => proxy(context, profiles)),
      ...(await authorities(context, profiles)),
      await finding("terminal", context, () => terminal(context)),
      await finding("tunnels", context, () => tunnels(context)),
      ...(await stores(context)),
    ];
  } finally {
    progress.stop();
  }
}

function documentOf({ name, status, message, hint }: Finding): Readonly<Record<string, unknown>> {
  return { name, status, message, hint: hint ?? null };
}

/** A sign and a word, so that nothing hangs on the colour; what to do stands below. */
function lineOf(
  { name, status, message, hint }: Finding,
  all: readonly Finding[],
  { output, text }: Context,
): string {
  const widest = (words: readonly string[]): number =>
    Math.max(...words.map((word) => word.length));
  const word = text.doctor.status[status].padEnd(widest(Object.values(text.doctor.status)));
  const named = safe(name).padEnd(widest(all.map((each) => safe(each.name))));
  const start = `${SIGNS[status]} ${word}  `;
  const lines = safeLines(message).replaceAll("\n", " ");
  const advice = hint === undefined ? [] : safeLines(hint).split("\n");
  const below = advice.map((line) => `${" ".repeat(start.length)}${line}\n`).join("");
  return `${output.style.paint(TONES[status], start)}${named}  ${lines}\n${below}`;
}

function columnsOf({ text }: Context): readonly Column<Finding>[] {
  const { labels } = text.doctor;
  return [
    { key: "name", label: labels.name, cell: ({ name }) => cell.text(name) },
    {
      key: "status",
      label: labels.status,
      cell: ({ status }) => cell.status(status, TONES[status]),
    },
    { key: "message", label: labels.message, cell: ({ message }) => cell.text(message) },
    { key: "hint", label: labels.hint, cell: ({ hint }) => cell.text(hint) },
  ];
}

async function* onePage(
  findings: readonly Finding[],
): AsyncGenerator<ListPage<Finding>, void, undefined> {
  const items = findings.map((value) => {
    const raw = documentOf(value);
    return { value, document: { raw, text: JSON.stringify(raw) } };
  });
  const raw = items.map(({ document }) => document.raw);
  yield { document: { raw, text: JSON.stringify(raw) }, items };
}
