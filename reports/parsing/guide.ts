/**
 * How to read a report of parses.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import { BOOTSTRAP_SAMPLES } from "../numbers/statistics.ts";

/** Paragraphs of plain text. */
export const PARSING_GUIDE: readonly string[] = [
  "A cell is a decoder on a dataset, which is a pack of sentences in a search space. Timed are all " +
  "charts that a search space asks for, the scores of edges, inference and decoding, in an isolate " +
  "of its own; the cells of a dataset take turns in rounds, in a random order. Not timed: tagging " +
  "and the comparison with right analyses.",
  "A speed is the median over the rounds. Intervals are 95% percentile bootstrap intervals " +
  `(${
    formatCount(BOOTSTRAP_SAMPLES)
  } seeded resamples). A speed-up pairs each round of a decoder ` +
  "with the round of the pipeline next to it, on the same sentences.",
  "Each derivation is scored again from the pack and the grammar, and each bound that comes with " +
  "multipliers is computed again from them. All scores are multiples of a unit, so a bound less " +
  "than a unit above a derivation proves without a tolerance that it is the best. A cell is correct " +
  "if all its answers claim that, and are confirmed.",
  "Traces are of a run of their own after the timed rounds. Counts of iterations, chart items and " +
  "edges are exact and the same on every machine; times are not.",
];
