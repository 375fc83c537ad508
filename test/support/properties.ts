import fc from "fast-check";

/**
 * The same cases for everybody and every time; PIX_FUZZ asks for so many of others, to look for what these
 * miss.
 */
const more = Number(process.env["PIX_FUZZ"] ?? 0);

fc.configureGlobal(more > 0 ? { numRuns: more } : { seed: 20_261_122 });
