import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { Machine } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import { words } from "./support/transcript.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The lines of the README's shell blocks. */
const lines = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  .flatMap(([, block]) => (block ?? "").trim().split("\n"))
  .filter((line) => line !== "");

const commands = lines.filter((line) => /^(npx )?pix /.test(line));

/** The file of payments that the README shows, under the name that its commands give it. */
const payments = /^```csv\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";

/** What stands for an id in the README: a charge of the machine that fits it. */
async function fill(host: Machine, line: string): Promise<string> {
  const { stdout } = await host.pix([
    "pix",
    "list",
    "--profile",
    "sandbox",
    "--all",
    "--query",
    "data",
  ]);
  const charges: { id: string; status: string; amount: number }[] = JSON.parse(stdout || "[]");
  const waiting = charges.filter(({ status }) => status === "waiting_payment");
  const charge = charges.find(({ amount }) => amount === 19.9)?.id ?? "";
  return line
    .replace("<charge>", charge)
    .replace("<waiting>", waiting.find(({ amount }) => amount === 5)?.id ?? "")
    .replace("<waiting2>", waiting.find(({ amount }) => amount > 1000)?.id ?? "");
}

/** A line of a crontab as cron and its shell would read it. */
function filled(words: string): string {
  return words.replace("/srv/pay/", "").replace(String.raw`$(date +\%Y-\%m)`, "2026-11");
}

describe("the README", () => {
  it("begins with the two commands, and the others are npm's or pix's", () => {
    expect(lines.slice(0, 2)).toEqual([
      "npm ci",
      "npx pix pix create --amount 19.90 --profile sandbox",
    ]);
    const other = lines.filter((line) => !commands.includes(line));
    expect(other).toEqual(["npm ci", "export PIX_PROFILE=sandbox"]);
    expect(commands.length).toBeGreaterThan(25);
  });

  it("shows commands that work, in their order, on a fresh machine", async () => {
    const host = machine();
    writeFileSync(join(host.home, "salaries-2026-11.csv"), payments);
    const service = await stub(() => ({
      body: { environment: "staging", store: { name: "Loja" } },
    }));
    for (const line of commands) {
      if (line.includes("sandbox serve")) continue;
      const filled = (await fill(host, line)).replace(
        "https://staging.example.com/v1",
        service.baseUrl,
      );
      if (filled.includes("completion")) continue;
      const args = words(filled.replace(/^(npx )?pix /, ""), new Map(), line);
      const isLogin = args[0] === "login";
      const { code, stderr } = await host.pix(args, {
        env: { PIX_PROFILE: "sandbox" },
        ...(isLogin
          ? { tty: { columns: 80, rows: 24 }, answers: [{ prompt: "key", typed: "sk_test_1" }] }
          : {}),
      });
      expect(code, `${filled}\n${stderr}`).toBe(0);
    }
  });

  it("gives a crontab line that pays, and pays once", async () => {
    const host = machine();
    const line = /^0 8 5 \* \* {2}PIX_PROFILE=production pix (.*?) >>/m.exec(readme)?.[1] ?? "";
    const args = line.replace(String.raw`$(date +\%Y-\%m)`, "2026-11").split(" ");
    for (const _day of [1, 2]) {
      const { code, stderr } = await host.pix(args, { env: { PIX_PROFILE: "sandbox" } });
      expect(code, stderr).toBe(0);
    }
    const listed = await host.pix([
      "withdraw",
      "list",
      "--profile",
      "sandbox",
      "--query",
      "length(data)",
    ]);
    expect(listed.stdout).toBe("1\n");
  });

  it("gives crontab lines for a file that pay it once, and watch it", async () => {
    const host = machine();
    writeFileSync(join(host.home, "salaries.csv"), payments);
    const env = { PIX_PROFILE: "sandbox" };
    const found = [
      ...readme.matchAll(
        /^[*\d/].* \* \* +PIX_PROFILE=production pix (withdraw batch .*?) (?:>>|\|\|)/gm,
      ),
    ];
    const cron = found.map(([, words]) => filled(words ?? "").split(" "));
    expect(cron.map((words) => words[2])).toEqual(["run", "status"]);
    for (const args of [...cron, ...cron]) {
      const { code, stderr } = await host.pix(args, { env });
      expect(code, stderr).toBe(0);
    }
    const paid = await host.pix(["withdraw", "list", "--query", "length(data)"], { env });
    expect(paid.stdout).toBe("3\n");
  });

  it("installs and takes away completion where it says so", async () => {
    const host = machine();
    for (const line of commands.filter((command) => command.startsWith("pix completion"))) {
      const { code, stderr } = await host.pix(line.split(" ").slice(1), {
        env: { HOME: host.home },
      });
      expect(code, `${line}\n${stderr}`).toBe(0);
    }
  });

  it("says what `sandbox serve` really does", async () => {
    const line = commands.find((command) => command.includes("sandbox serve"));
    expect(line).toBe("pix sandbox serve --port 4010");
    const stopped = AbortSignal.timeout(0);
    const args = ["sandbox", "serve", "--port", "0"];
    const { stderr } = await machine().pix(args, { signal: stopped });
    expect(stderr).not.toContain("error: unknown");
  });

  it("tells where each script for a shell and the man page belong", () => {
    const rows = [...readme.matchAll(/^\| `((?:man|completions)\/[^`]+)` \| \S/gm)];
    const there = ["man", "completions"].flatMap((folder) =>
      readdirSync(new URL(`../${folder}/`, import.meta.url)).map((name) => `${folder}/${name}`),
    );
    expect(there.length).toBeGreaterThan(4);
    expect(rows.map(([, path]) => path).toSorted()).toEqual(there.toSorted());
  });

  it("names npm scripts that exist, and a test of worlds that a seed plays again", () => {
    const scripts = [...readme.matchAll(/^npm run (\w+)/gm)].map(([, name]) => name ?? "");
    expect(scripts).toContain("kill");
    const { scripts: known } = JSON.parse(
      readFileSync(new URL("../package.json", import.meta.url), "utf8"),
    );
    for (const name of scripts) expect(known).toHaveProperty(name);
    const replayed = /^PIX_SEED=\d+ npx vitest run --config (\S+) (\S+)$/m.exec(readme) ?? [];
    expect(replayed.length).toBe(3);
    for (const path of replayed.slice(1)) {
      expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
    }
  });

  it("names every exit code there is", async () => {
    const { EXIT } = await import("../src/errors.ts");
    for (const code of Object.values(EXIT)) {
      expect(readme).toMatch(new RegExp(`^\\| (\\d+, )?${code}(, \\d+)? \\|`, "m"));
    }
  });
});
