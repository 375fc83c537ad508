import { Command, Option } from "commander";
import { PERMISSIONS } from "./api/names.ts";
import { collect, leaf, listed } from "./cli/declare.ts";
import type { Bind, Say } from "./cli/declare.ts";
import { withdrawals } from "./cli/withdraw.ts";
import { FORMS } from "./flags.ts";
import type { Host } from "./host.ts";
import type { Text } from "./text/text.ts";
import { version } from "./version.ts";

/** How wide help is where there is no window. */
const HELP_COLUMNS = 100;

/** Every command and flag there is; this file is the table of contents. */
export function createProgram(host: Pick<Host, "stdout">, text: Text, on: Bind): Command {
  const say = text.help;
  const root = new Command("pix").description(say.pix);
  everywhere(root, say);
  settings(root, host);
  charges(root, say, on);
  links(root, say, on);
  withdrawals(root, say, on);
  accounts(root, say, on);
  tools(root, say, on);
  sandbox(root, say, on);
  return root;
}

/** The flags that every command takes, before and after its name. */
function everywhere(root: Command, say: Say): void {
  root
    .version(version, "-V, --version", say.version)
    .helpOption("-h, --help", say.helpFlag)
    .helpCommand("help [command]", say.helpCommand)
    .option("-p, --profile <name>", say.profile)
    .option("--json", say.json)
    .addOption(new Option("--output <form>", say.output).choices([...FORMS]))
    .option("--query <jmespath>", say.query)
    .option("--timeout <seconds>", say.timeout)
    .option("-y, --yes", say.yes)
    .option("--dry-run", say.dryRun)
    .option("--no-input", say.noInput)
    .option("--no-color", say.noColor)
    .option("--api-key-stdin", say.apiKeyStdin)
    .option("--ca-file <file>", say.caFile)
    .option("--debug", say.debug)
    .option("-q, --quiet", say.quiet);
}

function settings(root: Command, { stdout }: Pick<Host, "stdout">): void {
  root
    .exitOverride()
    .configureOutput({
      writeOut: (help) => stdout.write(help),
      // Only the help of a command that lacks its subcommand comes this way: it is what was asked for.
      writeErr: (help) => stdout.write(help),
      outputError: () => undefined,
      getOutHelpWidth: () => stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => stdout.columns ?? HELP_COLUMNS,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError();
}

function charges(root: Command, say: Say, on: Bind): void {
  const pix = root.command("pix").description(say.pixPix);
  pix
    .command("create")
    .description(say.pixCreate)
    .option("--amount <reais>", say.amount)
    .option("--name <name>", say.customerName)
    .option("--email <email>", say.customerEmail)
    .option("--document <cpf-or-cnpj>", say.customerDocument)
    .option("--phone <phone>", say.customerPhone)
    .option("--customer <file>", say.customerFile)
    .option("--notification-url <url>", say.notificationUrl)
    .option("--checkout-url <url>", say.checkoutUrl)
    .option("--metadata <key=value>", say.metadata, collect)
    .option("--currency <code>", say.currency)
    .option("--idempotency-key <key>", say.idempotencyKey)
    .option("--wait [duration]", say.wait)
    .addOption(qrOption(say.qr))
    .option("--png <file>", say.png)
    .option("--copy", say.copy)
    .action(on(async () => (await import("./commands/pix/create.ts")).create));
  leaf(pix, "get <id>", say.pixGet).action(
    on(async () => (await import("./commands/pix/get.ts")).get),
  );
  listed(leaf(pix, "list", say.pixList), say).action(
    on(async () => (await import("./commands/pix/list.ts")).list),
  );
  leaf(pix, "cancel <id>", say.pixCancel).action(
    on(async () => (await import("./commands/pix/cancel.ts")).cancel),
  );
  leaf(pix, "wait <id>", say.pixWait).action(
    on(async () => (await import("./commands/pix/wait.ts")).wait),
  );
  leaf(pix, "qr <charge>", say.pixQr)
    .addOption(qrOption(say.qr))
    .option("--png <file>", say.png)
    .action(on(async () => (await import("./commands/pix/qr.ts")).qr));
  leaf(root, "decode [code]", say.decode).action(
    on(async () => (await import("./commands/decode.ts")).decode),
  );
}

function links(root: Command, say: Say, on: Bind): void {
  const link = root.command("links").description(say.links);
  leaf(link, "create", say.linksCreate)
    .option("--title <title>", say.linkTitle)
    .option("--amount <reais>", say.linkAmount)
    .option("--description <text>", say.linkDescription)
    .option("--max-payments <count>", say.linkMaxPayments)
    .option("--expires-at <date>", say.linkExpiresAt)
    .option("--redirect-url <url>", say.linkRedirectUrl)
    .option("--notification-url <url>", say.linkNotificationUrl)
    .option("-F, --field <name=value>", say.field, collect)
    .addOption(qrOption(say.qr))
    .action(on(async () => (await import("./commands/links.ts")).create));
  leaf(link, "get <id>", say.linksGet)
    .addOption(qrOption(say.qr))
    .action(on(async () => (await import("./commands/links.ts")).get));
  listed(leaf(link, "list", say.linksList), say).action(
    on(async () => (await import("./commands/links.ts")).list),
  );
}

function accounts(root: Command, say: Say, on: Bind): void {
  leaf(root, "balance", say.balance)
    .option("--watch [interval]", say.balanceWatch)
    .action(on(async () => (await import("./commands/balance.ts")).balance));
  leaf(root, "login", say.login)
    .addOption(new Option("--env <environment>", say.env).choices(["staging", "production"]))
    .option("--base-url <url>", say.baseUrl)
    .addOption(new Option("--store <place>", say.keyStore).choices(["keyring", "file"]))
    .action(on(async () => (await import("./commands/login.ts")).login));
  leaf(root, "logout", say.logout).action(
    on(async () => (await import("./commands/login.ts")).logout),
  );
  leaf(root, "account", say.account).action(
    on(async () => (await import("./commands/account.ts")).account),
  );
  const profiles = root.command("profiles").description(say.profiles);
  leaf(profiles, "list", say.profilesList)
    .option("--header", say.header)
    .option("--check", say.check)
    .action(on(async () => (await import("./commands/profiles.ts")).list));
  leaf(profiles, "show [name]", say.profilesShow).action(
    on(async () => (await import("./commands/profiles.ts")).show),
  );
  leaf(profiles, "use <name>", say.profilesUse).action(
    on(async () => (await import("./commands/profiles.ts")).use),
  );
  leaf(profiles, "set <field> <value...>", say.profilesSet).action(
    on(async () => (await import("./commands/profiles.ts")).set),
  );
  leaf(profiles, "remove <name>", say.profilesRemove).action(
    on(async () => (await import("./commands/profiles.ts")).remove),
  );
}

function tools(root: Command, say: Say, on: Bind): void {
  leaf(root, "api <method> <path>", say.api)
    .option("-F, --field <name=value>", say.apiField, collect)
    .option("--input <file>", say.apiInput)
    .option("-H, --header <name:value>", say.apiHeader, collect)
    .option("--idempotency-key <key>", say.idempotencyKey)
    .option("--all", say.apiAll)
    .action(on(async () => (await import("./commands/api.ts")).api));
  const shells = ["bash", "zsh", "fish", "powershell"];
  leaf(root, "completion", say.completion)
    .addArgument(new Command().createArgument("<shell>", say.shell).choices(shells))
    .option("--install", say.completionInstall)
    .option("--uninstall", say.completionUninstall)
    .action(on(async () => (await import("./commands/completion.ts")).completion));
  leaf(root, "commands", say.commands).action(
    on(async () => (await import("./commands/commands.ts")).commands),
  );
  leaf(root, "doctor", say.doctor).action(
    on(async () => (await import("./commands/doctor.ts")).doctor),
  );
}

function sandbox(root: Command, say: Say, on: Bind): void {
  const box = root.command("sandbox").description(say.sandbox);
  for (const verb of ["pay", "expire", "fail"] as const) {
    leaf(box, `${verb} <id>`, say.sandboxMove[verb]).action(
      on(async () => (await import("./commands/sandbox/move.ts"))[verb]),
    );
  }
  leaf(box, "serve", say.sandboxServe)
    .option("--port <port>", say.port)
    .option("--strict", say.strict)
    .action(on(async () => (await import("./commands/sandbox/serve.ts")).serve));
  leaf(box, "reset", say.sandboxReset)
    .option("--balance <reais>", say.startingBalance)
    .action(on(async () => (await import("./commands/sandbox/reset.ts")).reset));
  leaf(box, "openapi", say.sandboxOpenapi).action(
    on(async () => (await import("./commands/sandbox/openapi.ts")).openapi),
  );
  const keys = box.command("keys").description(say.sandboxKeys);
  const permission = new Option("--permission <name...>", say.permission);
  leaf(keys, "create", say.sandboxKeysCreate)
    .addOption(permission.choices([...PERMISSIONS]))
    .option("--store <name>", say.store)
    .action(on(async () => (await import("./commands/sandbox/keys.ts")).create));
  leaf(keys, "list", say.sandboxKeysList)
    .option("--header", say.header)
    .action(on(async () => (await import("./commands/sandbox/keys.ts")).list));
  leaf(keys, "revoke <id>", say.sandboxKeysRevoke).action(
    on(async () => (await import("./commands/sandbox/keys.ts")).revoke),
  );
  faults(box, say, on);
}

function faults(box: Command, say: Say, on: Bind): void {
  const fault = box.command("fault").description(say.sandboxFault);
  leaf(fault, "add", say.sandboxFaultAdd)
    .requiredOption("--on <operation>", say.faultOn)
    .option("--status <status>", say.faultStatus)
    .option("--drop", say.faultDrop)
    .option("--delay <duration>", say.faultDelay)
    .option("--after-effect", say.faultAfterEffect)
    .option("--times <count>", say.faultTimes)
    .option("--percent <percent>", say.faultPercent)
    .option("--retry-after <seconds>", say.faultRetryAfter)
    .option("--seed <number>", say.faultSeed)
    .action(on(async () => (await import("./commands/sandbox/fault.ts")).add));
  leaf(fault, "list", say.sandboxFaultList)
    .option("--header", say.header)
    .action(on(async () => (await import("./commands/sandbox/fault.ts")).list));
  leaf(fault, "clear", say.sandboxFaultClear).action(
    on(async () => (await import("./commands/sandbox/fault.ts")).clear),
  );
}

function qrOption(description: string): Option {
  return new Option("--qr <size>", description).choices(["auto", "large", "small", "never"]);
}
