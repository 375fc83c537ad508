import { dirname, resolve } from "node:path";
import type { Context } from "../../context.ts";
import { LocalError, UsageError } from "../../errors.ts";
import type { Document } from "../../terminal/output.ts";
import type { QrSize } from "../../terminal/qrcode.ts";
import { safe } from "../../terminal/safe.ts";
import { paymentFields } from "./view.ts";
import type { Payment } from "./view.ts";

/**
 * Shows a charge. In a terminal the QR code follows where it fits, and then the copy-and-paste code alone on
 * a line that nothing wraps or indents; anywhere else the code is a field like the others.
 */
export async function showCharge(
  context: Context,
  answer: Document & { readonly value: Payment },
  { size }: { size: QrSize },
): Promise<void> {
  const { output, text } = context;
  const fields = paymentFields(answer.value, text);
  const code = answer.value.copy_paste;
  if (output.form !== "human" || !output.isTerminal || code === undefined) {
    return output.record(answer, fields);
  }
  const payable = answer.value.status === "waiting_payment";
  const picture = payable ? await pictureOf(context, code, size) : undefined;
  const after = [...(picture === undefined ? [] : ["", picture]), "", safe(code)].join("\n");
  await output.record(
    answer,
    fields.filter(({ key }) => key !== "copy_paste"),
    { after: `${after}\n` },
  );
}

/** The QR code for this window; where a size was asked for that does not fit, that is said. */
export async function pictureOf(
  context: Context,
  code: string,
  size: QrSize,
): Promise<string | undefined> {
  const { host, output, text } = context;
  const { qrDoesNotFit: doesNotFit, qrTaller: tooHigh } = text.charge;
  const { drawQr } = await import("../../terminal/picture.ts");
  return drawQr(code, { size, output, env: host.env, doesNotFit, tooHigh });
}

/** Before anything is created: a picture that cannot be written is a slip in the flag. */
export async function refuseUnwritable(context: Context, file: string): Promise<void> {
  const { access, constants, stat } = await import("node:fs/promises");
  const path = resolve(context.host.currentFolder, file);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const writable = await access(dirname(path), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (file === "" || isFolder || !writable) {
    throw new UsageError(context.text.charge.pngUnwritable(file === "" ? "''" : path));
  }
}

/** Writes the QR code of a copy-and-paste code as a PNG file, over an older one. */
export async function writePng(
  context: Context,
  code: string | undefined,
  file: string,
): Promise<void> {
  const { output, text } = context;
  if (code === undefined) throw new UsageError(text.charge.noCode);
  const { writeFile } = await import("node:fs/promises");
  const { qrPng } = await import("../../terminal/qrcode.ts");
  const path = resolve(context.host.currentFolder, file);
  await writeFile(path, await qrPng(code)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const { message, hint } = text.charge.pngFailed(path, reason);
    throw new LocalError(message, { hint, cause: error });
  });
  output.note(text.charge.pngWritten(path));
}

export async function copyCode(context: Context, code: string | undefined): Promise<void> {
  const { host, output, text } = context;
  if (code === undefined) throw new UsageError(text.charge.noCode);
  const { copyToClipboard } = await import("../../terminal/clipboard.ts");
  const copied = await copyToClipboard(code, { host, signal: context.signal });
  if (copied) output.note(text.charge.copied);
  else output.warn(text.charge.notCopied);
}
