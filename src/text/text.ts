import type { en } from "./en.ts";

/** The catalogue of every sentence a person reads; a language that misses one does not compile. */
export type Text = typeof en;
