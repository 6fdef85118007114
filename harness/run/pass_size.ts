/**
 * How many sentences a cell is timed on.
 *
 * @module
 */

/** The time of each sentence of a cell, and how long a pass over some of them may take. */
export interface PassBudget {
  /** Milliseconds of sentences, from the first: of all, or up to the one that exceeds the time. */
  readonly sentenceMs: readonly number[];
  /** The time for a pass in milliseconds. */
  readonly passMs: number;
}

/**
 * How many sentences, from the first, one pass takes: as many as fit the time of the cell and that
 * of the baseline, at least one. All of them or a power of two, so that a slow baseline, which is
 * timed beside each of its rivals, is timed on few different numbers.
 *
 * @param all how many sentences there are
 *
 * @example
 * ```ts
 * import { passSize } from "./pass_size.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const cell = { sentenceMs: [1, 1, 1, 1, 1, 1, 1], passMs: 100 };
 * const baseline = { sentenceMs: [10, 10, 10, 10, 10, 10, 10], passMs: 60 };
 * assertEquals(passSize(7, cell, baseline), 4);
 * assertEquals(passSize(7, cell, { ...baseline, passMs: 70 }), 7);
 * ```
 */
export function passSize(all: number, cell: PassBudget, baseline: PassBudget): number {
  const count = Math.min(fitting(cell), fitting(baseline));
  return count === all ? all : 2 ** Math.floor(Math.log2(count));
}

function fitting({ sentenceMs, passMs }: PassBudget): number {
  let elapsed = 0;
  const count = sentenceMs.findIndex((ms) => (elapsed += ms) > passMs);
  return count < 0 ? sentenceMs.length : Math.max(1, count);
}
