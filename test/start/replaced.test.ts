import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { dirname, join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";

it("tells how a run has ended although the program's files were taken away meanwhile", async () => {
  const folder = programOfItsOwn();
  const service = createServer((request, response) => {
    if (request.url?.endsWith("/account") === true) {
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ id: "a-1", environment: "staging", store: { id: "s-1", name: "x" } }),
      );
      return;
    }
    rmSync(join(folder, "dist"), { recursive: true, force: true });
    request.socket.destroy();
  });
  const payer = ["--name", "Ana Souza", "--email", "a@example.com", "--document", "52998224725"];
  const args = ["pix", "create", "--amount", "1", "--notification-url", "https://example.com/pix"];
  const ended = await run(folder, await addressOf(service), [...args, ...payer]);
  expect(ended.stderr).not.toContain("Cannot find module");
  expect(ended.stderr).toContain("outcome is unknown");
  expect(ended.code).toBe(8);
});

/** Beside the build, so that the packages which are not in it are found as there. */
function programOfItsOwn(): string {
  const built = dirname(dirname(inject("pixBinary")));
  const folder = mkdtempSync(`${built}-replaced-`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(built, folder, { recursive: true });
  return folder;
}

async function addressOf(service: Server): Promise<string> {
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void service.close());
  const address = service.address();
  return `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/v1`;
}

function run(
  folder: string,
  baseUrl: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    PIX_HOME: join(folder, "home"),
    PIX_BASE_URL: baseUrl,
    PIX_API_KEY: "sk_test_replaced",
  };
  return new Promise((ended) => {
    const whole = [join(folder, "bin", "pix.js"), ...args];
    const child = execFile(process.execPath, whole, { env }, (_error, stdout, stderr) =>
      ended({ code: child.exitCode, stdout, stderr }),
    );
  });
}
