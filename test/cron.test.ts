import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject } from "vitest";
import { audit } from "./kill/audit.ts";
import { clientOf } from "./kill/client.ts";
import { writePayoutFile } from "./kill/file.ts";
import { follow } from "./kill/program.ts";
import { serve } from "./kill/service.ts";
import { itWhere } from "./support/where.ts";

/** A crontab of two lines, run by the system's own cron for three minutes. */
const path = inject("pixBinary");
const RUNS = 6;
const RUNS_TIMEOUT_MS = 8 * 60_000;
const POLL_MS = 200;

/** Processes and mounts of its own: nothing of it outlives its first process, whatever happens here. */
const UNSHARE = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];

const isRoot = process.getuid?.() === 0;
const hasCron = spawnSync("which", ["cron"]).status === 0;
const slow = process.env["PIX_SLOW"] === "1";
const unshares = isRoot && spawnSync("unshare", [...UNSHARE, "true"]).status === 0;
const missing = [
  ...(slow ? [] : ["it takes three minutes, and PIX_SLOW=1 asks for it"]),
  ...(hasCron ? [] : ["cron is not installed here"]),
  ...(unshares ? [] : ["only root runs a cron of its own"]),
];
const cron = { there: missing.length === 0, missing: missing.join("; ") };

/** Hides the system's own crontabs from this cron, and this cron from the system. */
const OWN_CRON = `
set -eu
for folder in /etc/cron.d /var/spool/cron /run; do mount -t tmpfs pix "$folder"; done
mkdir /var/spool/cron/crontabs
mount --bind /dev/null /etc/crontab
install -m 644 "$CRONTAB" /etc/cron.d/pix
exec cron -f
`;

describe("a line of a crontab", () => {
  itWhere(
    cron,
    "pays everybody once, however often it runs",
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "pix-cron-"));
      const service = await serve(path, join(folder, "service"));
      const crontab = join(folder, "crontab");
      const [log, errors, exits] = ["log", "errors", "exits"].map((name) => join(folder, name));
      try {
        const client = clientOf(service, { path, folder });
        const file = writePayoutFile(folder, { batch: "salaries", count: 20 });
        // The first run meets a service that is down, and stops.
        await service.addFault("--status", "503", "--times", "3");
        const words = ["withdraw", "batch", "run", file.path, ...file.confirmed, "--json"];
        const line = `${process.execPath} ${path} ${words.join(" ")} >>${log} 2>>${errors}`;
        const job = `${line}; echo $? >>${exits}`;
        const settings = Object.entries(client.env).map(([name, value]) => `${name}=${value}`);
        const lines = ['MAILTO=""', ...settings, `* * * * * root ${job}`];
        writeFileSync(crontab, `${[...lines, `* * * * * root sleep 30; ${job}`].join("\n")}\n`);
        const codes = await runCron(crontab, exits ?? "");
        // Who is in doubt is looked for, and paid once the list has shown somebody who was paid.
        const said = readFileSync(errors ?? "", "utf8");
        expect(codes, said).toEqual(["8", "8", ...Array.from({ length: RUNS - 2 }, () => "0")]);
        const logged = readFileSync(log ?? "", "utf8")
          .trim()
          .split("\n");
        expect(new Set(logged.map((text) => JSON.parse(text).id)).size).toBe(20);
        expect(await audit([file], { client, books: service.books() })).toEqual({
          ...{ double: [], lost: [], wrong: [] },
        });
      } finally {
        await service.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    RUNS_TIMEOUT_MS + 60_000,
  );
});

/** Runs a cron of this crontab alone until its jobs have written so many exit codes. */
async function runCron(crontab: string, exits: string): Promise<readonly string[]> {
  const env = { PATH: process.env["PATH"], CRONTAB: crontab };
  const child = spawn("unshare", [...UNSHARE, "bash", "-c", OWN_CRON], { env });
  const { ended } = follow(child);
  let over: string | undefined;
  void ended.then(({ code, stderr }) => (over = `cron ended with ${code}: ${stderr}`));
  const codes = (): readonly string[] =>
    existsSync(exits) ? readFileSync(exits, "utf8").trim().split("\n") : [];
  try {
    const deadline = Date.now() + RUNS_TIMEOUT_MS;
    while (codes().length < RUNS) {
      if (over !== undefined) throw new Error(over);
      if (Date.now() > deadline) throw new Error(`only ${codes().length} runs in time`);
      await sleep(POLL_MS);
    }
    return codes();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
