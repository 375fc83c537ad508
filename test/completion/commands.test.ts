import { describe, expect, it } from "vitest";
import { EXIT } from "../../src/errors.ts";
import { machine } from "../support/pix.ts";

interface Listed {
  readonly command: string;
  readonly flags: readonly { readonly long: string; readonly choices: readonly string[] }[];
  readonly commands: readonly Listed[];
}

function all(node: Listed): readonly Listed[] {
  return [node, ...node.commands.flatMap(all)];
}

async function listed(): Promise<Listed & { exit_codes: { code: number; meaning: unknown }[] }> {
  const { stdout, code } = await machine().pix(["commands", "--json"]);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe("pix commands --json", () => {
  it("names every command that help names, with its flags and their values", async () => {
    const tree = await listed();
    const commands = new Map(all(tree).map((node) => [node.command, node]));
    expect([...commands.keys()]).toEqual(
      expect.arrayContaining([
        "pix",
        "pix pix create",
        "pix withdraw create",
        "pix sandbox keys revoke",
      ]),
    );
    const keyType = commands
      .get("pix withdraw create")
      ?.flags.find(({ long }) => long === "--key-type");
    expect(keyType).toEqual({
      flags: "--key-type <type>",
      long: "--key-type",
      short: null,
      description: "what kind of key it is, where that is not plain",
      choices: ["cpf", "cnpj", "email", "phone", "evp"],
      argument: "required",
      value: "type",
      repeatable: false,
      global: false,
    });
    const profile = tree.flags.find(({ long }) => long === "--profile");
    expect(profile).toMatchObject({ short: "-p", global: true, argument: "required" });
    const flags = commands.get("pix pix create")?.flags ?? [];
    expect(flags.find(({ long }) => long === "--wait")).toMatchObject({ argument: "optional" });
    expect(flags.find(({ long }) => long === "--metadata")).toMatchObject({ repeatable: true });
    expect(flags.find(({ long }) => long === "--qr")).toMatchObject({ repeatable: false });
  });

  it("has a help page for every command it names", async () => {
    const host = machine();
    for (const { command } of all(await listed())) {
      const words = command.split(" ").slice(1);
      const { stdout, code } = await host.pix(words[0] === "help" ? words : [...words, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(words[0] === "help" ? "Usage: pix" : `Usage: ${command}`);
    }
  });

  it("tells every exit code and what it means", async () => {
    const { exit_codes: codes } = await listed();
    expect(codes.map(({ code }) => code)).toEqual(Object.values(EXIT));
    expect(codes.filter(({ meaning }) => typeof meaning !== "string")).toEqual([]);
  });
});
