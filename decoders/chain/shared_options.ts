/**
 * Options that several decoders declare.
 *
 * @module
 */

/** Of decoders whose inner loops are written twice. */
export const KERNEL = {
  default: "plain",
  choices: ["plain", "simd"],
  meaning: "inner loops in TypeScript, or in WebAssembly with SIMD",
} as const;

/** Of decoders that can centre a model. */
export const CENTRE = {
  default: false,
  meaning: "move what a label's transitions have in common into its emissions, if that is exact",
} as const;

/** Of decoders that split groups of labels until their best path has none. */
export const EXPANSION = {
  default: "column",
  choices: ["column", "uniform"],
  meaning: "split the groups on the best path, or those of all positions",
} as const;
