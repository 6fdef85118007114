/**
 * What a likelihood cannot be computed for.
 *
 * @module
 */

import { type EncodedCorpus, UNKNOWN_LABEL } from "../linear_model.ts";

/**
 * Checks that every sentence has positions and every position a label of the model.
 *
 * @param isPartial whether labels may be unknown
 * @throws RangeError naming the sentence, and the position and its label
 */
export function checkCorpus(
  { lengths, labels }: EncodedCorpus,
  labelCount: number,
  isPartial: boolean,
): void {
  if (lengths.length === 0) throw new RangeError("Cannot learn from a corpus of 0 sentences");
  let start = 0;
  lengths.forEach((length, sentence) => {
    if (length < 1) {
      throw new RangeError(`Cannot learn from sentence ${sentence}: it has ${length} positions`);
    }
    for (let t = 0; t < length; t++) {
      const label = labels[start + t]!;
      if (label >= 0 && label < labelCount) continue;
      if (isPartial && label === UNKNOWN_LABEL) continue;
      throw new RangeError(
        `Cannot learn from position ${t} of sentence ${sentence}: its label is ${label}, ` +
          `labels go from 0 to ${labelCount - 1}`,
      );
    }
    start += length;
  });
}
