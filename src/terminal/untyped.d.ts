/** What this program uses of packages that bring no types of their own. */

declare module "qrcode-terminal/vendor/QRCode/index.js" {
  export default class QRCode {
    /** A type number below 1 takes the smallest version that holds the data. */
    constructor(typeNumber: number, errorCorrectLevel: number);
    /** Every character is one byte: the low eight bits of its code. */
    addData(bytes: string): void;
    make(): void;
    getModuleCount(): number;
    isDark(row: number, column: number): boolean;
  }
}

declare module "qrcode-terminal/vendor/QRCode/QRErrorCorrectLevel.js" {
  const levels: { readonly L: number; readonly M: number; readonly Q: number; readonly H: number };
  export default levels;
}

declare module "qrcode/lib/core/qrcode.js" {
  export function create(
    data: string | readonly { readonly data: Uint8Array; readonly mode: "byte" }[],
    options: {
      readonly errorCorrectionLevel: "L" | "M" | "Q" | "H";
      /** One of eight; the best one, when absent. */
      readonly maskPattern?: number;
    },
  ): {
    readonly modules: { readonly size: number; get(row: number, column: number): number };
  };
}
