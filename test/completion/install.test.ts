import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { placeOf } from "../../src/commands/completion/place.ts";
import { seal } from "../../src/commands/completion/seal.ts";
import { machine } from "../support/pix.ts";
import { itIn, runIn } from "./shells.ts";

const FILES = {
  bash: ".local/share/bash-completion/completions/pix",
  zsh: ".local/share/zsh/site-functions/_pix",
  fish: ".config/fish/completions/pix.fish",
  powershell: ".local/share/pix/pix.ps1",
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe("pix completion --install", () => {
  for (const [shell, file] of Object.entries(FILES)) {
    it(`writes one file for ${shell}, once, and takes it away again`, async () => {
      const host = machine();
      const { home } = host;
      const path = join(home, file);
      const install = ["completion", shell, "--install", "--json"];
      expect(JSON.parse((await host.pix(install)).stdout)).toEqual({
        shell,
        change: "written",
        path,
      });
      expect(filesIn(home)).toEqual([path]);
      expect(readFileSync(path, "utf8")).toBe((await host.pix(["completion", shell])).stdout);
      expect(JSON.parse((await host.pix(install)).stdout)).toMatchObject({ change: "unchanged" });
      const uninstall = ["completion", shell, "--uninstall", "--json"];
      expect(JSON.parse((await host.pix(uninstall)).stdout)).toMatchObject({
        change: "removed",
        path,
      });
      expect(filesIn(home)).toEqual([]);
      expect(JSON.parse((await host.pix(uninstall)).stdout)).toMatchObject({ change: "absent" });
    });
  }

  it("replaces the script of another version", async () => {
    const host = machine();
    const { home } = host;
    const path = join(home, FILES.fish);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, seal("# an older script\n"));
    const { stdout } = await host.pix(["completion", "fish", "--install", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ change: "replaced" });
    expect(filesIn(home)).toEqual([path]);
  });

  for (const verb of ["--install", "--uninstall"]) {
    it(`leaves a file that somebody wrote or changed alone: ${verb}`, async () => {
      const host = machine();
      const { home } = host;
      const path = join(home, FILES.bash);
      await host.pix(["completion", "bash", "--install"]);
      for (const own of ["# my own\n", readFileSync(path, "utf8").replace("pix", "pix "), ""]) {
        writeFileSync(path, own);
        const { code, stderr } = await host.pix(["completion", "bash", verb]);
        expect(code).toBe(2);
        expect(stderr).toContain("nothing was changed");
        expect(readFileSync(path, "utf8")).toBe(own);
      }
    });

    it(`does not follow a link: ${verb}`, async () => {
      const host = machine();
      const { home } = host;
      const path = join(home, FILES.bash);
      const { stdout } = await host.pix(["completion", "bash"]);
      writeFileSync(join(home, "kept"), stdout);
      mkdirSync(dirname(path), { recursive: true });
      symlinkSync(join(home, "kept"), path);
      expect((await host.pix(["completion", "bash", verb])).code).toBe(2);
      expect(filesIn(home).toSorted()).toEqual([join(home, "kept"), path].toSorted());
    });
  }

  it("changes nothing with --dry-run, and nothing where the folder cannot be made", async () => {
    const host = machine();
    const { home } = host;
    expect((await host.pix(["completion", "bash", "--install", "--dry-run"])).code).toBe(2);
    expect(filesIn(home)).toEqual([]);
    writeFileSync(join(home, ".local"), "");
    const { code, stderr } = await host.pix(["completion", "bash", "--install"]);
    expect(code).toBe(1);
    expect(stderr).toContain("cannot be changed");
    expect(filesIn(home)).toEqual([join(home, ".local")]);
  });

  it("tells zsh's line to add only as long as the settings lack the folder", async () => {
    const host = machine();
    const { home } = host;
    const folder = dirname(join(home, FILES.zsh));
    const line = `fpath=('${folder}' $fpath)`;
    expect((await host.pix(["completion", "zsh", "--install"])).stderr).toContain(line);
    writeFileSync(join(home, ".zshrc"), `${line}\nautoload -U compinit && compinit\n`);
    expect((await host.pix(["completion", "zsh", "--install"])).stderr).toBe(
      "New shells complete pix.\n",
    );
    expect(readFileSync(join(home, ".zshrc"), "utf8")).toContain(line);
  });

  it("finds the folders of each system", () => {
    const linux = { platform: "linux" as const, home: "/home/ana" };
    const env = { XDG_DATA_HOME: "/data", XDG_CONFIG_HOME: "/config" };
    expect(placeOf("bash", { ...linux, env })).toBe("/data/bash-completion/completions/pix");
    const user = { ...env, BASH_COMPLETION_USER_DIR: "/own" };
    expect(placeOf("bash", { ...linux, env: user })).toBe("/own/completions/pix");
    expect(placeOf("fish", { ...linux, env })).toBe("/config/fish/completions/pix.fish");
    expect(placeOf("zsh", { ...linux, env: { XDG_DATA_HOME: "relative" } })).toBe(
      "/home/ana/.local/share/zsh/site-functions/_pix",
    );
    const windows = { platform: "win32" as const, home: "C:\\Users\\ana" };
    const local = { LocalAppData: "C:\\Users\\ana\\AppData\\Local" };
    expect(placeOf("powershell", { ...windows, env: local })).toBe(
      "C:\\Users\\ana\\AppData\\Local\\pix\\pix.ps1",
    );
  });

  itIn("fish", "is found by a new fish without anything else", async () => {
    const host = machine();
    const { home } = host;
    await host.pix(["completion", "fish", "--install"]);
    // It looks for the completions of programs that there are, and for no others.
    writeFileSync(join(home, "pix"), "#!/bin/sh\n", { mode: 0o755 });
    const offered = runIn("fish", "complete -C 'pix withdraw create --key-type cp'", {
      env: { HOME: home, PATH: `${home}:${process.env["PATH"] ?? ""}` },
      cwd: home,
      settings: true,
    });
    expect(offered).toBe("cpf\n");
  });
});
