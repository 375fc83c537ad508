import { Option } from "commander";
import type { Command } from "commander";
import { PIX_KEY_TYPES } from "../api/names.ts";
import { collect, leaf, listed } from "./declare.ts";
import type { Bind, Say } from "./declare.ts";

/** Paying people: one by one, and by the file. */
export function withdrawals(root: Command, say: Say, on: Bind): void {
  const withdraw = root.command("withdraw").description(say.withdraw);
  leaf(withdraw, "create", say.withdrawCreate)
    .option("--amount <reais>", say.withdrawAmount)
    .option("--pix-key <key>", say.pixKey)
    .addOption(new Option("--key-type <type>", say.keyType).choices([...PIX_KEY_TYPES]))
    .option("--id <reference>", say.withdrawId)
    .option("--description <text>", say.withdrawDescription)
    .option("-F, --field <name=value>", say.field, collect)
    .option("--wait [duration]", say.withdrawWait)
    .action(on(async () => (await import("../commands/withdraw/create.ts")).create));
  leaf(withdraw, "get <id>", say.withdrawGet)
    .option("--wait [duration]", say.withdrawWait)
    .action(on(async () => (await import("../commands/withdraw/get.ts")).get));
  listed(leaf(withdraw, "list", say.withdrawList), say)
    .option("--id <reference>", say.withdrawListId)
    .action(on(async () => (await import("../commands/withdraw/list.ts")).list));
  batches(withdraw, say, on);
}

function batches(withdraw: Command, say: Say, on: Bind): void {
  const batch = withdraw.command("batch").description(say.batch);
  planned(leaf(batch, "plan <file>", say.batchPlan), say)
    .option("--allow-duplicates", say.allowDuplicates)
    .action(on(async () => (await import("../commands/withdraw/batch/plan.ts")).plan));
  paid(planned(leaf(batch, "run <target>", say.batchRun), say), say).action(
    on(async () => (await import("../commands/withdraw/batch/run.ts")).run),
  );
  paid(leaf(batch, "resume <batch>", say.batchResume), say).action(
    on(async () => (await import("../commands/withdraw/batch/run.ts")).resume),
  );
  leaf(batch, "status [batch]", say.batchStatus)
    .option("--check", say.batchCheck)
    .option("--header", say.header)
    .action(on(async () => (await import("../commands/withdraw/batch/status.ts")).status));
  expected(planned(leaf(batch, "approve <file>", say.batchApprove), say), say)
    .option("--approval <file>", say.approval)
    .action(on(async () => (await import("../commands/withdraw/batch/approve.ts")).approve));
  paid(leaf(batch, "retry-failed <batch>", say.batchRetryFailed), say).action(
    on(async () => (await import("../commands/withdraw/batch/retry-failed.ts")).retryFailed),
  );
  leaf(batch, "report <batch>", say.batchReport)
    .option("--header", say.header)
    .action(on(async () => (await import("../commands/withdraw/batch/report.ts")).report));
}

/** What everything that reads a file of payments takes. */
function planned(command: Command, say: Say): Command {
  return command.option("--batch <name>", say.batchName).option("--max-rows <count>", say.maxRows);
}

function expected(command: Command, say: Say): Command {
  return command
    .option("--expect-count <count>", say.expectCount)
    .option("--expect-total <reais>", say.expectTotal);
}

/** What everything that pays a batch takes. */
function paid(command: Command, say: Say): Command {
  return expected(command, say)
    .option("--concurrency <count>", say.batchConcurrency)
    .option("--limit-withdrawal <reais>", say.limitWithdrawal)
    .option("--limit-run <reais>", say.limitRun)
    .option("--limit-day <reais>", say.limitDay)
    .option("--lock-wait <time>", say.lockWait)
    .option("--approval <file>", say.approval)
    .option("--allow-duplicates", say.allowDuplicates);
}
