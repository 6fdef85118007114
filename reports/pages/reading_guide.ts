/**
 * How to read a report: the same words on every form of it.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import { BOOTSTRAP_SAMPLES } from "../numbers/statistics.ts";

/** With which probability the range of some rounds holds the median. */
const HOLDS = [6, 4, 3, 2]
  .map((rounds) => `${Math.round(100 * (1 - 2 ** (1 - rounds)))}% of ${rounds}`).join(", ");

/** Paragraphs of plain text. */
export const READING_GUIDE: readonly string[] = [
  "A cell is a decoder on a dataset at one k, the number of paths asked for. It is timed in an " +
  "isolate of its own, without and with the copying of the scores from the caller's memory: " +
  "headlines have it included, charts and tables say what they have. The cells of a dataset take " +
  "turns in rounds, in a random order. The time of a round is that of a batch of passes, or the " +
  "median of three that take turns, too. A speed is the median over the rounds.",
  `Intervals are 95% percentile bootstrap intervals of the median (${
    formatCount(BOOTSTRAP_SAMPLES)
  } seeded resamples; Efron and Tibshirani 1993, §13.3), widened to hold the median of each of ` +
  "several processes, as these differ: where each has one round, that is the range of the rounds. " +
  "They show how much the rounds of this run vary, not how another machine would do. The range of " +
  `n rounds holds the median with 1 − 2^(1−n): ${HOLDS}. Fewer than six are too few for 95%.`,
  "A speed-up pairs each round of a decoder with the round of dense Viterbi next to it, on the " +
  "same sentences at the same k, and is the median of those ratios.",
  "Slow cells are timed on fewer sentences, which are marked (*16, hollow points): compare them by " +
  "ratios, which are on the same sentences, and not by speeds.",
  "Datasets with settings in braces are points of a sweep (strength of transitions, growth with " +
  "labels and length). They are left out of the general tables and charts and of the line about " +
  "the fastest decoder, and have a table and charts of their own; wrong answers are shown wherever " +
  "they are.",
  "Every path is scored again and compared with dense k-best Viterbi outside the clock. Counts of " +
  "iterations, nodes and edges are exact and the same on every machine; times are not. Outliers " +
  "(beyond Tukey's fences) are marked and kept.",
];

/** Paragraphs of plain text. */
export const PARSING_GUIDE: readonly string[] = [
  "A cell is a decoder on a dataset, which is a pack of sentences in a search space. Timed are all " +
  "charts that a search space asks for, the scores of edges, inference and decoding, in an isolate " +
  "of its own; the cells of a dataset take turns in rounds, in a random order. Not timed: tagging " +
  "and the comparison with right analyses.",
  "A beam permits the tags of a word that are probable enough. The space ast (adaptive " +
  "supertagging) begins with the narrowest beam and widens it while there is no parse, reverse with " +
  "the widest and narrows it while the chart is larger than its limit, and gold has the right tags " +
  "alone. The score of a derivation, J, is the parser's and the tagger's together. The pipeline " +
  "looks at the parser's alone, the oracle at the right analysis; bar-hillel proves the best J. With " +
  "rule=risk (least risk) the derivation of the most probable parts is taken, else the best one. " +
  "ewt_ccg_auto has predicted parts of speech; joint and apart have parser and tagger that learned " +
  "from fewer derivations, through belief propagation and apart.",
  "The time of a round is that of a batch of passes, or the median of three that take turns, too. " +
  "A speed is the median over the rounds. Intervals are 95% percentile bootstrap intervals " +
  `(${
    formatCount(BOOTSTRAP_SAMPLES)
  } seeded resamples), widened to hold the median of each process. A speed-up pairs each round ` +
  "of a decoder with the round of the pipeline next to it, on the same sentences.",
  "Each derivation is scored again from the pack and the grammar, and each bound that comes with " +
  "multipliers is computed again from them. All scores are multiples of a unit, so a bound less " +
  "than a unit above a derivation proves without a tolerance that it is the best. A cell is correct " +
  "if all its answers claim that, and are confirmed.",
  "Traces are of a run of their own after the timed rounds. Counts of iterations, chart items and " +
  "edges are exact and the same on every machine; times are not.",
];
