/**
 * The search for deviations by a kernel.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family } from "../family.ts";
import BINARY from "./binary.json" with { type: "json" };

/** The kernel of `k_best/deviations.ts` in its lazy form, from the left. */
export interface DeviationKernels {
  /**
   * Finds the k best paths from α: the same paths in the same order, by the same work.
   *
   * @param tables address of the tables
   * @param own address of T rows of emissions
   * @returns how many paths there are, or which room is missing: see `tables.ts`
   */
  deviationSearch(tables: number, own: number, length: number, k: number): number;
}

const FAMILY = new Family<DeviationKernels>(BINARY);

/** Opens the kernel in an arena of the kind `simd`. */
export function openDeviations(arena: Arena): DeviationKernels {
  return FAMILY.open(arena);
}
