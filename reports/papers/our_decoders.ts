/**
 * Our decoder variants for the rows of the papers' tables.
 *
 * @module
 */

import { isRight } from "../numbers/marks.ts";
import { fastestOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { beamWidth, calibrate } from "../numbers/variants.ts";
import type { PublishedResult } from "../published/published.ts";

/** How a published decoder is found in a run. */
export interface OurDecoder {
  /** The variants that it takes, as on the command line. */
  readonly variants: readonly string[];
  /** The cell among those of one dataset at one k; undefined if it is not there. */
  find(cells: readonly SummaryRow[]): SummaryRow | undefined;
}

/** What the pages of the papers whose search it is say of the order that is ours. */
export const OWN_ORDER_NOTE: string =
  "Not in the paper but ours: the same search with the labels of each position in an order of their " +
  "own (`order=emission`); a run of both shows in its table “What one change of order does” what " +
  "the paper's order had cost.";

/** The heuristics of Huang et al. 2012, §4.1: naive, and m = 0, 3, 6 (the default), 9. */
const HEURISTICS = ["{heuristic=naive}", "{level=0}", "{level=3}", "", "{level=9}"]
  .map((options) => `a-star${options}`);

/** Where a paper's name of a decoder, in `published/`, is not our name of it. */
const NAMES: Readonly<Record<string, string>> = {
  "iterative-viterbi{expansion=column}": "iterative-viterbi", // The default.
  "k-best-viterbi": "viterbi",
  "k-best-a-star": "a-star",
};

/** Beams of the widths 1, 2, 4, … of Kaji et al. 2010, §5.3. */
const CALIBRATION = Array.from({ length: 9 }, (_, power) => beam(2 ** power));

/**
 * Our decoder for a published row. A beam without a width is as wide as the list asked for (Huang
 * et al. 2012, §4.4); “best” A* is the fastest of the measured heuristics on that dataset, of two
 * at least: of one alone nobody has chosen.
 */
export function ourDecoder({ algorithm, k }: Pick<PublishedResult, "algorithm" | "k">): OurDecoder {
  if (algorithm.endsWith("a-star-best")) return { variants: HEURISTICS, find: bestHeuristic };
  if (algorithm === "beam-calibrated") return { variants: CALIBRATION, find: calibrate };
  // The beams of Belanger et al. have their width in their name.
  const width = Number(algorithm === "beam" ? k : /^beam-(\d+)$/.exec(algorithm)?.[1] ?? 0);
  if (width > 0) {
    return {
      variants: [beam(width)],
      find: (cells) => cells.find((row) => beamWidth(row) === width),
    };
  }
  const name = NAMES[algorithm] ?? algorithm;
  return { variants: [name], find: (cells) => cells.find(({ decoder }) => decoder === name) };
}

function bestHeuristic(cells: readonly SummaryRow[]): SummaryRow | undefined {
  const measured = cells.filter(({ decoder }) => HEURISTICS.includes(decoder));
  // One alone is the best of nothing.
  if (measured.length < 2) return undefined;
  return fastestOf(measured.filter(isRight)) ?? measured[0];
}

function beam(width: number): string {
  return width === 1 ? "beam" : `beam{width=${width}}`;
}
