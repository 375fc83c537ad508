import { account } from "./en/account.ts";
import { api } from "./en/api.ts";
import { balance } from "./en/balance.ts";
import { batch } from "./en/batch.ts";
import { brcode } from "./en/brcode.ts";
import { charge } from "./en/charge.ts";
import { commands } from "./en/commands.ts";
import { completion } from "./en/completion.ts";
import { database } from "./en/database.ts";
import { doctor } from "./en/doctor.ts";
import { dryRun } from "./en/dry-run.ts";
import { errors } from "./en/errors.ts";
import { flags } from "./en/flags.ts";
import { help } from "./en/help.ts";
import { links } from "./en/links.ts";
import { login } from "./en/login.ts";
import { payoutFile } from "./en/payout-file.ts";
import { payouts } from "./en/payouts.ts";
import { profiles } from "./en/profiles.ts";
import { sandbox } from "./en/sandbox.ts";
import { terminal } from "./en/terminal.ts";
import { transport } from "./en/transport.ts";
import { values } from "./en/values.ts";
import { withdraw } from "./en/withdraw.ts";

/**
 * Every sentence that a person reads, in English. A value is a sentence or a function that builds one;
 * codes, field names, JSON and exit codes never come from here, so they do not change with the language.
 * The build loads a section when its first sentence is read (.config/sections.mts).
 */
export const en = {
  errors,
  database,
  help,
  flags,
  dryRun,
  terminal,
  values,
  brcode,
  charge,
  profiles,
  login,
  links,
  api,
  balance,
  account,
  transport,
  sandbox,
  payouts,
  batch,
  payoutFile,
  withdraw,
  completion,
  commands,
  doctor,
};
