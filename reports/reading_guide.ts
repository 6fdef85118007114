/**
 * How to read a report: the same words on every form of it.
 *
 * @module
 */

import { formatCount } from "./format.ts";
import { BOOTSTRAP_SAMPLES } from "./statistics.ts";

/** Paragraphs of plain text. */
export const READING_GUIDE: readonly string[] = [
  "A cell is a decoder on a dataset at one k, the number of paths asked for. Only decoding is " +
  "timed, in an isolate of its own; the cells of a dataset take turns in rounds, in a random " +
  "order. A speed is the median over the rounds.",
  `Intervals are 95% percentile bootstrap intervals of the median (${
    formatCount(BOOTSTRAP_SAMPLES)
  } seeded resamples; Efron and Tibshirani 1993, §13.3). They tell how much the rounds of this ` +
  "run vary, not how another machine would do; with fewer than six rounds they are too narrow.",
  "A speed-up pairs each round of a decoder with the round of dense Viterbi next to it, on the " +
  "same sentences at the same k, and is the median of those ratios. Slow cells are timed on fewer " +
  "sentences, the first ones; the hint of a cell says how many.",
  "Every path is scored again and compared with dense k-best Viterbi outside the clock. Counts of " +
  "iterations, nodes and edges are exact and the same on every machine; times are not. Outliers " +
  "(beyond Tukey's fences) are marked and kept.",
];
