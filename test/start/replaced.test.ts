import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";

it("tells how a run has ended although the program's files were taken away meanwhile", async () => {
  // Beside the build, so that the packages which are not in it are found as there.
  const built = dirname(dirname(inject("pixBinary")));
  const folder = mkdtempSync(`${built}-replaced-`);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(built, folder, { recursive: true });
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
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void service.close());
  const address = service.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const env = {
    PATH: process.env["PATH"],
    HOME: folder,
    PIX_HOME: join(folder, "home"),
    PIX_BASE_URL: `http://127.0.0.1:${port}/v1`,
    PIX_API_KEY: "sk_test_replaced",
  };
  const ended = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const payer = ["--name", "Ana Souza", "--email", "a@example.com", "--document", "52998224725"];
    const args = [
      "pix",
      "create",
      "--amount",
      "1",
      "--notification-url",
      "https://example.com/pix",
    ];
    const child = execFile(
      process.execPath,
      [join(folder, "bin", "pix.js"), ...args, ...payer],
      { env },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
    );
  });
  expect(ended.stderr).not.toContain("Cannot find module");
  expect(ended.stderr).toContain("outcome is unknown");
  expect(ended.code).toBe(8);
});
