import { describe, expect, it } from "vitest";
import { machine } from "./support/pix.ts";
import type { Machine } from "./support/pix.ts";
import { readQr } from "./support/pixels.ts";

const CREATE = ["pix", "create", "--amount", "19.90", "--profile", "sandbox"];

async function codeOf(host: Machine): Promise<string> {
  const { stdout } = await host.pix([
    "pix",
    "list",
    "--profile",
    "sandbox",
    "--query",
    "data[0].copy_paste",
  ]);
  return stdout.trim();
}

describe("a charge in a terminal", () => {
  for (const theme of ["black", "white"] as const) {
    for (const rows of [24, 50, 100]) {
      it(`shows a QR code that a camera reads on a ${theme} theme, 80 columns by ${rows} rows`, async () => {
        const host = machine();
        const { code, stdout, stderr } = await host.pix(CREATE, { tty: { columns: 80, rows } });
        expect(code, stderr).toBe(0);
        expect(readQr(stdout, { theme, columns: 80 })).toBe(await codeOf(host));
      });
    }
  }

  it("uses full blocks where the window holds them", async () => {
    const { stdout } = await machine().pix(CREATE, { tty: { columns: 160, rows: 100 } });
    expect(stdout).not.toMatch(/[▀▄█]/);
    expect(readQr(stdout, { theme: "black", columns: 160 })).toMatch(/^000201/);
  });

  it("puts the copy-and-paste code alone on one line, whole", async () => {
    const host = machine();
    const { stdout } = await host.pix(CREATE, { tty: { columns: 80, rows: 50 } });
    expect(stdout.split("\n")).toContain(await codeOf(host));
  });

  it("shows no QR code where it would break, and says so", async () => {
    for (const columns of [40, 30]) {
      const host = machine();
      const { stdout, stderr } = await host.pix(CREATE, { tty: { columns, rows: 50 } });
      expect(stdout).not.toMatch(/[▀▄█]|\u001b/);
      expect(stderr).toContain("does not fit");
      expect(stdout.split("\n")).toContain(await codeOf(host));
    }
  });

  it("shows none in a pipe or with --qr never", async () => {
    const piped = await machine().pix(CREATE);
    const never = await machine().pix([...CREATE, "--qr", "never"], {
      tty: { columns: 80, rows: 50 },
    });
    for (const { stdout } of [piped, never]) expect(stdout).not.toMatch(/[▀▄█]|\u001b/);
    expect(never.stdout).toContain("000201");
  });

  it("shows none of a charge that must not be paid any more", async () => {
    const host = machine();
    const created = await host.pix([...CREATE, "--query", "id"]);
    const id = created.stdout.trim();
    await host.pix(["sandbox", "pay", id]);
    const { stdout } = await host.pix(["pix", "get", id, "--profile", "sandbox"], {
      tty: { columns: 80, rows: 50 },
    });
    expect(stdout).toContain("paid");
    expect(stdout).not.toMatch(/[▀▄█]/);
  });
});
