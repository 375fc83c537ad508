import jsQR from "jsqr";

/** A terminal's window turned into what a camera would see of it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of every pixel, row by row. */
  readonly data: Uint8ClampedArray;
}

export interface Window {
  /** The colour of the background; the text has the other one. */
  readonly theme: "black" | "white";
  /** Characters a line; a longer line goes on in the next one, as in a terminal. */
  readonly columns: number;
}

type Color = readonly [red: number, green: number, blue: number];

interface Glyph {
  readonly character: string;
  readonly foreground: Color;
  readonly background: Color;
}

const CELL_WIDTH = 8;
const CELL_HEIGHT = 16;
const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];

/**
 * Draws terminal output: SGR colours of the 256, the blocks of QR codes, and a rough mark for any
 * other character.
 */
export function rasterise(output: string, { theme, columns }: Window): Picture {
  const foreground = theme === "black" ? WHITE : BLACK;
  const background = theme === "black" ? BLACK : WHITE;
  const lines = wrap(glyphLines(output, { foreground, background }), columns);
  const width = columns * CELL_WIDTH;
  const height = lines.length * CELL_HEIGHT;
  const pixels = new Uint32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const line = lines[Math.floor(y / CELL_HEIGHT)] ?? [];
    for (let x = 0; x < width; x += 1) {
      const glyph = line[Math.floor(x / CELL_WIDTH)];
      const inside = { x: x % CELL_WIDTH, y: y % CELL_HEIGHT };
      pixels[y * width + x] = packed(glyph === undefined ? background : colorAt(glyph, inside));
    }
  }
  const data = new Uint8ClampedArray(pixels.buffer);
  return { width, height, data };
}

/** What a QR reader finds in terminal output; a reader that does not take dark for light. */
export function readQr(output: string, window: Window): string | undefined {
  return readQrOf(rasterise(output, window));
}

export function readQrOf({ data, width, height }: Picture): string | undefined {
  return jsQR(data, width, height, { inversionAttempts: "dontInvert" })?.data;
}

/** Four bytes of one pixel, the red one first in memory. */
function packed([red, green, blue]: Color): number {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}

const ESCAPE = "\u001b";
const RENDITION = /^\[([\d;]*)m/;

function glyphLines(
  output: string,
  normal: { readonly foreground: Color; readonly background: Color },
): readonly (readonly Glyph[])[] {
  const lines: Glyph[][] = [[]];
  let colors = normal;
  for (const [index, part] of output.split(ESCAPE).entries()) {
    const [sequence = "", parameters] = RENDITION.exec(part) ?? [];
    if (index > 0 && parameters === undefined) throw new Error(`not a colour: ${part}`);
    if (index > 0) colors = select(parameters ?? "", colors, normal);
    for (const character of index > 0 ? part.slice(sequence.length) : part) {
      if (character === "\n") lines.push([]);
      else lines.at(-1)?.push({ character, ...colors });
    }
  }
  return lines;
}

/**
 * Select graphic rendition (ECMA-48, 8.3.117): 0, 38;5;n and 48;5;n; any other leaves the colours
 * as they are.
 */
function select<T extends { readonly foreground: Color; readonly background: Color }>(
  parameters: string,
  colors: T,
  normal: T,
): T {
  const codes = parameters.split(";").map(Number);
  let selected = colors;
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index];
    if (code === 0) selected = normal;
    if ((code === 38 || code === 48) && codes[index + 1] === 5) {
      const color = indexed(codes[index + 2] ?? 0);
      selected =
        code === 38 ? { ...selected, foreground: color } : { ...selected, background: color };
      index += 2;
    }
  }
  return selected;
}

/** The fixed part of the 256 colours: a cube of six levels a component, then greys. */
function indexed(code: number): Color {
  if (code < 16) throw new Error(`colour ${code} is the theme's own: nobody knows how it looks`);
  if (code >= 232) return grey(8 + (code - 232) * 10);
  const level = (step: number): number => (step === 0 ? 0 : 55 + step * 40);
  const index = code - 16;
  return [level(Math.floor(index / 36)), level(Math.floor(index / 6) % 6), level(index % 6)];
}

function grey(level: number): Color {
  return [level, level, level];
}

function wrap(
  lines: readonly (readonly Glyph[])[],
  columns: number,
): readonly (readonly Glyph[])[] {
  return lines.flatMap((line) => {
    const count = Math.max(1, Math.ceil(line.length / columns));
    return Array.from({ length: count }, (_, index) =>
      line.slice(index * columns, (index + 1) * columns),
    );
  });
}

function colorAt(
  { character, foreground, background }: Glyph,
  { x, y }: { readonly x: number; readonly y: number },
): Color {
  const upper = y < CELL_HEIGHT / 2;
  if (character === " ") return background;
  if (character === "█") return foreground;
  if (character === "▀") return upper ? foreground : background;
  if (character === "▄") return upper ? background : foreground;
  return y > 3 && y < 13 && (x + y) % 3 === 0 ? foreground : background;
}
