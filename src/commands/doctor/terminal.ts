import type { Context } from "../../context.ts";
import { renderQr } from "../../terminal/qrcode.ts";
import { fine, type Finding, warning } from "./finding.ts";

/** A dynamic charge's code is about this long: 99 characters of address at most, and the fields around it. */
const USUAL_CODE_CHARACTERS = 170;

/** What the terminal shows, and whether the QR code of a usual charge fits in it. */
export async function terminal({ output, text }: Context): Promise<Finding> {
  const said = text.doctor.terminal;
  const { columns, rows, isTerminal, style } = output;
  if (!isTerminal) return fine("terminal", said.none);
  const code = "0".repeat(USUAL_CODE_CHARACTERS);
  const drawn = await renderQr(code, { size: "auto", columns, rows });
  return drawn === undefined
    ? warning("terminal", said.narrow(columns, style.color))
    : fine("terminal", said.ok(columns, style.color));
}
