/**
 * The charts of the study of confidence.
 *
 * @module
 */

import type { StudyRow } from "../numbers/study_rows.ts";
import { panels } from "./_confidence_panels.ts";
import { FOUND, MASS, point, shown } from "./_confidence_rows.ts";
import type { StudyChart } from "./contract.ts";
import { numberIn } from "../numbers/fields.ts";

/** Accuracy by confidence, a panel for each task; undefined without lines. */
export function reliabilityChart(lines: readonly StudyRow[]): StudyChart | undefined {
  const points = shown(lines, "bin", true).map((line) => point(line, numberIn(line, "at")));
  return panels(points, {
    name: "confidence-reliability",
    title: "Reliability of marginals",
    subtitle: "dashed: as often right as was said",
    description: "Share of tokens whose best-path label is right by the mean of its marginal, in " +
      "15 bins of as many tokens each; a panel for each task. A perceptron's scores are shown as " +
      "they are and divided by a temperature.",
    x: "marginal",
    y: "share right",
    xScale: { domain: [0, 1] },
    format: "~p",
    dashed: "diagonal",
  });
}

/** Share of wrong tokens by the sentence's entropy, a panel for each task. */
export function entropyChart(lines: readonly StudyRow[]): StudyChart | undefined {
  const points = shown(lines, "wrong by entropy").map((line) =>
    point(line, numberIn(line, "condition"))
  );
  return panels(points, {
    name: "confidence-entropy",
    title: "Errors by entropy",
    subtitle: "tenths of the sentences, the least entropy a token first",
    description: "Share of wrong tokens by the decile of the sentence's entropy a token; a panel " +
      "for each task. A perceptron's scores are divided by a temperature.",
    x: "decile of entropy",
    y: "tokens wrong",
    xScale: { domain: [1, 10], nice: false, padding: 8 },
    format: "d",
  });
}

/** Mass of the k best paths and how often the right one is among them. */
export function massChart(lines: readonly StudyRow[]): StudyChart | undefined {
  const points = [MASS, FOUND].flatMap((what) =>
    shown(lines, what).map((line) => point(line, numberIn(line, "condition"), what))
  );
  return panels(points, {
    name: "confidence-mass",
    title: "Mass of the k best paths",
    subtitle: "solid: their probability; dashed: sentences whose right path is among them",
    description: "The probability of the k best paths together, the mean over sentences, and the " +
      "share of sentences whose right path is one of them, with 95% intervals; a panel for each " +
      "task. Where paths are as probable as was said, the lines agree. A perceptron's scores are " +
      "divided by a temperature.",
    x: "k",
    y: "probability, share of sentences",
    xScale: { type: "log", nice: false, padding: 8 },
    format: "d",
    dashed: "found",
  });
}
