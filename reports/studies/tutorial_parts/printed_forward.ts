/**
 * The tutorial's forward pass over a padded batch.
 *
 * @module
 */

import type { PaddedBatch } from "../../../datasets/batch.ts";
import { printedLogsumexp } from "./printed_logsumexp.ts";
import { printedFeatures, type PrintedModel } from "./printed_model.ts";

/**
 * ln Z of each sentence of a batch as the tutorial prints it: the recursion goes on to the end of
 * the longest sentence, and where a sentence has ended the new sums are multiplied by 0, the old
 * ones by 1, and both are added. In float64, where the tutorial has float32.
 *
 * Cost: B·(T − 1)·(L + 2)² exponentials, T the longest length: pads cost as much as positions.
 *
 * Source: the tutorial, "Forward Belief Propagation", `forward_belief_propagation`.
 */
export function printedForward(printed: PrintedModel, batch: PaddedBatch): Float64Array {
  const { labelCount, root, end, transitions } = printed;
  const { mask, shape: [size, width] } = batch;
  const features = printedFeatures(printed, batch);
  const terms = new Float64Array(labelCount);
  return Float64Array.from({ length: size }, (_, sentence) => {
    const first = sentence * width;
    let alpha = new Float64Array(labelCount);
    for (let y = 0; y < labelCount; y++) {
      alpha[y] = transitions[root * labelCount + y]! + features[first * labelCount + y]!;
    }
    for (let t = 1; t < width; t++) {
      const row = (first + t) * labelCount;
      const isThere = mask[first + t]!;
      const next = new Float64Array(labelCount);
      for (let y = 0; y < labelCount; y++) {
        for (let x = 0; x < labelCount; x++) {
          terms[x] = features[row + y]! + transitions[x * labelCount + y]! + alpha[x]!;
        }
        next[y] = printedLogsumexp(terms) * isThere + alpha[y]! * (1 - isThere);
      }
      alpha = next;
    }
    return printedLogsumexp(alpha.map((sum, y) => sum + transitions[y * labelCount + end]!));
  });
}
