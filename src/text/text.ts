import type { en } from "./en.ts";

/** The catalogue of every sentence a person reads; a language that misses one does not compile. */
export type Text = typeof en;

/** An error's two sentences: what and why, then what to do. */
export interface Said {
  readonly message: string;
  readonly hint: string;
}
