import type { Output } from "./output.ts";
import { renderQr } from "./qrcode.ts";
import type { QrSize } from "./qrcode.ts";
import type { Environment } from "./stream.ts";

/** Lines that stand around a QR code and must be seen with it: the prompt, and the code below. */
const LINES_AROUND = 2;

/** A QR code for this window; where none fits and one was wanted, `doesNotFit` is said. */
export async function drawQr(
  code: string,
  options: {
    readonly size: QrSize;
    readonly output: Pick<Output, "rows" | "columns" | "note">;
    readonly env: Environment;
    readonly doesNotFit: string;
    /** Said of a code that is higher than the window. */
    readonly tooHigh: string;
  },
): Promise<string | undefined> {
  const { size, output, env, doesNotFit, tooHigh } = options;
  const rows = output.rows - LINES_AROUND;
  // A dumb terminal has no colours to draw with; NO_COLOR is about text, and a picture is none.
  if (env["TERM"] === "dumb") return undefined;
  const picture = await renderQr(code, { size, columns: output.columns, rows });
  if (picture === undefined && size !== "never") output.note(doesNotFit);
  if (picture !== undefined && picture.split("\n").length > output.rows) output.note(tooHigh);
  return picture;
}
