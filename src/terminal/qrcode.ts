export type QrSize = "auto" | "large" | "small" | "never";

type Level = "M" | "L";

/** ISO/IEC 18004, table 7: what the largest symbol (version 40) holds in byte mode. */
const BYTES_MAX: Readonly<Record<Level, number>> = { M: 2331, L: 2953 };

/**
 * The standard asks for four modules of light around the symbol; half blocks make do with two to
 * stay small.
 */
const QUIET_MODULES = { large: 4, small: 2 } as const;

/** Pixels a module in a picture. */
const PNG_SCALE = 8;
const PNG_QUIET_MODULES = 4;

/** 16 and 231 are black and white in the fixed part of the 256 colours: no theme changes them. */
const DARK = 16;
const LIGHT = 231;
const RESET = "\u001b[0m";

interface QrSymbol {
  readonly size: number;
  isDark(row: number, column: number): boolean;
}

/**
 * The text as a QR code for a terminal, dark on light whatever its theme, every line ended by a
 * reset and only parted, not ended, by line feeds. Undefined when the window is too narrow for it,
 * or `size` is never. `auto` takes full blocks where the window holds all of them, else half
 * blocks; those may be higher than the window, for a terminal scrolls and can be made higher.
 */
export async function renderQr(
  text: string,
  options: { readonly size: QrSize; readonly columns: number; readonly rows: number },
): Promise<string | undefined> {
  const { size, columns, rows } = options;
  if (size === "never") return undefined;
  const symbols = await symbolsOf(text);
  const large = symbols.find((symbol) => {
    const modules = symbol.size + 2 * QUIET_MODULES.large;
    return modules * 2 <= columns && (size === "large" || modules <= rows);
  });
  if (large !== undefined && size !== "small") return drawLarge(large);
  if (size === "large") return undefined;
  const narrow = symbols.filter(
    ({ size: modules }) => modules + 2 * QUIET_MODULES.small <= columns,
  );
  const small = narrow.find((symbol) => smallRows(symbol) <= rows) ?? narrow[0];
  return small && drawSmall(small);
}

/** The text as a picture: PNG, error correction M. */
export async function qrPng(text: string): Promise<Buffer> {
  const { create } = await import("qrcode/lib/core/qrcode.js");
  return pngOf(create(text, { errorCorrectionLevel: "M" }));
}

/**
 * The same with the first mask and bytes alone. To weigh the eight masks takes longer than all else that the
 * sandbox does for a charge; a reader takes any, at worst a little later.
 */
export async function plainQrPng(text: string): Promise<Buffer> {
  const { create } = await import("qrcode/lib/core/qrcode.js");
  const segment = { data: Buffer.from(text, "utf8"), mode: "byte" } as const;
  return pngOf(create([segment], { errorCorrectionLevel: "M", maskPattern: 0 }));
}

interface Encoded {
  readonly modules: { readonly size: number; get(row: number, column: number): number };
}

async function pngOf({ modules }: Encoded): Promise<Buffer> {
  const { drawPng } = await import("./png.ts");
  return drawPng({
    size: modules.size,
    isDark: (row, column) => modules.get(row, column) === 1,
    scale: PNG_SCALE,
    quiet: PNG_QUIET_MODULES,
  });
}

/**
 * The text with medium error correction and with low, which is smaller; without those that cannot
 * hold it.
 */
async function symbolsOf(text: string): Promise<readonly QrSymbol[]> {
  const { default: QrCode } = await import("qrcode-terminal/vendor/QRCode/index.js");
  const { default: levels } = await import("qrcode-terminal/vendor/QRCode/QRErrorCorrectLevel.js");
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  return (["M", "L"] as const)
    .filter((level) => bytes.length <= BYTES_MAX[level])
    .map((level) => {
      const code = new QrCode(-1, levels[level]);
      code.addData(bytes);
      code.make();
      return { size: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) };
    });
}

/** A module is two spaces on a coloured background, so no font can leave a gap in it. */
function drawLarge(symbol: QrSymbol): string {
  return framed(symbol, QUIET_MODULES.large)
    .map((row) => row.map((dark) => `\u001b[48;5;${dark ? DARK : LIGHT}m  `))
    .map((modules) => `${withoutRepeats(modules)}${RESET}`)
    .join("\n");
}

function withoutRepeats(modules: readonly string[]): string {
  return modules.map((module, index) => (module === modules[index - 1] ? "  " : module)).join("");
}

/** A character is two modules, one above the other; its foreground is the light one. */
function drawSmall(symbol: QrSymbol): string {
  const modules = framed(symbol, QUIET_MODULES.small);
  const lines: string[] = [];
  for (let row = 0; row < modules.length; row += 2) {
    const upper = modules[row] ?? [];
    // The symbol has an odd number of rows: below the last one there is light.
    const lower = modules[row + 1] ?? upper.map(() => false);
    const glyphs = upper.map((dark, column) => glyph(dark, lower[column] ?? false));
    lines.push(`\u001b[38;5;${LIGHT};48;5;${DARK}m${glyphs.join("")}${RESET}`);
  }
  return lines.join("\n");
}

function glyph(upperDark: boolean, lowerDark: boolean): string {
  if (upperDark) return lowerDark ? " " : "▄";
  return lowerDark ? "▀" : "█";
}

function smallRows(symbol: QrSymbol): number {
  return Math.ceil((symbol.size + 2 * QUIET_MODULES.small) / 2);
}

/** The symbol's modules, row by row, with the light around it. */
function framed(symbol: QrSymbol, quiet: number): readonly (readonly boolean[])[] {
  const { size } = symbol;
  const positions = Array.from({ length: size + 2 * quiet }, (_, index) => index - quiet);
  const inside = (position: number): boolean => position >= 0 && position < size;
  return positions.map((row) =>
    positions.map((column) => inside(row) && inside(column) && symbol.isDark(row, column)),
  );
}
