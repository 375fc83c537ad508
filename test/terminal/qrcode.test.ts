import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { qrPng, renderQr } from "../../src/terminal/qrcode.ts";
import { rasterise, readQr, readQrOf } from "../support/pixels.ts";
import { sequencesOf, withoutSequences } from "./sequences.ts";

const HIGH = 1000;
const THEMES = ["black", "white"] as const;

/** What a copy-and-paste code looks like, as long as asked. */
function code(length: number): string {
  const head =
    "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986";
  const filler = "5802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D";
  return (head + filler.repeat(10)).slice(0, length);
}

/** The picture as it stands in a window: sentences above it and below. */
function amongText(picture: string): string {
  return `Amount  R$ 19,90\nStatus  waiting_payment\n\n${picture}\n\n${code(200)}\n$ `;
}

describe("a QR code in the terminal", () => {
  const texts = [100, 137, 163, 220, 362, 363, 400].map(code);
  const accented = [
    "Pão de açúcar – João 10 € ✓",
    `${code(120)} Café São José às 10h, ação ✓ 日本`,
    "é".repeat(150),
  ];

  for (const theme of THEMES) {
    for (const text of [...texts, ...accented]) {
      const name = `${Buffer.byteLength(text)} bytes (${text.slice(-6)})`;

      it(`is read exactly on a ${theme} theme, in half blocks at 80 columns: ${name}`, async () => {
        const picture = await renderQr(text, { size: "small", columns: 80, rows: 24 });
        expect(readQr(amongText(picture ?? ""), { theme, columns: 80 })).toBe(text);
      });

      it(`is read exactly on a ${theme} theme, in full blocks: ${name}`, async () => {
        const picture = await renderQr(text, { size: "large", columns: 200, rows: 24 });
        expect(readQr(amongText(picture ?? ""), { theme, columns: 200 })).toBe(text);
      });
    }
  }

  it("is read at 80 columns in full blocks where they fit", async () => {
    const picture = await renderQr("short enough", { size: "auto", columns: 80, rows: 40 });
    expect(picture).not.toContain("▀");
    for (const theme of THEMES) {
      expect(readQr(amongText(picture ?? ""), { theme, columns: 80 })).toBe("short enough");
    }
  });

  it("has light around it: four modules in full blocks, at least two in half blocks", async () => {
    const large = await renderQr("x", { size: "large", columns: 80, rows: HIGH });
    const small = await renderQr("x", { size: "small", columns: 80, rows: HIGH });
    expect(lightAround(large ?? "", 16)).toBe(4);
    expect(lightAround(small ?? "", 8)).toBe(2);
  });

  it("ends every line by a reset and holds nothing but its colours and blocks", async () => {
    for (const size of ["large", "small"] as const) {
      const picture = await renderQr(code(150), { size, columns: 200, rows: HIGH });
      for (const line of (picture ?? "").split("\n")) {
        const sequences = sequencesOf(line);
        const [first, ...others] = sequences.slice(0, -1);
        expect(sequences.at(-1)).toBe("\u001b[0m");
        expect(line.endsWith("\u001b[0m")).toBe(true);
        expect(withoutSequences(line)).toMatch(size === "large" ? /^( {2})+$/ : /^[ ▀▄█]+$/);
        expect(line.startsWith(first ?? "nothing")).toBe(true);
        if (size === "large") expect(first).toBe("\u001b[48;5;231m");
        else expect([first, ...others]).toEqual(["\u001b[38;5;231;48;5;16m"]);
      }
    }
  });
});

describe("the size of a QR code in the terminal", () => {
  it("is full blocks in auto where the window holds them, else half blocks", async () => {
    const window = { size: "auto", columns: 120, rows: 60 } as const;
    expect(await renderQr(code(150), window)).not.toMatch(/[▀▄]/);
    expect(await renderQr(code(150), { ...window, rows: 40 })).toMatch(/[▀▄]/);
    expect(await renderQr(code(150), { ...window, columns: 80 })).toMatch(/[▀▄]/);
  });

  it("is never wider than the window, and nothing where nothing fits", async () => {
    // For 150 bytes the edges are at 49 and 53 columns for half blocks, at 106 and 114 for full ones.
    const widths = [1, 20, 48, 49, 50, 52, 53, 80, 105, 106, 107, 113, 114, 130];
    for (const size of ["auto", "large", "small"] as const) {
      const drawn: number[] = [];
      for (const columns of widths) {
        const picture = await renderQr(code(150), { size, columns, rows: 60 });
        if (picture === undefined) continue;
        drawn.push(columns);
        expect(Math.max(...picture.split("\n").map(printedLength))).toBeLessThanOrEqual(columns);
        expect(readQr(picture, { theme: "black", columns })).toBe(code(150));
      }
      const narrowest = size === "large" ? 106 : 49;
      expect(drawn).toEqual(widths.filter((columns) => columns >= narrowest));
    }
  });

  it("falls to low error correction where only that fits", async () => {
    const roomy = await renderQr(code(150), { size: "small", columns: 80, rows: HIGH });
    const tight = await renderQr(code(150), { size: "small", columns: 80, rows: 26 });
    expect((tight ?? "").split("\n").length).toBeLessThan((roomy ?? "").split("\n").length);
    expect(readQr(tight ?? "", { theme: "white", columns: 80 })).toBe(code(150));
  });

  it("shows half blocks in a window of 24 rows even where they are higher", async () => {
    expect(await renderQr(code(250), { size: "auto", columns: 80, rows: 24 })).toMatch(/▀/);
  });

  it("is none with never, and none for more than a QR code can hold", async () => {
    const window = { columns: 1000, rows: 1000 };
    expect(await renderQr("x", { size: "never", ...window })).toBeUndefined();
    expect(await renderQr("x".repeat(2953), { size: "small", ...window })).toBeDefined();
    expect(await renderQr("x".repeat(2954), { size: "small", ...window })).toBeUndefined();
    expect(await renderQr("é".repeat(1500), { size: "small", ...window })).toBeUndefined();
  });
});

describe("a QR code as a picture", () => {
  it("is a PNG that is read as exactly its text", async () => {
    for (const text of [code(150), code(400), "Pão de açúcar – João 10 €"]) {
      const { width, height, data } = PNG.sync.read(await qrPng(text));
      expect(readQrOf({ width, height, data: new Uint8ClampedArray(data) })).toBe(text);
    }
  });
});

function printedLength(line: string): number {
  return withoutSequences(line).length;
}

/** Full modules of light before the first dark pixel, from the left and from the top, whichever is fewer. */
function lightAround(picture: string, moduleSize: number): number {
  const columns = Math.max(...picture.split("\n").map(printedLength));
  const { width, height, data } = rasterise(picture, { theme: "black", columns });
  let left = width;
  let top = height;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4] !== 0) continue;
      left = Math.min(left, x);
      top = Math.min(top, y);
    }
  }
  return Math.floor(Math.min(left, top) / moduleSize);
}
