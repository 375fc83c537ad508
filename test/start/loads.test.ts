import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildProgram } from "../support/build.ts";
import { loadedBy } from "./loads.ts";

const CODE =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR" +
  "5913Fulano de Tal6008BRASILIA62070503***63041D3D";

let home = "";
let service: Server;
let env: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "pix-loads-"));
  service = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ available: 10.5, pending: 0, currency: "BRL" }));
  });
  await new Promise<void>((listening) => service.listen(0, "127.0.0.1", listening));
  const address = service.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  env = {
    HOME: home,
    PIX_HOME: home,
    PIX_BASE_URL: `http://127.0.0.1:${port}/v1`,
    PIX_API_KEY: "sk_test_loads",
  };
});

afterAll(async () => {
  service.closeAllConnections();
  await new Promise((closed) => service.close(closed));
  rmSync(home, { recursive: true, force: true });
});

/**
 * What a short command loads decides how quick it is, and can be counted where time cannot be measured. The
 * lists are committed; one that should change is written anew by
 * `npx vitest run --config .config/vitest.mts test/start -u`.
 */
describe("what is loaded", () => {
  it.each([
    ["version", ["--version"]],
    ["help", ["pix", "create", "--help"]],
    ["profiles-list", ["profiles", "list"]],
    ["decode", ["decode", CODE]],
    ["balance", ["balance"]],
    ["sandbox", ["pix", "create", "--amount", "19.90", "--profile", "sandbox", "--json"]],
  ])("by %s is what its list says", async (name, args) => {
    const loaded = await loadedBy(inject("pixBinary"), args, env);
    await expect(withoutPlatform(loaded)).toMatchFileSnapshot(`loads/${name}.txt`);
  });

  it("is seen to change when a call of the service imports undici", async () => {
    const folder = mkdtempSync(join(home, "changed-"));
    const changed = await buildProgram(folder, {
      name: "import-undici",
      transform: {
        filter: { id: /src[\\/]api[\\/]send[\\/]once\.ts$/ },
        handler: (code) => ({ code: `import "undici";\n${code}`, moduleType: "ts" }),
      },
    });
    const before = (await loadedBy(inject("pixBinary"), ["balance"], env)).split("\n");
    const loaded = await loadedBy(changed, ["balance"], env);
    expect(loaded).not.toBe(readFileSync(new URL("loads/balance.txt", import.meta.url), "utf8"));
    const added = loaded.split("\n").filter((line) => !before.includes(line));
    expect(added).toContain("package undici");
    expect(added).toContain("node:async_hooks");
  });
});

/** The native part is another package on every platform. */
function withoutPlatform(loaded: string): string {
  return loaded.replace(/^file index\.node$/m, "file (libsql's native part)");
}
