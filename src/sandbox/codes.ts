import { buildBrCode } from "../domain/brcode-build.ts";
import { fitName } from "../domain/fit-name.ts";
import { plainQrPng } from "../terminal/qrcode.ts";
import { STORE, UNPAYABLE_HOST } from "./assumed.ts";

/**
 * The copy-and-paste code of a charge: a dynamic BR Code whose location no wallet can open, so that nobody
 * can pay it by mistake.
 */
export function copyPasteOf(charge: {
  readonly id: string;
  readonly amountCents: number;
  readonly storeName: string;
}): string {
  const { id, amountCents, storeName } = charge;
  const name = fitName(storeName) || fitName(STORE.name);
  const url = `${UNPAYABLE_HOST}/v1/${id.replaceAll("-", "")}`;
  const built = buildBrCode({ url, name, city: STORE.city, amountCents });
  if (!built.ok) throw new Error(`no BR Code: ${built.problem}`);
  return built.value;
}

/** The code as a picture, ready to be the source of an image. */
export async function qrcodeOf(copyPaste: string): Promise<string> {
  const png = await plainQrPng(copyPaste);
  return `data:image/png;base64,${png.toString("base64")}`;
}
