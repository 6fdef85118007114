/**
 * Comparing the speeds of two cells of one dataset at one k.
 *
 * @module
 */

import type { Clock } from "../../harness/store/rows.ts";
import { type Estimate, estimateMedian, median, medianRatio } from "./statistics.ts";
import { apart, byClock, byProcess, pairs, type Timed } from "./rounds.ts";
import type { Round } from "./summary_row.ts";

/** A ratio of two speeds. */
export interface SpeedRatio extends Estimate {
  /** The sentences that both cells were timed on. */
  readonly sentences: number;
}

/**
 * How many times as fast one cell is as another: the median over the rounds in which both were
 * timed on the same sentences of the slow one's time divided by the fast one's, with its interval.
 * A quotient of two ratios to a third decoder would be none of the two cells' own: its noise is
 * that of three, and its sentences may be others on either side.
 *
 * Cells that never ran side by side (in different groups of a task that memory does not hold) have
 * no such rounds: the ratio is that of their medians on the same sentences on one machine, as of
 * two independent samples. Undefined where there is neither.
 */
export function ratioOf(
  fast: Timed,
  slow: Timed,
  clock: Clock = "decode",
): SpeedRatio | undefined {
  const paired = pairedRatioOf(fast, slow, clock);
  if (paired !== undefined) return paired;
  const [own, other] = apart(fast, slow, clock);
  if (own.length === 0) return undefined;
  return {
    ...medianRatio(byProcess(own, elapsed), byProcess(other, elapsed)),
    sentences: own[0]!.sentences,
  };
}

/** The same, of rounds side by side alone. */
export function pairedRatioOf(
  fast: Timed,
  slow: Timed,
  clock: Clock = "decode",
): SpeedRatio | undefined {
  const both = pairs(fast, slow, clock);
  if (both.length === 0) return undefined;
  return {
    ...estimateMedian(byProcess(both, ({ ratio }) => ratio)),
    sentences: both[0]!.sentences,
  };
}

/**
 * The fastest of some cells of one dataset at one k by their ratios, the first of equals;
 * undefined if none was timed. Cells that do not compare with the fastest before them are passed
 * over.
 */
export function fastestOf<Cell extends Timed>(
  cells: readonly Cell[],
  clock: Clock = "decode",
): Cell | undefined {
  return cells.filter((cell) => byClock(cell, clock).length > 0).reduce<Cell | undefined>(
    (best, cell) => best !== undefined && !isFaster(cell, best, clock) ? best : cell,
    undefined,
  );
}

/** Without an interval, which takes most of the time. */
function isFaster(cell: Timed, best: Timed, clock: Clock): boolean {
  const both = pairs(cell, best, clock);
  if (both.length > 0) return median(both.map(({ ratio }) => ratio)) > 1;
  const [own, other] = apart(cell, best, clock);
  return own.length > 0 && median(other.map(elapsed)) > median(own.map(elapsed));
}

function elapsed({ elapsedMs }: Round): number {
  return elapsedMs;
}

/**
 * How many times as large one ratio is as another that was measured elsewhere (at another k, on
 * another task), with the extremes of the two intervals. It compares two gains, not two decoders.
 */
export function gainOver(gain: Estimate, other: Estimate): Estimate {
  const { median: a, low: aLow = a, high: aHigh = a } = gain;
  const { median: b, low: bLow = b, high: bHigh = b } = other;
  return { median: a / b, low: aLow / bHigh, high: aHigh / bLow };
}
