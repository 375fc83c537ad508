declare module "pngjs" {
  /** What the tests use of a package that brings no types of its own. */
  export const PNG: {
    readonly sync: {
      read(png: Buffer): { readonly width: number; readonly height: number; readonly data: Buffer };
    };
  };
}
