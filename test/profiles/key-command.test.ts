import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machine } from "../support/pix.ts";
import type { Machine, PixResult } from "../support/pix.ts";
import { stub } from "../support/stub.ts";
import type { Stub } from "../support/stub.ts";
import { CANARY } from "./place.ts";

const CREATE = [
  ...["pix", "create", "--amount", "5", "--name", "Maria", "--email", "m@example.com"],
  ...["--document", "52998224725", "--notification-url", "https://example.com/pix"],
];

/** A machine whose profile takes its key from a program, which notes each time that it runs. */
async function withProgram(source: string): Promise<{
  readonly host: Machine;
  readonly at: Stub;
  readonly pix: (args: readonly string[]) => Promise<PixResult>;
  readonly runs: () => number;
}> {
  const host = machine();
  const at = await stub(({ path }) =>
    path === "/account"
      ? { body: { environment: "staging", store: { id: "1", name: "Loja" } } }
      : { status: 422, body: { error: { code: "amount_below_minimum", message: "too low" } } },
  );
  const log = join(host.home, "runs");
  const program = join(host.home, "key program.cjs");
  const note = `require("node:fs").appendFileSync(process.argv[2], "x");`;
  writeFileSync(program, `${note}\n${source}`);
  const env = { PATH: process.env["PATH"] ?? "" };
  const pix = async (args: readonly string[]): Promise<PixResult> => host.pix(args, { env });
  await host.pix(["login", "--profile", "loja", "--base-url", at.baseUrl, "--api-key-stdin"], {
    stdin: "key-before",
  });
  const words = [process.execPath, program, log, "$(touch pwned)", "; touch pwned"];
  const set = await pix(["profiles", "set", "credential_command", JSON.stringify(words)]);
  expect(set.code, set.stderr).toBe(0);
  const runs = (): number => (existsSync(log) ? readFileSync(log, "utf8").length : 0);
  return { host, at, pix, runs };
}

describe("a profile's credential_command", () => {
  it("gives the key of a whole command, and runs once for it", async () => {
    const { host, at, pix, runs } = await withProgram(`console.log("${CANARY}\\nsecond line")`);
    const before = at.received.length;
    // A write asks for the account first, and then for the charge.
    expect((await pix(CREATE)).code).toBe(3);
    expect(at.received.slice(before).map(({ path }) => path)).toEqual([
      "/account",
      "/payments/pix",
    ]);
    expect(at.received.slice(before).map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${CANARY}`,
      `Bearer ${CANARY}`,
    ]);
    expect(runs()).toBe(1);
    expect(existsSync(join(host.home, "pwned"))).toBe(false);
  });

  it("is not run by commands that need no key", async () => {
    const { pix, runs } = await withProgram(`console.log("${CANARY}")`);
    const shown = await pix(["profiles", "show", "loja", "--query", "key"]);
    expect(shown.stdout).toBe("credential_command\n");
    await pix(["profiles", "list"]);
    await pix(["pix", "create", "--amount", "1.234"]);
    expect(runs()).toBe(0);
  });

  it("that fails is an error, and the stored key does not step in", async () => {
    const { at, pix } = await withProgram(`console.log("${CANARY}"); process.exit(3)`);
    const before = at.received.length;
    const { code, stdout, stderr } = await pix([...CREATE, "--debug"]);
    expect(code).toBe(4);
    expect(stderr).toContain("ended with 3");
    expect(stdout + stderr).not.toContain(CANARY);
    expect(at.received.length).toBe(before);
  });
});
