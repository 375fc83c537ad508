import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Context } from "../../../context.ts";
import { commandLine } from "../../../domain/command-line.ts";
import { formatMoney } from "../../../domain/money.ts";
import { GuardedError } from "../../../errors.ts";
import type { Batch } from "../../../ledger/batch.ts";

/** How long an approval holds. */
const HOURS_MAX = 24;
const BYTES_MAX = 4_096;
const FORMAT = "pix-approval-v1";

/** What an approval is about: exactly these payments, in this environment. */
export type Approved = Pick<Batch, "batch" | "environment" | "hash" | "rows" | "totalCents">;

/** Where the approval of a file lies unless somebody says otherwise. */
export function approvalPath(file: string): string {
  return `${file}.approval`;
}

/** The text of an approval; that it is somebody else's says the owner of its file. */
export function approvalText(approved: Approved, at: Date): string {
  const { batch, environment, hash, rows, totalCents } = approved;
  return `${[FORMAT, environment, batch, hash, rows, totalCents, at.toISOString()].join("\n")}\n`;
}

/**
 * Fails unless another operating-system user has approved exactly this plan, at most a day ago. The approval
 * is a file that belongs to that user and that nobody else can write.
 */
export async function refuseUnapproved(
  batch: Batch,
  { context, approval }: { readonly context: Context; readonly approval: string | undefined },
): Promise<void> {
  const { host, text } = context;
  const path =
    approval === undefined ? approvalPath(batch.file) : resolve(host.currentFolder, approval);
  const problem = await problemOf(path, batch, context);
  if (problem === undefined) return;
  const amount = formatMoney(batch.totalCents);
  throw new GuardedError(text.batch.notApproved(batch.batch, path, problem), {
    hint: text.batch.approveHint(
      batch.rows,
      amount,
      commandLine(["pix", "withdraw", "batch", "approve", batch.file, "--batch", batch.batch]),
    ),
  });
}

async function problemOf(
  path: string,
  batch: Batch,
  { host, clock, text }: Context,
): Promise<string | undefined> {
  const say = text.batch.approvalProblem;
  if (host.userId === undefined) return say.noUsers;
  const read = await readOwned(path);
  if (read === undefined) return say.missing;
  if (!read.isFile || read.links !== 1) return say.notAFile;
  if (read.owner === host.userId) return say.own;
  if ((read.mode & 0o022) !== 0) return say.writable;
  const lines = read.text.split("\n");
  const at = Date.parse(lines.at(-2) ?? "");
  const ageMs = clock.now().getTime() - at;
  const wanted = approvalText(batch, new Date(Number.isNaN(at) ? 0 : at));
  if (Number.isNaN(at) || read.text !== wanted) return say.another;
  return ageMs < 0 || ageMs > HOURS_MAX * 3_600_000 ? say.old(HOURS_MAX) : undefined;
}

interface Owned {
  readonly isFile: boolean;
  readonly links: number;
  readonly owner: number;
  readonly mode: number;
  readonly text: string;
}

/** The file and whose it is, from one descriptor; undefined where there is none that can be read. */
async function readOwned(path: string): Promise<Owned | undefined> {
  // Without waiting for a writer where it is a pipe, and never through a link.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const { uid: owner, mode, nlink: links, ...facts } = await file.stat();
    const isFile = (mode & constants.S_IFMT) === constants.S_IFREG;
    const buffer = Buffer.alloc(BYTES_MAX);
    const { bytesRead } =
      isFile && facts.size <= BYTES_MAX
        ? await file.read(buffer, 0, BYTES_MAX, 0)
        : { bytesRead: 0 };
    return { isFile, links, owner, mode, text: buffer.subarray(0, bytesRead).toString("utf8") };
  } finally {
    await file.close();
  }
}
