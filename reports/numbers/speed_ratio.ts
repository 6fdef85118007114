/**
 * Comparing the speeds of two cells of one dataset at one k.
 *
 * @module
 */

import type { Estimate } from "./statistics.ts";
import type { SummaryRow } from "./summary_row.ts";

/**
 * How many times as fast one cell is as another, with the extremes of the two intervals: of their
 * ratios to the baseline or, where that has none (it may run out of time at a large k), of their
 * speeds on the same sentences. Undefined if there is neither.
 */
export function ratioOf(fast: SummaryRow, slow: SummaryRow): Estimate | undefined {
  const [a, b] = [fast.ratio_to_viterbi, slow.ratio_to_viterbi];
  if (a !== undefined && b !== undefined) {
    return {
      median: a / b,
      low: (fast.ratio_low ?? a) / (slow.ratio_high ?? b),
      high: (fast.ratio_high ?? a) / (slow.ratio_low ?? b),
    };
  }
  const [c, d] = [fast.sentences_per_second, slow.sentences_per_second];
  if (c === undefined || d === undefined || fast.timed_sentences !== slow.timed_sentences) {
    return undefined;
  }
  return {
    median: c / d,
    low: (fast.sentences_per_second_low ?? c) / (slow.sentences_per_second_high ?? d),
    high: (fast.sentences_per_second_high ?? c) / (slow.sentences_per_second_low ?? d),
  };
}

/** The fastest of some cells of one dataset at one k; undefined if there are none. */
export function fastestOf(cells: readonly SummaryRow[]): SummaryRow | undefined {
  return cells.reduce<SummaryRow | undefined>(
    (best, row) => best !== undefined && !((ratioOf(row, best)?.median ?? 0) > 1) ? best : row,
    undefined,
  );
}
