/**
 * Loose advantages, which serve all labels.
 *
 * @module
 */

/**
 * A row of advantages over a label, or the loose ones, which are too large by `least`. `payer` is
 * that label, and 1, if they are loose.
 */
export interface Advantages {
  readonly row: number;
  readonly least: number;
  readonly payer: number;
}

/** The bar for sums with advantages: never −∞, which sums of labels without a path reach too. */
export function raised(bar: number, advantages: Advantages | undefined): number {
  return advantages?.payer ? Math.max(-Number.MAX_VALUE, bar + advantages.least) : bar;
}
