import { describe, expect, it } from "vitest";
import { InterruptedError } from "../src/errors.ts";
import { machine } from "./support/pix.ts";
import type { PixOptions, PixResult } from "./support/pix.ts";
import { stub } from "./support/stub.ts";
import type { Reply } from "./support/stub.ts";

/** What the balance is at each look; the watch is stopped after the last. */
const LOOKS: readonly Reply[] = [
  { body: { available: 10, total: 10, updated_at: "2026-11-21T12:00:00Z" } },
  { body: { available: 10, total: 10, updated_at: "2026-11-21T12:00:10Z" } },
  { body: { available: "29.90", total: "29.90", updated_at: "2026-11-21T12:00:20Z" } },
  { status: 422, body: { error: { code: "unlucky", message: "No luck." } } },
];

async function watch(
  args: readonly string[],
  { looks = LOOKS, ...options }: PixOptions & { readonly looks?: readonly Reply[] } = {},
): Promise<PixResult> {
  const stop = new AbortController();
  const service = await stub((_request, count) => {
    if (count > looks.length) stop.abort(new InterruptedError("SIGINT"));
    return looks[Math.min(count, looks.length) - 1] ?? {};
  });
  const env = {
    PIX_API_KEY: "sk_test_3b1f2c",
    PIX_BASE_URL: service.baseUrl,
    PIX_ENVIRONMENT: "staging",
  };
  return machine().pix(["balance", "--watch", ...args], { ...options, env, signal: stop.signal });
}

describe("pix balance --watch", () => {
  const calm = LOOKS.slice(0, 3);

  it("writes a line now and each time the amounts change, until it is stopped", async () => {
    const { code, stdout } = await watch([], { looks: calm });
    expect(code).toBe(130);
    expect(stdout).toBe(
      "2026-11-21T12:00:00Z\t10.00\t\t\t10.00\n2026-11-21T12:00:20Z\t29.90\t\t\t29.90\n",
    );
  });

  it("asks as often as it is told", async () => {
    const { stdout } = await watch(["2s", "--output", "csv"], { looks: calm });
    expect(stdout.split("\n").map((line) => line.split(",")[0])).toEqual([
      ...["at", "2026-11-21T12:00:00Z", "2026-11-21T12:00:04Z", ""],
    ]);
  });

  it.each([["--json"], ["--output", "jsonl"]])(
    "writes a JSON line a change: %s",
    async (...args) => {
      const { stdout } = await watch([...args], { looks: calm });
      expect(
        stdout
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).available),
      ).toEqual([10, "29.90"]);
    },
  );

  it("goes on in a terminal with the same table", async () => {
    const { stdout } = await watch([], { looks: calm, tty: { columns: 100, rows: 30 } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatch(/^At +Available +Pending +Blocked +Total$/);
    expect(lines[2]).toMatch(/R\$ 29,90 +- +- +R\$ 29,90$/);
  });

  it("outlives a fault of the service, and ends at what will not pass", async () => {
    const faulty = [...calm.slice(0, 1), ...Array.from({ length: 4 }, () => ({ status: 503 }))];
    const outlived = await watch([], { looks: [...faulty, ...calm.slice(2)] });
    expect(outlived.code).toBe(130);
    expect(outlived.stdout.trimEnd().split("\n")).toHaveLength(2);
    expect(outlived.stderr).toContain("503");
    const ended = await watch([], { looks: [...LOOKS, {}] });
    expect(ended.code).toBe(3);
    expect(ended.stderr).toContain("422 unlucky: No luck.");
  });
});
