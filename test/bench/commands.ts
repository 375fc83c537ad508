import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Command } from "./command.ts";
import { AUTHORITY } from "./far-end.ts";
import { programNamed } from "./place.ts";
import type { Place } from "./place.ts";

const CODE =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000" +
  "5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D";

/** Since Node 22 OpenSSL reads the authorities faster. */
const SECURE_MAX = { old: 3.7, new: 2.6 };

/** What needs no service. */
export function localCommands(place: Place): readonly Command[] {
  const home = homeWithProfile(place);
  const command = (words: string, atMost: number, proof: RegExp, more: Partial<Command> = {}) => ({
    ...place.pix(`\`pix ${words}\``, {
      ...{ home, args: words.split(" "), proves: (stdout) => proof.test(stdout) },
    }),
    ...{ target: { atMost }, isInReadme: true, ...more },
  });
  const version = command("--version", 1.25, /^\d+\.\d+\.\d+\n$/);
  const help = command("--help", 1.3, /^Usage: pix /);
  const helpOfOne = command("pix create --help", 1.3, /--amount/, { isInReadme: false });
  const profiles = command("profiles list", 1.7, /^shop\tstaging\t/);
  const decode = command(`decode ${CODE}`, 1.7, /^name\tFulano de Tal$/m, {
    ...{ name: "`pix decode <code>`", args: [place.program, "decode", CODE] },
  });
  return [version, help, helpOfOne, profiles, decode];
}

/** One call over HTTP, and the same over TLS with a private authority. */
export async function balanceOver(place: Place, scheme: "http" | "https"): Promise<Command> {
  const url = await place.server("balance", scheme);
  const atMost = scheme === "http" ? 2.2 : secureMax(place);
  const ca = scheme === "http" ? {} : { PIX_CA_FILE: resolve(AUTHORITY) };
  return {
    ...place.pix(`\`pix balance\` over local ${scheme.toUpperCase()}`, {
      ...{ home: place.home(), args: ["balance", "--json"], env: { ...serviceAt(url), ...ca } },
      proves: isBalance,
    }),
    ...{ target: { atMost }, isInReadme: true },
  };
}

/** A charge in the embedded service, which is in a file of this machine. */
export function sandboxCreate(place: Place): Command {
  const words = "pix create --amount 19.90 --profile sandbox --json";
  return {
    ...place.pix(`\`pix ${words}\``, {
      ...{ home: place.home(), args: words.split(" ") },
      proves: (stdout) => stdout.includes('"status": "waiting_payment"'),
    }),
    ...{ target: { atMost: 5 }, isInReadme: true },
  };
}

/** The same call by what does nothing else. */
export function curlOf(url: string): Command | undefined {
  const file = programNamed("curl");
  if (file === undefined) return undefined;
  const args = ["--silent", "--fail", "--header", "authorization: Bearer sk_test_bench"];
  const env = { PATH: process.env["PATH"] ?? "" };
  const name = "`curl`, the same call over local HTTP";
  return { name, file, args: [...args, `${url}/balance`], env, proves: isBalance };
}

/** How a program is told which service to call, with no profile. */
export function serviceAt(url: string): Readonly<Record<string, string>> {
  return { PIX_API_KEY: "sk_test_bench", PIX_BASE_URL: url, PIX_ENVIRONMENT: "staging" };
}

/** A home where somebody has logged in once. */
export function homeWithProfile(place: Place): string {
  const home = place.home();
  const shop = { environment: "staging", base_url: "https://pix.example.com/v1" };
  const config = JSON.stringify({ version: 1, default: "shop", profiles: { shop } });
  writeFileSync(join(home, "config.json"), config, { mode: 0o600 });
  return home;
}

function isBalance(stdout: string): boolean {
  return stdout.includes("1234.56");
}

function secureMax({ nodeVersion }: Place): number {
  return Number(nodeVersion.split(".")[0]) < 22 ? SECURE_MAX.old : SECURE_MAX.new;
}
