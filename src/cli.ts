import { Command, CommanderError, Option } from "commander";
import type { Context, GlobalFlags } from "./context.ts";
import type { Host } from "./host.ts";
import { EXIT } from "./errors.ts";
import { FORMS, fromCommander, globalFlags, guessedFlags } from "./flags.ts";
import { PERMISSIONS } from "./api/names.ts";
import { report } from "./terminal/report.ts";
import { en } from "./text/en.ts";
import type { Text } from "./text/text.ts";
import { version } from "./version.ts";
import { createContext } from "./wiring.ts";

/** How wide help is where there is no window. */
const HELP_COLUMNS = 100;

/** Runs one command line and gives its exit code; whatever fails is told on stderr, nothing is thrown. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const text = en;
  let flags: GlobalFlags | undefined;
  const on: Bind =
    (load) =>
    async (...received) => {
      const command = received.at(-1);
      if (!(command instanceof Command)) throw new Error("commander gave no command");
      flags = globalFlags(command.optsWithGlobals(), text);
      const context = await createContext({ host, flags, text });
      try {
        const work = await load();
        await work(context, inputOf(command));
        await context.output.flush();
      } finally {
        await context.dispose();
      }
    };
  try {
    await program(host, text, on).parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    const help = error instanceof CommanderError && error.code === "commander.help";
    if (help || (error instanceof CommanderError && error.exitCode === 0)) return EXIT.ok;
    return report(fromCommander(error, text), {
      host,
      text,
      flags: flags ?? guessedFlags(argv),
    });
  }
}

type Work<Input> = (context: Context, input: Input) => Promise<void>;
/** Binds a command to its body, which is loaded when the command runs and not before. */
type Bind = <Input>(load: () => Promise<Work<Input>>) => (...received: unknown[]) => Promise<void>;

function program(host: Host, text: Text, on: Bind): Command {
  const say = text.help;
  const root = new Command("pix")
    .description(say.pix)
    .version(version, "-V, --version", say.version)
    .helpOption("-h, --help", say.helpFlag)
    .helpCommand("help [command]", say.helpCommand)
    .option("-p, --profile <name>", say.profile)
    .option("--json", say.json)
    .addOption(new Option("--output <form>", say.output).choices([...FORMS]))
    .option("--query <jmespath>", say.query)
    .option("--header", say.header)
    .option("--timeout <seconds>", say.timeout)
    .option("-y, --yes", say.yes)
    .option("--no-input", say.noInput)
    .option("--no-color", say.noColor)
    .option("--api-key-stdin", say.apiKeyStdin)
    .option("--debug", say.debug)
    .option("-q, --quiet", say.quiet)
    .exitOverride()
    .configureOutput({
      writeOut: (help) => host.stdout.write(help),
      // Only the help of a command that lacks its subcommand comes this way: it is what was asked for.
      writeErr: (help) => host.stdout.write(help),
      outputError: () => undefined,
      getOutHelpWidth: () => host.stdout.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => host.stdout.columns ?? HELP_COLUMNS,
      getOutHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError();
  charges(root, text, on);
  accounts(root, text, on);
  sandbox(root, text, on);
  return root;
}

function charges(root: Command, text: Text, on: Bind): void {
  const say = text.help;
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
  pix
    .command("get <id>")
    .description(say.pixGet)
    .action(on(async () => (await import("./commands/pix/get.ts")).get));
  pix
    .command("list")
    .description(say.pixList)
    .option("--status <status>", say.status)
    .option("--from <date>", say.from)
    .option("--to <date>", say.to)
    .option("--limit <count>", say.limit)
    .option("--all", say.all)
    .action(on(async () => (await import("./commands/pix/list.ts")).list));
  pix
    .command("cancel <id>")
    .description(say.pixCancel)
    .action(on(async () => (await import("./commands/pix/cancel.ts")).cancel));
  pix
    .command("wait <id>")
    .description(say.pixWait)
    .action(on(async () => (await import("./commands/pix/wait.ts")).wait));
  pix
    .command("qr <charge>")
    .description(say.pixQr)
    .addOption(qrOption(say.qr))
    .option("--png <file>", say.png)
    .action(on(async () => (await import("./commands/pix/qr.ts")).qr));
  root
    .command("decode [code]")
    .description(say.decode)
    .action(on(async () => (await import("./commands/decode.ts")).decode));
}

function accounts(root: Command, text: Text, on: Bind): void {
  const say = text.help;
  root
    .command("login")
    .description(say.login)
    .addOption(new Option("--env <environment>", say.env).choices(["staging", "production"]))
    .option("--base-url <url>", say.baseUrl)
    .action(on(async () => (await import("./commands/login.ts")).login));
  root
    .command("logout")
    .description(say.logout)
    .action(on(async () => (await import("./commands/login.ts")).logout));
  root
    .command("account")
    .description(say.account)
    .action(on(async () => (await import("./commands/account.ts")).account));
  const profiles = root.command("profiles").description(say.profiles);
  profiles
    .command("list")
    .description(say.profilesList)
    .option("--check", say.check)
    .action(on(async () => (await import("./commands/profiles.ts")).list));
  profiles
    .command("show [name]")
    .description(say.profilesShow)
    .action(on(async () => (await import("./commands/profiles.ts")).show));
  profiles
    .command("use <name>")
    .description(say.profilesUse)
    .action(on(async () => (await import("./commands/profiles.ts")).use));
  profiles
    .command("set <field> <value...>")
    .description(say.profilesSet)
    .action(on(async () => (await import("./commands/profiles.ts")).set));
  profiles
    .command("remove <name>")
    .description(say.profilesRemove)
    .action(on(async () => (await import("./commands/profiles.ts")).remove));
}

function sandbox(root: Command, text: Text, on: Bind): void {
  const say = text.help;
  const box = root.command("sandbox").description(say.sandbox);
  for (const verb of ["pay", "expire", "fail"] as const) {
    box
      .command(`${verb} <id>`)
      .description(say.sandboxMove[verb])
      .action(on(async () => (await import("./commands/sandbox/move.ts"))[verb]));
  }
  box
    .command("serve")
    .description(say.sandboxServe)
    .option("--port <port>", say.port)
    .option("--strict", say.strict)
    .action(on(async () => (await import("./commands/sandbox/serve.ts")).serve));
  box
    .command("reset")
    .description(say.sandboxReset)
    .action(on(async () => (await import("./commands/sandbox/reset.ts")).reset));
  box
    .command("openapi")
    .description(say.sandboxOpenapi)
    .action(on(async () => (await import("./commands/sandbox/openapi.ts")).openapi));
  const keys = box.command("keys").description(say.sandboxKeys);
  const permission = new Option("--permission <name...>", say.permission);
  keys
    .command("create")
    .description(say.sandboxKeysCreate)
    .addOption(permission.choices([...PERMISSIONS]))
    .option("--store <name>", say.store)
    .action(on(async () => (await import("./commands/sandbox/keys.ts")).create));
  keys
    .command("list")
    .description(say.sandboxKeysList)
    .action(on(async () => (await import("./commands/sandbox/keys.ts")).list));
  keys
    .command("revoke <id>")
    .description(say.sandboxKeysRevoke)
    .action(on(async () => (await import("./commands/sandbox/keys.ts")).revoke));
  faults(box, text, on);
}

function faults(box: Command, text: Text, on: Bind): void {
  const say = text.help;
  const fault = box.command("fault").description(say.sandboxFault);
  fault
    .command("add")
    .description(say.sandboxFaultAdd)
    .requiredOption("--on <operation>", say.faultOn)
    .option("--status <status>", say.faultStatus)
    .option("--drop", say.faultDrop)
    .option("--delay <duration>", say.faultDelay)
    .option("--after-effect", say.faultAfterEffect)
    .option("--times <count>", say.faultTimes)
    .option("--percent <percent>", say.faultPercent)
    .action(on(async () => (await import("./commands/sandbox/fault.ts")).add));
  fault
    .command("list")
    .description(say.sandboxFaultList)
    .action(on(async () => (await import("./commands/sandbox/fault.ts")).list));
  fault
    .command("clear")
    .description(say.sandboxFaultClear)
    .action(on(async () => (await import("./commands/sandbox/fault.ts")).clear));
}

function qrOption(description: string): Option {
  return new Option("--qr <size>", description).choices(["auto", "large", "small", "never"]);
}

const collect = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

/** The flags and operands of a command as its body declares them: the declarations above are their source. */
function inputOf<Input>(command: Command): Input {
  const values: readonly unknown[] = command.processedArgs;
  const operands = command.registeredArguments.map((argument, index): [string, unknown] => [
    argument.name(),
    values[index],
  ]);
  return { ...command.opts(), ...Object.fromEntries(operands) } as Input;
}
