/**
 * Corpora of which only a share of the tokens is labelled.
 *
 * @module
 */

import type { Sentence } from "../../datasets/corpora/corpus.ts";
import { Random } from "../../datasets/random.ts";

/** No label of a corpus: columns are not empty. */
const UNKNOWN = "";

/** What becomes of a corpus that is labelled in part. */
export interface PartialCorpus {
  /** All sentences; tokens whose label was removed have one that no model has. */
  readonly partial: readonly Sentence[];
  /** Those sentences that still have all labels. */
  readonly complete: readonly Sentence[];
  /** The first sentences, with all their labels: as many labels as are left of `partial`. */
  readonly fewer: readonly Sentence[];
  /** Labels that are left. */
  readonly known: number;
}

/**
 * Removes the labels of a share of the tokens, drawn one by one. With the same seed a larger share
 * removes what a smaller one does, and more.
 */
export function removeLabels(
  sentences: readonly Sentence[],
  share: number,
  seed: number,
): PartialCorpus {
  const random = new Random(seed);
  const partial = sentences.map((sentence) => ({
    ...sentence,
    labels: sentence.labels.map((label) => random.uniform() < share ? UNKNOWN : label),
  }));
  const labelsOf = ({ labels }: Sentence) => labels.filter((label) => label !== UNKNOWN).length;
  const known = partial.reduce((sum, sentence) => sum + labelsOf(sentence), 0);
  let labels = 0;
  return {
    partial,
    complete: partial.filter((sentence) => labelsOf(sentence) === sentence.labels.length),
    fewer: sentences.filter((sentence) => (labels += sentence.labels.length) <= known),
    known,
  };
}
