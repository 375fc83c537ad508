import { describe, expect, it } from "vitest";
import { machine } from "../support/pix.ts";
import type { Machine } from "../support/pix.ts";

const TTY = { columns: 100, rows: 40 };

async function json(at: Machine, args: readonly string[]) {
  const { code, stdout, stderr } = await at.pix([...args, "--json"]);
  expect([code, stderr.includes("error")]).toEqual([0, false]);
  return JSON.parse(stdout);
}

async function chargeOn(at: Machine): Promise<string> {
  const args = ["pix", "create", "--amount", "19.90", "--profile", "sandbox"];
  return (await json(at, args)).id;
}

describe("pix sandbox", () => {
  it.each([
    ["pay", "paid"],
    ["expire", "expired"],
    ["fail", "failed"],
  ])("%s makes a charge %s, and prints what the service says of it", async (verb, status) => {
    const at = machine();
    const id = await chargeOn(at);
    const moved = await json(at, ["sandbox", verb, id]);
    expect(moved).toMatchObject({ id, status, amount: 19.9 });
    expect(await json(at, ["pix", "get", id, "--profile", "sandbox"])).toEqual(moved);
    const again = await at.pix(["sandbox", verb, id]);
    expect([again.code, again.stdout]).toEqual([6, ""]);
  });

  it("shows a person the charge in a few lines", async () => {
    const at = machine();
    const { stdout } = await at.pix(["sandbox", "pay", await chargeOn(at)], { tty: TTY });
    expect(stdout).toMatch(/Status\W+paid/);
    expect(stdout).toContain("R$ 19,90");
  });

  it("says that an id is not there", async () => {
    const at = machine();
    const { code, stderr } = await at.pix([
      "sandbox",
      "pay",
      "6f1f7e0c-5a0e-4a43-a2ee-1f0f3f1c7a52",
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain("There is no such resource.");
  });

  it("refuses to stand in for another profile", async () => {
    const at = machine();
    const { code, stderr } = await at.pix(["sandbox", "pay", "x", "--profile", "loja"]);
    expect(code).toBe(2);
    expect(stderr).toContain("not the profile loja");
  });

  it("creates, lists and revokes keys, and shows a key once", async () => {
    const at = machine();
    const made = await json(at, [
      "sandbox",
      "keys",
      "create",
      "--permission",
      "pix:read",
      "pix:write",
    ]);
    expect(made).toMatchObject({ permissions: ["pix:read", "pix:write"] });
    const bare = await at.pix(["sandbox", "keys", "create", "--query", "key"]);
    expect(bare.stdout).toMatch(/^pix_sandbox_[\w-]{43}\n$/);
    const listed = await at.pix(["sandbox", "keys", "list", "--json"]);
    expect(JSON.parse(listed.stdout).data).toHaveLength(2);
    expect(listed.stdout).not.toContain(made.key);
    expect((await at.pix(["sandbox", "keys", "revoke", made.id])).code).toBe(0);
    expect((await at.pix(["sandbox", "keys", "revoke", made.id])).code).toBe(5);
  });

  it("adds, lists and clears faults, which the next command meets", async () => {
    const at = machine();
    const on = ["--on", "POST /payments/pix"];
    const added = await json(at, [
      "sandbox",
      "fault",
      "add",
      ...on,
      "--status",
      "422",
      "--times",
      "1",
    ]);
    expect(added).toMatchObject({ on: "POST /payments/pix", status: 422, times: 1, percent: 100 });
    const create = ["pix", "create", "--amount", "19.90", "--profile", "sandbox"];
    expect((await at.pix(create)).code).toBe(3);
    expect((await at.pix(create)).code).toBe(0);
    const listed = await at.pix(["sandbox", "fault", "list"], { tty: TTY });
    expect(listed.stdout).toContain("answers 422");
    expect((await at.pix(["sandbox", "fault", "clear"])).stderr).toContain("1 fault removed.");
    expect((await json(at, ["sandbox", "fault", "list"])).data).toEqual([]);
  });

  it.each([
    [["--on", "POST /nothing", "--status", "503"], "there is no such operation"],
    [["--on", "*"], "needs --status, --drop or --delay"],
    [["--on", "*", "--status", "200"], "--status 200"],
    [["--on", "*", "--status", "503", "--drop"], "contradict"],
    [["--on", "*", "--status", "404", "--after-effect"], "500 or above"],
    [["--on", "*", "--delay", "soon"], "--delay soon"],
    [["--on", "*", "--drop", "--times", "0"], "--times 0"],
    [["--on", "*", "--drop", "--percent", "101"], "--percent 101"],
  ])("refuses a fault of %j", async (flags, sentence) => {
    const { code, stderr } = await machine().pix(["sandbox", "fault", "add", ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
  });

  it("resets after a yes, and not without one", async () => {
    const at = machine();
    const id = await chargeOn(at);
    const get = ["pix", "get", id, "--profile", "sandbox"];
    const guarded = await at.pix(["sandbox", "reset"]);
    expect([guarded.code, guarded.stderr.includes("--yes")]).toEqual([12, true]);
    const prompt = "Forget every charge";
    const no = await at.pix(["sandbox", "reset"], { tty: TTY, answers: [{ prompt, typed: "n" }] });
    expect(no.code).toBe(130);
    expect((await at.pix(get)).code).toBe(0);
    expect((await at.pix(["sandbox", "reset", "--yes"])).stderr).toContain("R$ 1.000,00");
    expect((await at.pix(get)).code).toBe(5);
  });

  it("prints the contract, whatever the form", async () => {
    const at = machine();
    const plain = await at.pix(["sandbox", "openapi"]);
    expect(JSON.parse(plain.stdout)).toMatchObject({ openapi: "3.1.0" });
    const version = await at.pix(["sandbox", "openapi", "--query", "openapi"]);
    expect(version.stdout).toBe("3.1.0\n");
  });

  it("refuses a port that is none", async () => {
    const { code, stderr } = await machine().pix(["sandbox", "serve", "--port", "99999"]);
    expect([code, stderr.includes("--port 99999")]).toEqual([2, true]);
  });
});
