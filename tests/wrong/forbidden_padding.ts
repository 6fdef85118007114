/**
 * Wrong: pads the labels to an even number with forbidden ones, and does not look whether the best
 * path is forbidden: where no path exists it returns one of −∞, perhaps with a label that is none.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import type { Model } from "../../decoders/lattice.ts";
import { decoded, type Hypothesis, plain, search } from "./_plain.ts";

/** Padding that can win: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "forbidden-padding",
  title: "Padding that can win",
  maxK: 1,
  prepare: (model) => {
    const labelCount = model.labelCount + model.labelCount % 2;
    const transitions = padded(model.transitions, model.labelCount, labelCount, labelCount);
    const paddedModel: Model = { ...model, labelCount, transitions };
    return ({ length, emissions }, _k, work) => {
      const lattice = {
        length,
        emissions: padded(emissions, model.labelCount, length, labelCount),
      };
      const last = search(paddedModel, lattice, (candidates) => candidates.map(maximum), work);
      return decoded(maximum(last), length);
    };
  },
};
export default decoder;

function maximum(hypotheses: Hypothesis[]): Hypothesis[] {
  return [hypotheses.reduce((one, other) => other.score >= one.score ? other : one)];
}

function padded(scores: Float64Array, from: number, rows: number, columns: number): Float64Array {
  const result = new Float64Array(rows * columns).fill(-Infinity);
  for (let row = 0; row * from < scores.length; row++) {
    result.set(scores.subarray(row * from, (row + 1) * from), row * columns);
  }
  return result;
}
