/**
 * What a likelihood cannot be computed for.
 *
 * @module
 */

import type { EncodedCorpus } from "../linear_model.ts";

/**
 * Checks that every sentence has positions and every position a label of the model.
 *
 * @throws RangeError naming the sentence, and the position and its label
 */
export function checkCorpus({ lengths, labels }: EncodedCorpus, labelCount: number): void {
  if (lengths.length === 0) throw new RangeError("Cannot learn from a corpus of 0 sentences");
  let start = 0;
  lengths.forEach((length, sentence) => {
    if (length < 1) {
      throw new RangeError(`Cannot learn from sentence ${sentence}: it has ${length} positions`);
    }
    for (let t = 0; t < length; t++) {
      const label = labels[start + t]!;
      if (label >= 0 && label < labelCount) continue;
      throw new RangeError(
        `Cannot learn from position ${t} of sentence ${sentence}: its label is ${label}, ` +
          `labels go from 0 to ${labelCount - 1}`,
      );
    }
    start += length;
  });
}
