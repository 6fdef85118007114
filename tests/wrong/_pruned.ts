/**
 * Viterbi on what a bound leaves of the lattice: the frame of three wrong decoders.
 *
 * @module
 */

import type { Decode } from "../../decoders/contract.ts";
import type { Model } from "../../decoders/lattice.ts";
import { best, decoded, search } from "./_plain.ts";

/**
 * Keeps the nodes of which `isKept(bound, lowerBound)` holds, where `bound` is the best score of a
 * path through the node, added from both ends, and `lowerBound` the score of a greedy path, added
 * from left to right: with decimals, the two sums of one and the same path may differ. With
 * `keepsIncumbent`, the greedy path is the answer if nothing better is left.
 */
export function prunedViterbi(
  model: Model,
  isKept: (bound: number, lowerBound: number) => boolean,
  keepsIncumbent: boolean,
): Decode {
  const { labelCount, transitions } = model;
  return (lattice, _k, work) => {
    const { length, emissions } = lattice;
    const suffixes = new Float64Array(length * labelCount).fill(-Infinity);
    suffixes.fill(0, (length - 1) * labelCount);
    for (let t = length - 2; t >= 0; t--) {
      for (let x = 0; x < labelCount; x++) {
        for (let y = 0; y < labelCount; y++) {
          const next = (t + 1) * labelCount + y;
          const score = transitions[x * labelCount + y]! + (emissions[next]! + suffixes[next]!);
          suffixes[t * labelCount + x] = Math.max(suffixes[t * labelCount + x]!, score);
        }
      }
    }
    const [greedy] = search(model, lattice, (candidates) => [best(candidates.flat(), 1)], work);
    const lowerBound = greedy?.score ?? -Infinity;
    const last = search(
      model,
      lattice,
      (candidates, t) =>
        candidates.map((hypotheses) =>
          best(hypotheses, 1).filter(({ score, label }) =>
            isKept(score + suffixes[t * labelCount + label]!, lowerBound)
          )
        ),
      work,
    );
    if (keepsIncumbent && greedy) last.push(greedy);
    return decoded(best(last, 1), length);
  };
}
