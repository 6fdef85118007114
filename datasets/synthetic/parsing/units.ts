/**
 * The unit of synthetic scores.
 *
 * @module
 */

/** Scores count 2^−10. */
export const UNIT_EXPONENT = 10;

/** The nearest multiple of the unit. */
export function toUnit(score: number): number {
  // Not −0, which is another number in a file.
  return Math.round(score * 2 ** UNIT_EXPONENT) / 2 ** UNIT_EXPONENT + 0;
}
