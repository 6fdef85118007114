/**
 * The blocks that gradients are summed in.
 *
 * @module
 */

import type { CorpusLoss } from "./corpus_loss.ts";
import type { Support } from "./support.ts";

/** Blocks of a corpus; that many workers can share it. */
export const BLOCKS = 8;

/**
 * Sentences where blocks of about as many tokens begin, with their number at the end. Sums are
 * those of the blocks, added in order: so they are the same however many workers there are.
 */
export function blockBounds(lengths: Int32Array): Int32Array {
  const tokens = lengths.reduce((sum, length) => sum + length, 0);
  const bounds = new Int32Array(BLOCKS + 1).fill(lengths.length);
  let [seen, block] = [0, 0];
  lengths.forEach((length, sentence) => {
    while (block < BLOCKS && seen * BLOCKS >= block * tokens) bounds[block++] = sentence;
    seen += length;
  });
  return bounds;
}

/** The loss of the sentences from one on and before another; `gradient` becomes its gradient. */
export function blockLoss(
  loss: CorpusLoss,
  { labels }: Support,
  nodes: Float64Array,
  [from, to]: readonly [number, number],
  gradient: Float64Array,
): number {
  gradient.fill(0);
  const parts = { emissions: nodes, transitions: gradient.subarray(labels.length) };
  let value = 0;
  for (let sentence = from; sentence < to; sentence++) {
    value += loss.of(sentence, parts);
    loss.addFeatures(sentence, nodes, gradient, 1);
  }
  return value;
}
