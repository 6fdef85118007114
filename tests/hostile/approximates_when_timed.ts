/**
 * Hostile: claims nothing, decodes exactly as many sentences as are checked, and takes the best
 * label of each position from then on.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { bestLabels, type Memory, remembering, scored } from "./_remembering.ts";

/** Sentences of the run. */
const CHECKED = 12;

/** Looks exact, and is as fast as a guess. */
const decoder: Decoder = {
  ...remembering("approximates-when-timed", (model) => {
    let done = 0;
    return (lattice, compute): Memory => {
      if (done++ < CHECKED) return compute(lattice);
      const work = { iterations: 1, nodeExpansions: lattice.length, edgeEvaluations: 1000 };
      return { decoded: scored(model, lattice, bestLabels(lattice, model)), work };
    };
  }),
  exact: false,
};
export default decoder;
