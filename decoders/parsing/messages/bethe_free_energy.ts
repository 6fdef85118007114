/**
 * The Bethe free energy.
 *
 * @module
 */

import { newWork } from "../../contract.ts";
import type { Forest } from "../forest/forest.ts";
import { type Beliefs, sharedScores } from "./loopy_beliefs.ts";
import { logSum, type TagChain } from "./tag_chain.ts";

/**
 * ln Z as belief propagation estimates it, the negative Bethe free energy:
 * ln Z_tree(a + e) + ln Z_chain(o + e) − Σ_words ln Σ_slots e^(a + e + o), with a = F + B the
 * message from the tagger and o that to it.
 *
 * Exact where the beliefs are: then a + e + o is a word's marginal up to a constant, which the last
 * term takes out once for the two parts that hold it. Constants a word in a or o cancel, so that
 * normalised messages do. Cost: two visits of each bigram.
 *
 * Source: Yedidia, Freeman and Weiss 2001; Auli and Lopez 2011, Section 5.3.
 */
export function betheLogPartition(forest: Forest, chain: TagChain, beliefs: Beliefs): number {
  const { offsets } = forest.slots;
  const { leaves, toTagger } = beliefs;
  const shared = sharedScores(forest);
  const work = newWork();
  const scores = shared.map((score, slot) => score + toTagger[slot]!);
  // The parser's sums were taken with these leaves.
  let value = beliefs.sums.logPartition +
    chain.forwardBackward(scores, new Float64Array(scores.length), work);
  for (let word = 0; word + 1 < offsets.length; word++) {
    const row = leaves.map((leaf, slot) => leaf + toTagger[slot]!)
      .subarray(offsets[word], offsets[word + 1]);
    value -= logSum(row, row.length);
  }
  return value;
}
