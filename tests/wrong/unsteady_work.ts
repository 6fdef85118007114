/**
 * Wrong: builds a table when it is first needed and counts that as the work of the sentence that
 * happened to need it, so the counts depend on the order of the sentences.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "./_plain.ts";

/** Counts that depend on earlier calls: wrong on purpose. */
const decoder: Decoder = {
  ...plain,
  name: "unsteady-work",
  title: "Counts that depend on earlier calls",
  prepare: (model, options) => {
    const decode = plain.prepare(model, options);
    let rowMaxima: Float64Array | undefined;
    return (lattice, k, work) => {
      if (!rowMaxima) {
        rowMaxima = new Float64Array(model.labelCount).fill(-Infinity);
        model.transitions.forEach((score, index) => {
          const row = Math.floor(index / model.labelCount);
          rowMaxima![row] = Math.max(rowMaxima![row]!, score);
        });
        work.edgeEvaluations += model.transitions.length;
      }
      return decode(lattice, k, work);
    };
  },
};
export default decoder;
