/**
 * What is found about the answers of a cell, whatever they are of.
 *
 * @module
 */

import { type Checked, type Evidence, newWork, type Work } from "./contract.ts";

/** What is counted of an answer. */
export const COUNTERS = ["iterations", "nodeExpansions", "edgeEvaluations"] as const;

/** A verdict where nothing was compared. */
export const UNCHECKED: Checked = {
  verdict: "unchecked",
  wrongSentence: -1,
  defect: "",
  exactShare: 0,
  meanGap: 0,
  goldTokens: 0,
  rightTokens: 0,
};

/** What is found about the answer to one sentence. */
export interface Finding {
  /** What is wrong with an answer; empty if nothing is. */
  readonly defect: string;
  /** Whether it is known to be as good as the reference's. */
  readonly isExact: boolean;
  /** By how much the reference's may be better, at most; ∞ if one is missed. */
  readonly gap: number;
}

/** Tokens with a known label, and those that are labelled rightly. */
export type RightTokens = Pick<Checked, "goldTokens" | "rightTokens">;

/**
 * Puts what is found about the answers to all sentences together.
 *
 * @param lengths T of each sentence: of several that are wrong the shortest is shown
 * @param isBest whether all answers are claimed to be the best, and are if none is wrong
 */
export function checkedFrom(
  findings: readonly Finding[],
  lengths: readonly number[],
  { isBest, compared, ...right }: RightTokens & Pick<Evidence, "compared"> & {
    readonly isBest: boolean;
  },
): Checked {
  const [wrong] = [...findings.keys()].filter((sentence) => findings[sentence]!.defect !== "")
    .sort((a, b) => lengths[a]! - lengths[b]!);
  return {
    ...right,
    verdict: wrong !== undefined ? "wrong" : isBest ? "correct" : "inexact",
    evidence: { compared, tolerance: 0 },
    wrongSentence: wrong ?? -1,
    defect: wrong === undefined ? "" : findings[wrong]!.defect,
    exactShare: findings.filter(({ isExact }) => isExact).length / findings.length,
    meanGap: findings.reduce((sum, { gap }) => sum + gap, 0) / findings.length,
  };
}

/**
 * Counts tokens that are labelled rightly.
 *
 * @param gold the right labels of each sentence, −1 where one is not known; absent if none is
 * @param found the labels of each answer; absent if there are none
 */
export function countRight(
  gold: readonly (ArrayLike<number> | undefined)[],
  found: readonly (ArrayLike<number> | undefined)[],
): RightTokens {
  let goldTokens = 0;
  let rightTokens = 0;
  for (const [sentence, labels = []] of gold.entries()) {
    for (let t = 0; t < labels.length; t++) {
      if (labels[t]! < 0) continue;
      goldTokens++;
      if (found[sentence]?.[t] === labels[t]) rightTokens++;
    }
  }
  return { goldTokens, rightTokens };
}

/**
 * What is wrong with the counts of one answer; empty if nothing is. Counts are whole numbers, and
 * no less than the least that any decoder needs.
 */
export function workDefect(work: Work, least: Work = newWork()): string {
  for (const counter of COUNTERS) {
    const count = work[counter];
    if (!Number.isSafeInteger(count) || count < 0) return `counts ${count} ${counter}`;
    if (count < least[counter]) {
      return `counts ${count} ${counter} where there are ${least[counter]} at least`;
    }
  }
  return "";
}

/** The counts of a decoder in this process. @throws Error naming the sentence for what are none */
export function countsOf(work: Work, sentence: number): Work {
  const defect = workDefect(work);
  if (defect !== "") throw new Error(`it ${defect} (sentence ${sentence})`);
  return work;
}
