import { Command, Option } from "commander";
import { PERMISSIONS } from "./api/names.ts";
import { collect, leaf, listed } from "./cli/declare.ts";
import type { Say } from "./cli/declare.ts";
import { withdrawals } from "./cli/withdraw.ts";
import { FORMS } from "./flags.ts";
import type { Text } from "./text/text.ts";
import { version } from "./version.ts";

/** Every command and flag there is; this file is the table of contents, and bodies.ts has what they run. */
export function createProgram(text: Text): Command {
  const say = text.help;
  const root = new Command("pix").description(say.pix);
  everywhere(root, say);
  charges(root, say);
  links(root, say);
  withdrawals(root, say);
  accounts(root, say);
  tools(root, say);
  sandbox(root, say);
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

function charges(root: Command, say: Say): void {
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
    .option("--copy", say.copy);
  leaf(pix, "get <id>", say.pixGet);
  listed(leaf(pix, "list", say.pixList), say);
  leaf(pix, "cancel <id>", say.pixCancel);
  leaf(pix, "wait <id>", say.pixWait);
  leaf(pix, "qr <charge>", say.pixQr).addOption(qrOption(say.qr)).option("--png <file>", say.png);
  leaf(root, "decode [code]", say.decode);
}

function links(root: Command, say: Say): void {
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
    .addOption(qrOption(say.qr));
  leaf(link, "get <id>", say.linksGet).addOption(qrOption(say.qr));
  listed(leaf(link, "list", say.linksList), say);
}

function accounts(root: Command, say: Say): void {
  leaf(root, "balance", say.balance).option("--watch [interval]", say.balanceWatch);
  leaf(root, "login", say.login)
    .addOption(new Option("--env <environment>", say.env).choices(["staging", "production"]))
    .option("--base-url <url>", say.baseUrl)
    .addOption(new Option("--store <place>", say.keyStore).choices(["keyring", "file"]));
  leaf(root, "logout", say.logout);
  leaf(root, "account", say.account);
  const profiles = root.command("profiles").description(say.profiles);
  leaf(profiles, "list", say.profilesList)
    .option("--header", say.header)
    .option("--check", say.check);
  leaf(profiles, "show [name]", say.profilesShow);
  leaf(profiles, "use <name>", say.profilesUse);
  leaf(profiles, "set <field> <value...>", say.profilesSet);
  leaf(profiles, "remove <name>", say.profilesRemove);
}

function tools(root: Command, say: Say): void {
  leaf(root, "api <method> <path>", say.api)
    .option("-F, --field <name=value>", say.apiField, collect)
    .option("--input <file>", say.apiInput)
    .option("-H, --header <name:value>", say.apiHeader, collect)
    .option("--idempotency-key <key>", say.idempotencyKey)
    .option("--all", say.apiAll);
  const shells = ["bash", "zsh", "fish", "powershell"];
  leaf(root, "completion", say.completion)
    .addArgument(new Command().createArgument("<shell>", say.shell).choices(shells))
    .option("--install", say.completionInstall)
    .option("--uninstall", say.completionUninstall);
  leaf(root, "commands", say.commands);
  leaf(root, "doctor", say.doctor);
}

function sandbox(root: Command, say: Say): void {
  const box = root.command("sandbox").description(say.sandbox);
  for (const verb of ["pay", "expire", "fail"] as const) {
    leaf(box, `${verb} <id>`, say.sandboxMove[verb]);
  }
  leaf(box, "serve", say.sandboxServe)
    .option("--port <port>", say.port)
    .option("--strict", say.strict);
  leaf(box, "reset", say.sandboxReset).option("--balance <reais>", say.startingBalance);
  leaf(box, "openapi", say.sandboxOpenapi);
  const keys = box.command("keys").description(say.sandboxKeys);
  const permission = new Option("--permission <name...>", say.permission);
  leaf(keys, "create", say.sandboxKeysCreate)
    .addOption(permission.choices([...PERMISSIONS]))
    .option("--store <name>", say.store);
  leaf(keys, "list", say.sandboxKeysList).option("--header", say.header);
  leaf(keys, "revoke <id>", say.sandboxKeysRevoke);
  faults(box, say);
}

function faults(box: Command, say: Say): void {
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
    .option("--seed <number>", say.faultSeed);
  leaf(fault, "list", say.sandboxFaultList).option("--header", say.header);
  leaf(fault, "clear", say.sandboxFaultClear);
}

function qrOption(description: string): Option {
  return new Option("--qr <size>", description).choices(["auto", "large", "small", "never"]);
}
