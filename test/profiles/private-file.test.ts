import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AuthError } from "../../src/errors.ts";
import { readPrivateFile } from "../../src/profiles/private-file.ts";
import { en } from "../../src/text/en.ts";
import { failureOf, hintOf, host, octal, open, profileNamed, temporaryFolder } from "./place.ts";

const trust = { host, text: en };
const OTHER_USER = 54_321;

/** The tests may run as root, whom modes do not stop: so modes and owners are tested, not access. */
const runsAsRoot = process.getuid?.() === 0;

function fileOf(mode: number, folder = temporaryFolder()): string {
  const path = join(folder, "config.json");
  writeFileSync(path, "{}");
  chmodSync(path, mode);
  return path;
}

describe("a private file", () => {
  it.each(octal(0o600, 0o400, 0o700))("of mode %s is read", (_mode, mode) => {
    expect(readPrivateFile(fileOf(mode), trust)).toBe("{}");
  });

  it.each(octal(0o644, 0o640, 0o604, 0o620, 0o602, 0o660, 0o606, 0o610, 0o601))(
    "of mode %s is refused with the chmod to run",
    async (_mode, mode) => {
      const path = fileOf(mode);
      const failure = await failureOf(() => readPrivateFile(path, trust));
      expect(failure).toBeInstanceOf(AuthError);
      expect(failure.message).toContain(
        `${path} is open to other users (mode 0${mode.toString(8)})`,
      );
      expect(hintOf(failure)).toContain(`chmod 600 ${path}`);
    },
  );

  it("of any mode is read on Windows, which has none", () => {
    const windows = { platform: "win32" as const, userId: undefined };
    expect(readPrivateFile(fileOf(0o666), { host: windows, text: en })).toBe("{}");
  });

  it("that does not exist is no failure, and neither is a folder that does not", () => {
    expect(readPrivateFile(join(temporaryFolder(), "config.json"), trust)).toBeUndefined();
    expect(readPrivateFile(join(temporaryFolder(), "no", "config.json"), trust)).toBeUndefined();
  });

  it("is refused behind a symbolic link, however good the file", async () => {
    const folder = temporaryFolder();
    const target = fileOf(0o600);
    const path = join(folder, "config.json");
    symlinkSync(target, path);
    const failure = await failureOf(() => readPrivateFile(path, trust));
    expect(failure).toBeInstanceOf(AuthError);
    expect(failure.message).toContain(`${path} is a symbolic link`);
    rmSync(target);
    expect((await failureOf(() => readPrivateFile(path, trust))).message).toContain(
      "symbolic link",
    );
  });

  it("is refused in a folder that is a symbolic link", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"), { mode: 0o700 });
    fileOf(0o600, join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "pix"));
    const failure = await failureOf(() => open(join(folder, "pix")));
    expect(failure).toBeInstanceOf(AuthError);
    expect(failure.message).toContain(`${join(folder, "pix")} is a symbolic link`);
    symlinkSync(join(folder, "nowhere"), join(folder, "dangling"));
    expect((await failureOf(() => open(join(folder, "dangling")))).message).toContain(
      "symbolic link",
    );
  });

  it.each(octal(0o777, 0o770, 0o720, 0o702, 0o1777))(
    "is refused in a folder of mode %s with the chmod to run",
    async (_mode, mode) => {
      const folder = temporaryFolder();
      fileOf(0o600, folder);
      chmodSync(folder, mode);
      const failure = await failureOf(() => open(folder));
      expect(failure).toBeInstanceOf(AuthError);
      expect(hintOf(failure)).toContain(`chmod 700 ${folder}`);
      const saving = await failureOf(async () => (await open(folder)).save(profileNamed("loja")));
      expect(saving).toBeInstanceOf(AuthError);
    },
  );

  it.each(octal(0o700, 0o755, 0o711, 0o750))("is read in a folder of mode %s", (_mode, mode) => {
    const folder = temporaryFolder();
    const path = fileOf(0o600, folder);
    chmodSync(folder, mode);
    expect(readPrivateFile(path, trust)).toBe("{}");
  });

  it("of another user is refused, above all for root", async () => {
    const path = fileOf(0o600);
    if (runsAsRoot) chownSync(path, OTHER_USER, OTHER_USER);
    const own = process.getuid?.() ?? 0;
    const userId = runsAsRoot ? 0 : own + 1;
    const failure = await failureOf(() =>
      readPrivateFile(path, { host: { platform: "linux", userId }, text: en }),
    );
    expect(failure).toBeInstanceOf(AuthError);
    expect(failure.message).toContain("belongs to another user");
  });

  it("of root may be read by whom it lets, for root can change everything", () => {
    const path = fileOf(0o600);
    const userId = runsAsRoot ? OTHER_USER : process.getuid?.();
    expect(readPrivateFile(path, { host: { platform: "linux", userId }, text: en })).toBe("{}");
  });

  it("that is a named pipe or a folder is refused without waiting", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "config.json");
    execFileSync("mkfifo", ["-m", "600", path]);
    expect((await failureOf(() => readPrivateFile(path, trust))).message).toContain(
      "is not a file",
    );
    rmSync(path);
    mkdirSync(path);
    expect((await failureOf(() => readPrivateFile(path, trust))).message).toContain(
      "is not a file",
    );
  });

  it("is refused where a file stands in the folder's place", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "pix"), "");
    expect((await failureOf(() => open(join(folder, "pix")))).message).toContain("is not a folder");
  });

  it("is never written through a link that was planted for it", async () => {
    const folder = temporaryFolder();
    const target = join(temporaryFolder(), "victim");
    writeFileSync(target, "untouched");
    const profiles = await open(folder);
    symlinkSync(target, join(folder, "credentials.json"));
    await expect(profiles.save(profileNamed("loja"), "key")).rejects.toThrow(AuthError);
    rmSync(join(folder, "credentials.json"));
    symlinkSync(target, join(folder, "writing"));
    await profiles.save(profileNamed("loja"), "key");
    renameSync(join(folder, "config.json"), join(folder, "kept.json"));
    symlinkSync(target, join(folder, "config.json"));
    await expect(profiles.use("sandbox")).rejects.toThrow(AuthError);
    expect(execFileSync("cat", [target], { encoding: "utf8" })).toBe("untouched");
  });
});
