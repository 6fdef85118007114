/**
 * A plain k-best Viterbi, right and slow, and its parts: the deliberately wrong decoders of this
 * folder differ from it in one thing each.
 *
 * @module
 */

import type { Decoded, Decoder, Work } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";

/** A prefix that ends in a label. */
export interface Hypothesis {
  /** Left-to-right score of the prefix. */
  readonly score: number;
  /** Its last label. */
  readonly label: number;
  /** The prefix before it. */
  readonly previous: Hypothesis | undefined;
}

/** What is kept of the candidates of each label at a position; they are not sorted. */
export type Keep = (candidates: Hypothesis[][], t: number) => Hypothesis[][];

/** Extends what is kept from position to position; returns the whole sequences. */
export function search(model: Model, lattice: Lattice, keep: Keep, work: Work): Hypothesis[] {
  const { labelCount, transitions } = model;
  const { length, emissions } = lattice;
  const labels = Array.from({ length: labelCount }, (_, label) => label);
  const starts = labels.map((label) => [{ score: emissions[label]!, label, previous: undefined }]);
  let kept = keep(starts, 0);
  for (let t = 1; t < length; t++) {
    const before = kept.flat();
    const candidates = labels.map((label) =>
      before.map((previous) => ({
        score: previous.score + transitions[previous.label * labelCount + label]! +
          emissions[t * labelCount + label]!,
        label,
        previous,
      }))
    );
    work.edgeEvaluations += before.length * labelCount;
    work.nodeExpansions += labelCount;
    kept = keep(candidates, t);
  }
  work.iterations += 1;
  return kept.flat();
}

/** The k best, best first; −∞ dropped. */
export function best(hypotheses: readonly Hypothesis[], k: number): Hypothesis[] {
  return hypotheses.filter(({ score }) => score > -Infinity)
    .sort((a, b) => b.score - a.score)
    .slice(0, k);
}

/** Reads the labels of a whole sequence off its hypothesis. */
export function labelsOf(last: Hypothesis | undefined, length: number): Int32Array {
  const labels = new Int32Array(length);
  for (let t = length - 1; last; t--, last = last.previous) labels[t] = last.label;
  return labels;
}

/** The answer with these paths. */
export function decoded(hypotheses: readonly Hypothesis[], length: number): Decoded {
  return {
    paths: hypotheses.map((last) => ({ score: last.score, labels: labelsOf(last, length) })),
  };
}

/** The control: nothing is wrong with this one. */
export const plain: Decoder = {
  name: "plain",
  title: "Plain k-best Viterbi",
  source: "none: the right one among the wrong",
  exact: true,
  maxK: Infinity,
  options: {},
  prepare: (model) => (lattice, k, work) => {
    const keep: Keep = (candidates) => candidates.map((hypotheses) => best(hypotheses, k));
    return decoded(best(search(model, lattice, keep, work), k), lattice.length);
  },
};

/** Options of each kind. */
export const OPTIONS = {
  width: { default: 4, minimum: 1, meaning: "a number" },
  depth: { default: 0, meaning: "a number without a least" },
  order: { default: "rank", choices: ["rank", "reverse"], meaning: "a choice" },
  prune: { default: true, meaning: "a switch" },
} as const;

/** The same decoder with options, which change nothing. */
export const searcher = { ...plain, options: OPTIONS, name: "searcher" };
