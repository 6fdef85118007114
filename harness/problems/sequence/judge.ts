/**
 * Verification: whether what a decoder returned is right, and whether it can have done what it
 * counts. Nothing that it says is believed.
 *
 * @module
 */

import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import type { Asked, Checked } from "../contract.ts";
import { checkedFrom, countRight, type Finding, UNCHECKED } from "../checked.ts";
import type { SequenceSample } from "./sample.ts";
import { newWork, type Work } from "../../../decoders/contract.ts";

/** A path as it came out of a decoder. */
export interface ReturnedPath {
  /** The score that the decoder gives. */
  readonly score: number;
  /** The labels that it gives. */
  readonly labels: ArrayLike<number>;
}

/**
 * Checks the answer for one sentence: every label is one and there is one a position, the paths
 * are distinct, each has the score that `scorePath` gives (`===`), best first, none is −∞, at most
 * k; and compares the scores with the k best ones. Scores, not labels: ties are legal.
 *
 * @param reference scores of the min(k, finite paths) best paths, best first; without them the
 * answer is judged by itself
 */
export function verifyAnswer(
  model: Model,
  lattice: Lattice,
  k: number,
  paths: readonly ReturnedPath[],
  reference: readonly number[] = paths.map(({ score }) => score),
): Finding {
  const defect = findDefect(model, lattice, k, paths, reference);
  const isExact = defect === "" && paths.length === reference.length &&
    paths.every(({ score }, rank) => score === reference[rank]);
  const gap = reference.length === 0 ? 0 : reference[0]! - (paths[0]?.score ?? -Infinity);
  return { defect, isExact, gap };
}

/** The scores of paths as their labels have them, whatever the decoder says. */
export function trueScores(
  model: Model,
  lattice: Lattice,
  paths: readonly ReturnedPath[],
): number[] {
  return paths.map(({ labels }) => scorePath(model, lattice, labels));
}

/** What is wrong with an answer of a decoder that is `exact` or not; empty if nothing is. */
export function defectOf({ defect, isExact }: Finding, exact: boolean): string {
  return defect === "" && exact && !isExact ? "not the best scores" : defect;
}

function findDefect(
  model: Model,
  lattice: Lattice,
  k: number,
  paths: readonly ReturnedPath[],
  reference: readonly number[],
): string {
  if (paths.length > k) return `${paths.length} paths for k = ${k}`;
  const seen = new Set<string>();
  for (const [rank, { score, labels }] of paths.entries()) {
    const which = `path ${rank}`;
    if (labels.length !== lattice.length) {
      return `${which} has ${labels.length} labels for ${lattice.length} positions`;
    }
    for (let t = 0; t < labels.length; t++) {
      const label = labels[t]!;
      if (!Number.isInteger(label) || label < 0 || label >= model.labelCount) {
        return `${which} has label ${label} at position ${t} of a task with ${model.labelCount}`;
      }
    }
    const right = scorePath(model, lattice, labels);
    if (score !== right) return `${which} claims the score ${score}, its labels score ${right}`;
    if (score === -Infinity) return `${which} is forbidden: its score is -Infinity`;
    if (rank > 0 && score > paths[rank - 1]!.score) return `${which} is better than the one before`;
    const key = Array.from(labels).join();
    if (seen.has(key)) return `${which} repeats an earlier one`;
    seen.add(key);
    const best = reference[rank];
    if (best === undefined) return `${which} scores ${score}, the reference has no such path`;
    if (!(score <= best)) return `${which} scores ${score}, better than the reference's ${best}`;
  }
  return "";
}

type Answer = readonly ReturnedPath[];

/** Verifies the answers to all sentences; scores are compared with `===`. */
export function check(
  { model, lattices, lengths, gold = [] }: SequenceSample,
  { k, exact }: Asked,
  answers: readonly Answer[],
  reference?: readonly Answer[],
): Checked {
  const right = countRight(gold, answers.map(([best]) => best?.labels));
  if (reference === undefined) return { ...UNCHECKED, ...right };
  const findings = answers.map((paths, sentence) => {
    const lattice = lattices[sentence]!;
    const best = trueScores(model, lattice, reference[sentence]!.slice(0, k));
    const finding = verifyAnswer(model, lattice, k, paths, best);
    return { ...finding, defect: defectOf(finding, exact) };
  });
  return checkedFrom(findings, lengths, { ...right, compared: "bits", isBest: exact });
}

/**
 * The least that a decoder counts for a sentence of T positions and L labels to which it returns a
 * path, however it prunes: who claims the best score knows the T − 1 transitions of its path, whose
 * edges are those of a node at least. Sums that leave out transitions without a score of their own
 * may need no edge; then nothing is claimed to be exact. Iterations may be none: what comes before
 * the first one may find all paths. Nothing is said where there is nothing to choose from, i.e.
 * with T = 1 or L = 1, and where no path is returned: that all labels of a position are forbidden
 * is seen without edges.
 */
export function leastWork(
  length: number,
  labelCount: number,
  paths: number,
  exact: boolean,
): Work {
  if (length === 1 || labelCount === 1 || paths === 0) return newWork();
  return { iterations: 0, nodeExpansions: 1, edgeEvaluations: exact ? length - 1 : 0 };
}
