import { Option } from "commander";
import type { Command } from "commander";
import { PIX_KEY_TYPES } from "../api/names.ts";
import { collect, leaf, listed } from "./declare.ts";
import type { Say } from "./declare.ts";

/** Paying people: one by one, and by the file. */
export function withdrawals(root: Command, say: Say): void {
  const withdraw = root.command("withdraw").description(say.withdraw);
  leaf(withdraw, "create", say.withdrawCreate)
    .option("--amount <reais>", say.withdrawAmount)
    .option("--pix-key <key>", say.pixKey)
    .addOption(new Option("--key-type <type>", say.keyType).choices([...PIX_KEY_TYPES]))
    .option("--id <reference>", say.withdrawId)
    .option("--description <text>", say.withdrawDescription)
    .option("-F, --field <name=value>", say.field, collect)
    .option("--wait [duration]", say.withdrawWait);
  leaf(withdraw, "get <id>", say.withdrawGet).option("--wait [duration]", say.withdrawWait);
  listed(leaf(withdraw, "list", say.withdrawList), say).option(
    "--id <reference>",
    say.withdrawListId,
  );
  batches(withdraw, say);
}

function batches(withdraw: Command, say: Say): void {
  const batch = withdraw.command("batch").description(say.batch);
  planned(leaf(batch, "plan <file>", say.batchPlan), say).option(
    "--allow-duplicates",
    say.allowDuplicates,
  );
  paid(planned(leaf(batch, "run <target>", say.batchRun), say), say);
  paid(leaf(batch, "resume <batch>", say.batchResume), say);
  leaf(batch, "status [batch]", say.batchStatus)
    .option("--check", say.batchCheck)
    .option("--header", say.header);
  expected(planned(leaf(batch, "approve <file>", say.batchApprove), say), say).option(
    "--approval <file>",
    say.approval,
  );
  paid(leaf(batch, "retry-failed <batch>", say.batchRetryFailed), say);
  leaf(batch, "report <batch>", say.batchReport).option("--header", say.header);
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
