/**
 * The page of the study of confidence.
 *
 * @module
 */

import { joined, type StudyPage } from "./_parts.ts";
import confidenceCells from "./_confidence_cells.ts";

import { entropyChart, massChart, reliabilityChart } from "./_confidence_charts.ts";
import { calibrationTable, gainTable, massTable, rankTable } from "./_confidence_tables.ts";

/** The page “Confidence”. */
const page: StudyPage = {
  name: "confidence",
  title: "Confidence",
  order: 70,
  introduction: [
    "Which labels are likely to be wrong, and how likely? A chain CRF says so itself: its scores " +
    "are log-probabilities, and the marginal of a label should be the share of such labels that are " +
    "right. A perceptron's scores only rank paths. Divided by a temperature τ they can be read as " +
    "log-probabilities too; τ is the one with the least negative log-likelihood.",
    "The packs hold test sentences alone, so temperatures are cross-fitted: each half of the " +
    "sentences is judged with the τ that fits the other, so that no sentence has a part in its " +
    "own. A sentence with a label that training never saw has no likelihood and is not fitted on; " +
    "its token with that label counts as wrong.",
    "A token's confidence is the marginal of the label that the best path gives it. Calibration " +
    "errors are of 15 bins of as many tokens each: |mean confidence − share right| of each bin, in " +
    "the mean over bins. Rank quality (the area under the ROC curve of errors) is the probability " +
    "that a right token has more confidence than a wrong one; it needs no probabilities, so " +
    "margins and entropies have one as well. Intervals hold 95% of the bootstrap's resamples of " +
    "whole sentences; temperatures are not fitted again. Those of calibration errors lean upwards, " +
    "for chance makes gaps. There are no times: the numbers are the same on every machine.",
  ],
  charts: (lines) =>
    [reliabilityChart(lines), entropyChart(lines), massChart(lines)]
      .filter((chart) => chart !== undefined),
  tables: (
    lines,
  ) => [calibrationTable(lines), rankTable(lines), massTable(lines), gainTable(lines)],
};

export default joined(page, confidenceCells);
