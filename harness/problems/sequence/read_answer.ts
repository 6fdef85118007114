/**
 * Answers as a process tells them.
 *
 * @module
 */

import type { ClaimedPath } from "./verify.ts";

/**
 * The paths of an answer that came as JSON, which writes −∞ as null. What is no number is −∞ as a
 * score and NaN as a label: no right path has them.
 *
 * @throws TypeError for anything but a list of paths with lists of labels
 */
export function readAnswer(told: unknown): ClaimedPath[] {
  if (!Array.isArray(told)) throw new TypeError("Cannot read an answer: it is no list of paths");
  return told.map((path: unknown, rank) => {
    const { score, labels }: Record<string, unknown> = { ...path as object };
    if (!Array.isArray(labels)) {
      throw new TypeError(`Cannot read path ${rank} of an answer: it has no list of labels`);
    }
    return {
      score: typeof score === "number" ? score : -Infinity,
      labels: labels.map((label) => typeof label === "number" ? label : NaN),
    };
  });
}
