// What the kernels of forward dominance find by way of their tables.

import { QUAD } from "../shared/quads";
import { ADVANTAGES_MISSING, Tables } from "./tables";

/** No label, for what is missing; and no number of blocks, but all of them. */
export const MISSING: i32 = -2;
export const ALL: i32 = -1;

/** Address of the advantages over a label; 0 if they are missing, which the tables then say. */
// @ts-ignore: decorator
@inline
export function advantagesOver(tables: Tables, allAdvantages: usize, label: i32): usize {
  const advantages = <usize>load<u32>(allAdvantages + (<usize>label << 2));
  if (!advantages) tables.missing = ADVANTAGES_MISSING - label;
  return advantages;
}

/**
 * Address of what the best edge into each label and its advantages add up to: behind the advantages
 * and their quad maxima; 0 if they are missing.
 */
// @ts-ignore: decorator
@inline
export function gainsOver<T>(tables: Tables, row: usize, label: i32): usize {
  const advantages = advantagesOver(tables, tables.advantages, label);
  return advantages ? advantages + row + ((row >> 2) + QUAD - 1 & ~(QUAD - 1)) : 0;
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
