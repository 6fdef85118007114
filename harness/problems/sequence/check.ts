/**
 * Checking the answers of a cell.
 *
 * @module
 */

import { type Asked, type Checked, UNCHECKED } from "../contract.ts";
import type { SequenceSample } from "./sample.ts";
import { type ClaimedPath, defectOf, trueScores, verifyAnswer } from "./verify.ts";

type Answer = readonly ClaimedPath[];

/** Verifies the answers to all sentences; scores are compared with `===`. */
export function check(
  sample: SequenceSample,
  { k, exact }: Asked,
  answers: readonly Answer[],
  reference?: readonly Answer[],
): Checked {
  const { model, lattices, lengths } = sample;
  const right = countRight(sample, answers);
  if (reference === undefined) return { ...UNCHECKED, ...right };
  const findings = answers.map((paths, sentence) => {
    const lattice = lattices[sentence]!;
    const best = trueScores(model, lattice, reference[sentence]!.slice(0, k));
    return verifyAnswer(model, lattice, k, paths, best);
  });
  const defects = findings.map((finding) => defectOf(finding, exact));
  const [wrong] = [...defects.keys()].filter((sentence) => defects[sentence] !== "")
    .sort((a, b) => lengths[a]! - lengths[b]!);
  return {
    ...right,
    verdict: wrong !== undefined ? "wrong" : exact ? "correct" : "inexact",
    evidence: { compared: "bits", tolerance: 0 },
    wrongSentence: wrong ?? -1,
    defect: wrong === undefined ? "" : defects[wrong]!,
    exactShare: findings.filter(({ isExact }) => isExact).length / findings.length,
    meanGap: findings.reduce((sum, { gap }) => sum + gap, 0) / findings.length,
  };
}

function countRight(
  { gold }: SequenceSample,
  answers: readonly Answer[],
): Pick<Checked, "goldTokens" | "rightTokens"> {
  let goldTokens = 0;
  let rightTokens = 0;
  gold?.forEach((labels, sentence) => {
    const found = answers[sentence]![0]?.labels;
    labels.forEach((label, t) => {
      if (label < 0) return;
      goldTokens++;
      if (found?.[t] === label) rightTokens++;
    });
  });
  return { goldTokens, rightTokens };
}
