import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { relative, resolve } from "node:path";
import type { Context } from "../../../context.ts";
import { formatMoney } from "../../../domain/money.ts";
import { GuardedError, InterruptedError, LocalError } from "../../../errors.ts";
import { commandFor } from "../../../next.ts";
import type { Profile } from "../../../profiles/store.ts";
import { Problems } from "../../../values.ts";
import { cell } from "../../../terminal/cell.ts";
import { typedAmount } from "../typed.ts";
import { approvalPath, approvalText } from "./approval.ts";
import type { Approved } from "./approval.ts";
import { expectedFlags } from "./confirm.ts";
import { documentOf, moneyNumber } from "./document.ts";
import { stageFile } from "./file.ts";
import { readExpected, readPlanFlags } from "./flags.ts";
import type { PayFlags, PlanFlags } from "./flags.ts";

type ApproveFlags = Pick<PlanFlags, "batch" | "maxRows"> &
  Pick<PayFlags, "expectCount" | "expectTotal"> & { readonly approval?: string };

/**
 * Approves exactly the payments of a file, as a second person: reads it as a run would, shows what it asks
 * for, and leaves an approval beside it that belongs to this user. Needs no key and asks no service.
 */
export async function approve(
  context: Context,
  { file, ...flags }: ApproveFlags & { readonly file: string },
): Promise<void> {
  const { text, host, output, clock } = context;
  const problems = new Problems(text);
  const wanted = readPlanFlags(flags, problems);
  const expected = readExpected(flags, { problems, text });
  problems.raise();
  const profile = await context.profile();
  const { batches } = await context.ledger();
  const staged = await stageFile(file, { context, wanted, scope: "", profile, batches });
  const { rows, totalCents } = staged.staging.summary("");
  const { environment } = profile;
  const approved = {
    batch: staged.batch,
    environment,
    hash: staged.staging.hash(),
    rows,
    totalCents,
  };
  staged.staging.drop();
  await confirm(approved, { context, expected, file, profile });
  const path =
    flags.approval === undefined
      ? approvalPath(staged.path)
      : resolve(host.currentFolder, flags.approval);
  if (!context.flags.dryRun) await keep(path, approvalText(approved, clock.now()), context);
  const { hash, batch } = approved;
  const label = text.batch.labels;
  await output.record(
    documentOf({ batch, environment, hash, rows, total: moneyNumber(totalCents), approval: path }),
    [
      { key: "batch", label: label.batch, cell: cell.text(batch) },
      { key: "rows", label: label.rows, cell: cell.number(rows) },
      { key: "total", label: label.total, cell: cell.money(totalCents) },
      { key: "hash", label: label.hash, cell: cell.text(hash) },
      { key: "approval", label: label.approval, cell: cell.text(path) },
    ],
  );
  output.note(
    context.flags.dryRun
      ? text.batch.dryApproval
      : text.batch.approved(relative(host.currentFolder, path)),
  );
}

interface Confirming {
  readonly context: Context;
  readonly expected: { readonly count: number; readonly totalCents: number } | undefined;
  readonly file: string;
  readonly profile: Profile;
}

async function confirm(
  { batch, environment, rows, totalCents }: Approved,
  { context, expected, file, profile }: Confirming,
): Promise<void> {
  const { flags, prompt, text, output } = context;
  const total = formatMoney(totalCents);
  if (expected !== undefined && (expected.count !== rows || expected.totalCents !== totalCents)) {
    const before = { count: expected.count, total: formatMoney(expected.totalCents) };
    throw new GuardedError(text.batch.unexpected(before, { count: rows, total }), {
      hint: text.batch.unexpectedHint(batch),
    });
  }
  if (flags.yes && expected !== undefined) return;
  if (!prompt.available || flags.yes) {
    const words = ["pix", "withdraw", "batch", "approve", file, "--batch", batch];
    const command = commandFor(profile, [...words, ...expectedFlags({ rows, totalCents })]);
    throw new GuardedError(text.batch.unconfirmedApproval(rows, total), { hint: command });
  }
  output.note(text.batch.aboutToApprove(rows, total, batch, environment));
  const sure = await typedAmount(totalCents, {
    context,
    message: text.batch.typeTotalToApprove(total),
  });
  if (!sure) throw new InterruptedError();
}

/** Replaces an approval of this user's own; anybody may read it, and only this user write it. */
async function keep(path: string, approval: string, { text }: Context): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
  try {
    const file = await open(path, flags, 0o644);
    try {
      // What the process's mask has taken away.
      await file.chmod(0o644);
      await file.writeFile(approval);
    } finally {
      await file.close();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(text.batch.approvalNotKept(path, reason), {
      hint: text.batch.approvalNotKeptHint,
      cause: error,
    });
  }
}
