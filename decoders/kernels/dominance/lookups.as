// What the kernels of forward dominance find by way of their tables.

import { larger } from "../shared/lanes";
import { at, QUAD } from "../shared/quads";
import { ADVANTAGES_MISSING, Tables } from "./tables";

/** No label, for what is missing; and no number of blocks, but all of them. */
export const MISSING: i32 = -2;
export const ALL: i32 = -1;

/**
 * Address of the advantages over a label; the coarse ones while they have not cost enough; 0 if its
 * own are missing, which the tables then say.
 */
// @ts-ignore: decorator
@inline
export function advantagesOver(tables: Tables, allAdvantages: usize, label: i32): usize {
  const advantages = <usize>load<u32>(allAdvantages + (<usize>label << 2));
  return advantages ? advantages : otherAdvantages(tables, label);
}

function otherAdvantages(tables: Tables, label: i32): usize {
  if (load<i32>(at<i32>(tables.charges, label)) < tables.price) return tables.coarseAdvantages;
  tables.missing = ADVANTAGES_MISSING - label;
  return 0;
}

/** Address of what follows advantages and their quad maxima: their sums with the best edges. */
// @ts-ignore: decorator
@inline
export function gainsBehind(advantages: usize, row: usize): usize {
  return advantages + row + ((row >> 2) + QUAD - 1 & ~(QUAD - 1));
}

/**
 * The bar for sums with the coarse advantages over a label: they are too large by the label's
 * smallest edge. Never −∞, which the sums of labels without a path reach as well.
 */
export function coarseBar<T>(tables: Tables, bar: v128, label: i32): v128 {
  const least = v128.load_splat<T>(at<T>(tables.least, label));
  const lowest = sizeof<T>() == 4 ? f32x4.splat(-f32.MAX_VALUE) : f64x2.splat(-f64.MAX_VALUE);
  return larger<T>(lowest, v128.add<T>(bar, least));
}

/** Charges the edges of a position to a label, and 1, whose coarse advantages kept too many. */
// @ts-ignore: decorator
@inline
export function charge(tables: Tables, payer: i32, relaxed: i32): void {
  if (!payer) return;
  const charged = at<i32>(tables.charges, payer - 1);
  store<i32>(charged, load<i32>(charged) + max(0, relaxed - tables.labelCount));
}

/**
 * The values of the last position that a sweep has done, whose emissions are given: of a label on a
 * best path the best prefix's, of any other one some prefix's, if the tables are `byRow`.
 */
// @ts-ignore: decorator
@inline
export function lastValues(tables: Tables, own: usize): usize {
  return tables.position == 1 ? own : tables.values;
}
