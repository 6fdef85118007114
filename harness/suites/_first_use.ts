/**
 * Whose first use suites follow: ours, and Viterbi with and without SIMD.
 *
 * @module
 */

/** Variants, as they are called. */
export const FIRST_USED: readonly string[] = [
  "auto",
  "block-skip{kernel=simd}",
  "dominance{kernel=simd}",
  "viterbi",
  "viterbi{kernel=simd}",
];
