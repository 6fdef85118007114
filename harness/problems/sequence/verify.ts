/**
 * Verification: whether what a decoder returned is right. Nothing that it says is believed.
 *
 * @module
 */

import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";

/** A path as it came out of a decoder. */
export interface ClaimedPath {
  /** The score that the decoder gives. */
  readonly score: number;
  /** The labels that it gives. */
  readonly labels: ArrayLike<number>;
}

/** What is found about the answer for one sentence. */
export interface Finding {
  /** Why the answer breaks the contract whatever the decoder claims; empty if it does not. */
  readonly defect: string;
  /** Whether its scores are those of the reference. */
  readonly isExact: boolean;
  /** Best score of the reference less that of the answer; ∞ if it missed all paths. */
  readonly gap: number;
}

/**
 * Checks the answer for one sentence: every label is one and there is one a position, the paths
 * are distinct, each has the score that `scorePath` gives (`===`), best first, none is −∞, at most
 * k; and compares the scores with the k best ones. Scores, not labels: ties are legal.
 *
 * @param reference scores of the min(k, finite paths) best paths, best first
 */
export function verifyAnswer(
  model: Model,
  lattice: Lattice,
  k: number,
  paths: readonly ClaimedPath[],
  reference: readonly number[],
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
  paths: readonly ClaimedPath[],
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
  paths: readonly ClaimedPath[],
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
